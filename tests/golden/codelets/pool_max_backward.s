.codelet pool_max_backward
  shli m0, m14, 1
  ld32 m1, m12, m15, 7
  ld32 m2, m12, m15, 13
  add m0, m1, m0
  ld32 m3, m12, m15, 12
  ld32 m4, m2, m15, 0
  st32 m0, m13, m15, 2
  ld32 m5, m12, m15, 0
  shli m0, m14, 2
  ld32 m1, m12, m15, 4
  ld32 m2, m12, m15, 11
  mul m3, m4, m3
  st32 m5, m13, m15, 0
  add m4, m1, m0
  add m1, m2, m3
  st32 m4, m13, m15, 3
  add m0, m1, m0
  st32 m0, m13, m15, 4
  ld32 m0, m12, m15, 3
  st32 m0, m13, m15, 1
  ld32 m0, m12, m15, 2
  st32 m0, m13, m15, 6
  ld32 m0, m12, m15, 10
  st32 m0, m13, m15, 7
  ld32 m1, m12, m15, 1
  ld32 m0, m12, m15, 6
  st32 m1, m13, m15, 11
  ld32 m1, m12, m15, 5
  st32 m1, m13, m15, 8
  ld32 m2, m12, m15, 9
  sub m1, m0, m14
  st32 m2, m13, m15, 12
  addi m3, m1, -1
  ld32 m1, m12, m15, 8
  seti m2, 4095
  st32 m3, m13, m15, 5
  umin m2, m1, m2
  ld32 m3, m13, m15, 5
  shli m0, m0, 3
  sub m1, m1, m2
  brneg m3, L118
L41:
  ld32 m5, m13, m15, 3
  ld32 m3, m13, m15, 2
  ld32 m4, m13, m15, 0
  addi m5, m5, 0
  st32 m5, m13, m15, 9
  ld32 m5, m13, m15, 4
  addi m5, m5, 0
  ldz16 m3, m3, m15, 0
  st32 m5, m13, m15, 10
  shli m3, m3, 3
  ld32 m5, m13, m15, 1
  add m3, m4, m3
  addi m8, m5, -1
L54:
  ld32 m4, m13, m15, 9
  ld32 m7, m13, m15, 10
  ld32 m6, m13, m15, 7
  ld32 m5, m13, m15, 6
  addi m4, m4, 0
  addi m7, m7, 0
  addi m6, m6, 0
  addi m9, m5, -1
L62:
  ld32 m10, m13, m15, 12
  ld32 m5, m6, m15, 0
  addi m11, m10, 0
  rpt m2, 2
  { ldz16step m10, m15, m11, 1 ; mov32 a14, a14 }
  { sta64x a14:15, m3, m10 ; mov32 a14, a14 }
  brz m1, L81
  addi m12, m1, 0
  seti m14, 4095
L73:
  umin m10, m12, m14
  sub m12, m12, m10
  rpt m10, 2
  { ldz16step m10, m15, m11, 1 ; mov32 a14, a14 }
  { sta64x a14:15, m3, m10 ; mov32 a14, a14 }
  brnz m12, L73
L81:
  lda64 a2:3, m6, m15, 1
  lda32 a0, m4, m15, 0
  lda32 a1, m4, m5, 0
  { ld32 m10, m7, m15, 0 ; f32v2mul a0:1, a0:1, a2:3 }
  sta32 a0, m3, m10, 0
  ld32 m10, m7, m5, 0
  sta32 a1, m3, m10, 1
  ld32 m5, m13, m15, 11
  add m3, m3, m5
  add m4, m4, m0
  add m7, m7, m0
  addi m6, m6, 16
  brnzdec m9, L62
  ld32 m4, m13, m15, 8
  ld32 m5, m13, m15, 9
  add m5, m5, m4
  st32 m5, m13, m15, 9
  ld32 m4, m13, m15, 8
  ld32 m5, m13, m15, 10
  add m5, m5, m4
  st32 m5, m13, m15, 10
  brnzdec m8, L54
  ld32 m3, m13, m15, 2
  addi m3, m3, 12
  st32 m3, m13, m15, 2
  ld32 m3, m13, m15, 3
  addi m3, m3, 24
  st32 m3, m13, m15, 3
  ld32 m3, m13, m15, 4
  addi m3, m3, 24
  st32 m3, m13, m15, 4
  ld32 m3, m13, m15, 5
  addi m3, m3, -6
  st32 m3, m13, m15, 5
  ld32 m3, m13, m15, 5
  brpos m3, L41
L118:
  { exit ; mov32 a14, a14 }
