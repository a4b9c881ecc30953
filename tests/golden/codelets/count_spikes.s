.codelet count_spikes
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L27
  shli m1, m2, 3
  ld32 m2, m12, m15, 1
  ld32 m3, m12, m15, 2
  add m2, m2, m1
  add m1, m3, m1
  addi m3, m1, 0
  ld2x64 a0:3, m2, m1, 1, 1
  seti m4, 4095
L17:
  umin m5, m0, m4
  sub m0, m0, m5
  rpt m5, 2
  { ld2x64 a0:3, m2, m1, 1, 1 ; f32v2add a4:5, a0:1, a2:3 }
  { sta64step a4:5, m15, m3, 1 ; mov32 a14, a14 }
  brnz m0, L17
  f32v2add a4:5, a0:1, a2:3
  sta64step a4:5, m15, m3, 1
L27:
  exit
