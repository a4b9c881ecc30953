.codelet mask_gradient
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L37
  ld32 m1, m12, m15, 4
  ld32 m3, m12, m15, 3
  ld32 m1, m1, m15, 0
  ld32 m4, m12, m15, 2
  mul m3, m1, m3
  shli m1, m2, 3
  add m2, m4, m3
  ld32 m3, m12, m15, 1
  add m2, m2, m1
  add m3, m3, m1
  ld32 m4, m12, m15, 5
  add m1, m4, m1
  lda64step a0:1, m15, m2, 1
  lda64step a2:3, m15, m3, 1
  seti m4, 4095
L24:
  umin m5, m0, m4
  sub m0, m0, m5
  { rpt m5, 3 ; mov32 a14, a14 }
  { lda64step a0:1, m15, m2, 1 ; f32v2mul a2:3, a2:3, a0:1 }
  { sta64step a2:3, m15, m1, 1 ; mov32 a14, a14 }
  { lda64step a2:3, m15, m3, 1 ; mov32 a14, a14 }
  brnz m0, L24
  f32v2mul a2:3, a2:3, a0:1
  sta64step a2:3, m15, m1, 1
L37:
  exit
