.codelet row_products_f32
  ld32 m0, m12, m15, 1
  ld32 m1, m12, m15, 2
  st32 m1, m13, m15, 2
  ld32 m1, m12, m15, 8
  addi m2, m0, -1
  seti m0, 4095
  st32 m1, m13, m15, 0
  umin m0, m2, m0
  st32 m0, m13, m15, 1
  ld32 m4, m13, m15, 1
  ld32 m3, m12, m15, 0
  addi m0, m14, 0
  ld32 m1, m12, m15, 3
  sub m2, m2, m4
  ld32 m4, m12, m15, 5
  ld32 m6, m12, m15, 7
  addi m7, m3, -1
L17:
  ld32 m3, m13, m15, 2
  cmpult m3, m0, m3
  brz m3, L58
  shli m3, m0, 4
  ld32 m8, m13, m15, 0
  shli m5, m0, 4
  ld32 m9, m12, m15, 6
  add m8, m8, m3
  add m9, m9, m5
L26:
  { addi m5, m9, 0 ; mov64 a4:5, a14:15 }
  { addi m3, m1, 0 ; mov64 a6:7, a14:15 }
  ld32 m10, m13, m15, 1
  lda128r a0:3, m5, m6
  lda32r a8, m3, m4
  rpt m10, 2
  { lda128r a0:3, m5, m6 ; f32v4macb a4:7, a8, a0:3 }
  { lda32r a8, m3, m4 ; mov32 a14, a14 }
  brz m2, L49
  addi m10, m2, 0
  seti m11, 4095
L41:
  umin m14, m10, m11
  sub m10, m10, m14
  rpt m14, 2
  { lda128r a0:3, m5, m6 ; f32v4macb a4:7, a8, a0:3 }
  { lda32r a8, m3, m4 ; mov32 a14, a14 }
  brnz m10, L41
L49:
  f32v4macb a4:7, a8, a0:3
  sta64 a4:5, m8, m15, 0
  sta64 a6:7, m8, m15, 1
  addi m0, m0, 6
  ld32 m3, m13, m15, 2
  cmpult m3, m0, m3
  addi m8, m8, 96
  addi m9, m9, 96
  brnz m3, L26
L58:
  ld32 m3, m12, m15, 9
  ld32 m5, m13, m15, 0
  ld32 m8, m13, m15, 2
  add m5, m5, m3
  ld32 m3, m12, m15, 4
  sub m0, m0, m8
  st32 m5, m13, m15, 0
  add m1, m1, m3
  brnzdec m7, L17
  exit
