.codelet multiply_add
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L41
  ld32 m1, m12, m15, 5
  ld32 m3, m12, m15, 4
  ld32 m1, m1, m15, 0
  ld32 m4, m12, m15, 3
  mul m5, m1, m3
  shli m1, m2, 3
  ld32 m2, m12, m15, 1
  ld32 m3, m12, m15, 2
  add m4, m4, m5
  add m2, m2, m1
  add m3, m3, m1
  add m4, m4, m1
  ld32 m5, m12, m15, 6
  add m1, m5, m1
  lda64step a2:3, m15, m3, 1
  lda64step a4:5, m15, m4, 1
  lda64step a0:1, m15, m2, 1
  seti m5, 4095
L27:
  umin m6, m0, m5
  sub m0, m0, m6
  rpt m6, 4
  { lda64step a2:3, m15, m3, 1 ; f32v2mac a0:1, a2:3, a4:5 }
  { lda64step a4:5, m15, m4, 1 ; mov32 a14, a14 }
  { sta64step a0:1, m15, m1, 1 ; mov32 a14, a14 }
  { lda64step a0:1, m15, m2, 1 ; mov32 a14, a14 }
  brnz m0, L27
  f32v2mac a0:1, a2:3, a4:5
  sta64step a0:1, m15, m1, 1
L41:
  exit
