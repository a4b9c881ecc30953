.codelet pick_step
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L38
  ld32 m3, m12, m15, 1
  shli m1, m2, 3
  lda32 a0, m3, m15, 0
  { ld32 m2, m12, m15, 2 ; u32tof32 a0, a0 }
  { ld32 m3, m12, m15, 3 ; mov32 a1, a0 }
  add m2, m2, m1
  add m3, m3, m1
  ld32 m4, m12, m15, 4
  add m1, m4, m1
  lda64step a4:5, m15, m3, 1
  lda64step a2:3, m15, m2, 1
  seti m4, 4095
L23:
  umin m5, m0, m4
  sub m0, m0, m5
  rpt m5, 4
  { nop ; f32v2cmpeq a4:5, a4:5, a0:1 }
  { lda64step a4:5, m15, m3, 1 ; and64 a2:3, a2:3, a4:5 }
  { sta64step a2:3, m15, m1, 1 ; mov32 a14, a14 }
  { lda64step a2:3, m15, m2, 1 ; mov32 a14, a14 }
  brnz m0, L23
  f32v2cmpeq a4:5, a4:5, a0:1
  and64 a2:3, a2:3, a4:5
  sta64step a2:3, m15, m1, 1
L38:
  { exit ; mov32 a14, a14 }
