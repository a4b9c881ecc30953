.codelet gather_rows_f32
  ld32 m0, m12, m15, 0
  sub m0, m0, m14
  addi m0, m0, -1
  st32 m0, m13, m15, 0
  ld32 m0, m13, m15, 0
  brneg m0, L96
  ld32 m1, m12, m15, 4
  ld32 m0, m12, m15, 5
  addi m1, m1, -1
L9:
  ld32 m2, m0, m15, 5
  ld32 m3, m0, m15, 2
  add m2, m3, m2
  addi m2, m2, -8
  shli m3, m2, 1
  ld32 m5, m0, m15, 6
  ld32 m6, m12, m15, 1
  ld32 m7, m0, m15, 7
  ld32 m4, m12, m15, 3
  mul m2, m3, m14
  add m5, m6, m5
  shli m7, m7, 1
  ld32 m6, m12, m15, 2
  add m8, m5, m2
  mul m5, m4, m14
  add m6, m6, m7
  seti m2, 6
  st32 m8, m13, m15, 3
  add m5, m6, m5
  st32 m5, m13, m15, 4
  mul m3, m3, m2
  st32 m3, m13, m15, 1
  mul m2, m4, m2
  st32 m2, m13, m15, 2
  ld32 m2, m13, m15, 0
  addi m2, m2, 0
  st32 m2, m13, m15, 5
L36:
  ld32 m2, m13, m15, 3
  ld32 m3, m13, m15, 4
  ld32 m4, m0, m15, 0
  addi m2, m2, 0
  addi m3, m3, 0
  addi m4, m4, -1
L42:
  ld32 m5, m0, m15, 3
  addi m9, m5, -1
  seti m8, 4095
  ld32 m5, m0, m15, 4
  ld32 m6, m0, m15, 5
  addi m7, m2, 0
  umin m10, m9, m8
  shli m6, m6, 1
  addi m8, m3, 0
  lda128r a0:3, m7, m5
  sub m9, m9, m10
  rpt m10, 3
  { sta64 a2:3, m8, m15, 1 ; mov32 a14, a14 }
  { sta64r a0:1, m8, m6 ; mov32 a14, a14 }
  { lda128r a0:3, m7, m5 ; mov32 a14, a14 }
  brz m9, L73
  addi m9, m9, 0
  seti m10, 4095
L63:
  umin m11, m9, m10
  sub m9, m9, m11
  rpt m11, 3
  { sta64 a2:3, m8, m15, 1 ; mov32 a14, a14 }
  { sta64r a0:1, m8, m6 ; mov32 a14, a14 }
  { lda128r a0:3, m7, m5 ; mov32 a14, a14 }
  brnz m9, L63
L73:
  ld32 m7, m0, m15, 2
  sta64 a2:3, m8, m15, 1
  ld32 m5, m0, m15, 1
  shli m7, m7, 1
  sta64r a0:1, m8, m6
  add m2, m2, m5
  add m3, m3, m7
  brnzdec m4, L42
  ld32 m2, m13, m15, 1
  ld32 m3, m13, m15, 3
  add m3, m3, m2
  st32 m3, m13, m15, 3
  ld32 m2, m13, m15, 2
  ld32 m3, m13, m15, 4
  add m3, m3, m2
  st32 m3, m13, m15, 4
  ld32 m2, m13, m15, 5
  addi m2, m2, -6
  st32 m2, m13, m15, 5
  ld32 m2, m13, m15, 5
  brpos m2, L36
  addi m0, m0, 32
  brnzdec m1, L9
L96:
  { exit ; mov32 a14, a14 }
