.codelet scale_rows_scalar
  ld32 m0, m12, m15, 2
  sub m0, m0, m14
  addi m0, m0, -1
  brneg m0, L23
  ld32 m1, m12, m15, 3
  shli m2, m1, 2
  mul m3, m2, m14
  ld32 m4, m12, m15, 0
  muli m2, m2, 6
  add m3, m4, m3
  ld32 m4, m12, m15, 1
  addi m1, m1, -1
L12:
  addi m5, m3, 0
  addi m6, m0, 0
  lda32step a0, m15, m4, 1
  addi m3, m3, 4
L16:
  { lda32 a1, m5, m15, 0 ; mov32 a14, a14 }
  { addi m6, m6, -6 ; f32mul a1, a1, a0 }
  sta32r a1, m5, m2
  brpos m6, L16
  brnzdec m1, L12
L23:
  exit
