.codelet spikes_from_history
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L37 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 3 ; aseti a0, 1.0 }
  { ld32 m3, m12, m15, 2 ; mov32 a1, a0 }
  ld32 m4, m1, m15, 0
  ld32 m1, m12, m15, 1
  mul m4, m4, m3
  add m4, m1, m4
  shli m1, m2, 3
  add m2, m4, m3
  add m2, m2, m1
  lda32 a6, m12, m15, 4
  ld32 m3, m12, m15, 5
  lda64step a2:3, m15, m2, 1
  { add m1, m3, m1 ; f32v2cmpltb a4:5, a6, a2:3 }
  seti m3, 4095
L27:
  umin m4, m0, m3
  sub m0, m0, m4
  rpt m4, 2
  { lda64step a2:3, m15, m2, 1 ; and64 a4:5, a4:5, a0:1 }
  { sta64step a4:5, m15, m1, 1 ; f32v2cmpltb a4:5, a6, a2:3 }
  brnz m0, L27
  and64 a4:5, a4:5, a0:1
  sta64step a4:5, m15, m1, 1
L37:
  exit
