.codelet spread_classes
  ld32 m0, m12, m15, 5
  addi m3, m14, 0
  mul m1, m14, m0
  ld32 m2, m12, m15, 4
  st32 m3, m13, m15, 3
  add m2, m2, m1
  ld32 m1, m12, m15, 0
  st32 m2, m13, m15, 1
  muli m2, m0, 6
  sub m0, m1, m14
  st32 m2, m13, m15, 0
  addi m0, m0, -1
  st32 m0, m13, m15, 2
  ld32 m1, m13, m15, 2
  ld32 m0, m12, m15, 6
  brneg m1, L58
L16:
  ld32 m1, m13, m15, 1
  ld32 m3, m12, m15, 1
  addi m1, m1, 0
  addi m2, m0, 0
  ld32 m4, m12, m15, 2
  ld32 m5, m12, m15, 3
  addi m6, m3, -1
L23:
  ld32 m7, m4, m15, 5
  ld32 m8, m13, m15, 3
  ld32 m3, m4, m15, 6
  mul m7, m8, m7
  add m9, m7, m3
  ld32 m3, m4, m15, 0
  ld32 m7, m4, m15, 1
  ld32 m8, m4, m15, 2
  add m9, m9, m5
  addi m10, m3, -1
L33:
  addi m11, m9, 0
  add m9, m9, m7
  addi m14, m8, -1
L36:
  lda32 a0, m1, m15, 0
  addi m2, m2, -1
  addi m3, m1, 4
  sta32step a0, m15, m11, 1
  movz m1, m3, m2
  movz m2, m0, m2
  brnzdec m14, L36
  brnzdec m10, L33
  addi m4, m4, 32
  brnzdec m6, L23
  ld32 m1, m13, m15, 0
  ld32 m2, m13, m15, 1
  add m2, m2, m1
  st32 m2, m13, m15, 1
  ld32 m1, m13, m15, 3
  addi m1, m1, 6
  st32 m1, m13, m15, 3
  ld32 m1, m13, m15, 2
  addi m1, m1, -6
  st32 m1, m13, m15, 2
  ld32 m1, m13, m15, 2
  brpos m1, L16
L58:
  { exit ; mov32 a14, a14 }
