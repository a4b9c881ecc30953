.codelet leaky_backward_subtract_straight_through
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L36
  shli m1, m2, 3
  ld32 m2, m12, m15, 1
  ld32 m3, m12, m15, 5
  add m2, m2, m1
  add m3, m3, m1
  ld32 m5, m12, m15, 6
  lda32 a4, m12, m15, 7
  addi m4, m3, 0
  add m1, m5, m1
  lda64step a2:3, m15, m3, 1
  lda64step a0:1, m15, m2, 1
  seti m5, 4095
L21:
  umin m6, m0, m5
  sub m0, m0, m6
  rpt m6, 4
  { lda64step a2:3, m15, m3, 1 ; f32v2macb a0:1, a4, a2:3 }
  { sta64step a0:1, m15, m4, 1 ; mov32 a14, a14 }
  { sta64step a0:1, m15, m1, 1 ; mov32 a14, a14 }
  { lda64step a0:1, m15, m2, 1 ; mov32 a14, a14 }
  brnz m0, L21
  f32v2macb a0:1, a4, a2:3
  sta64step a0:1, m15, m4, 1
  sta64step a0:1, m15, m1, 1
L36:
  { exit ; mov32 a14, a14 }
