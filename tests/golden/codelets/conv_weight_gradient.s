.codelet conv_weight_gradient
  ld32 m0, m12, m15, 2
  ld32 m1, m12, m15, 1
  st32 m1, m13, m15, 4
  ld32 m1, m12, m15, 7
  st32 m1, m13, m15, 0
  ld32 m1, m12, m15, 8
  st32 m1, m13, m15, 1
  ld32 m1, m12, m15, 9
  st32 m1, m13, m15, 8
  ld32 m1, m12, m15, 4
  st32 m1, m13, m15, 6
  ld32 m1, m12, m15, 5
  ld32 m2, m13, m15, 0
  mul m2, m2, m0
  st32 m2, m13, m15, 9
  ld32 m2, m12, m15, 3
  st32 m2, m13, m15, 2
  shli m2, m14, 5
  ld32 m3, m12, m15, 0
  add m2, m3, m2
  st32 m2, m13, m15, 10
  ld32 m2, m12, m15, 10
  addi m2, m2, -1
  seti m3, 4095
  umin m3, m2, m3
  st32 m3, m13, m15, 11
  ld32 m3, m13, m15, 11
  sub m2, m2, m3
  ld32 m3, m12, m15, 6
  st32 m3, m13, m15, 5
  addi m3, m14, 0
  st32 m3, m13, m15, 7
  addi m6, m0, -1
L33:
  ld32 m0, m13, m15, 4
  ld32 m3, m13, m15, 7
  cmpult m0, m3, m0
  st32 m0, m13, m15, 3
  ld32 m0, m13, m15, 3
  brz m0, L147
L39:
  ld32 m0, m13, m15, 7
  shli m0, m0, 3
  ld32 m3, m13, m15, 1
  add m0, m3, m0
  ldz16 m3, m0, m15, 0
  shli m3, m3, 2
  ld32 m4, m13, m15, 6
  add m7, m4, m3
  ldz16 m3, m0, m15, 1
  shli m3, m3, 2
  ld32 m4, m13, m15, 6
  add m8, m4, m3
  ldz16 m3, m0, m15, 2
  shli m3, m3, 2
  ld32 m4, m13, m15, 6
  add m9, m4, m3
  ldz16 m0, m0, m15, 3
  shli m0, m0, 2
  ld32 m3, m13, m15, 6
  add m10, m3, m0
  ld32 m0, m13, m15, 5
  addi m5, m0, 0
  ld32 m0, m13, m15, 10
  lda64 a0:1, m0, m15, 0
  ld32 m0, m13, m15, 10
  lda64 a2:3, m0, m15, 1
  ld32 m0, m13, m15, 10
  lda64 a4:5, m0, m15, 2
  ld32 m0, m13, m15, 10
  lda64 a6:7, m0, m15, 3
  ld32 m0, m13, m15, 2
  addi m11, m0, -1
L71:
  ld32 m0, m13, m15, 8
  addi m4, m0, 0
  ldz16step m0, m15, m4, 1
  ldz16step m3, m15, m4, 1
  lda32x a10, m7, m0
  lda32x a11, m8, m0
  lda32x a12, m9, m0
  lda32x a13, m10, m0
  lda64x a8:9, m5, m3
  ld32 m0, m13, m15, 11
  rpt m0, 7
  { ldz16step m0, m15, m4, 1 ; f32v2macb a0:1, a10, a8:9 }
  { ldz16step m3, m15, m4, 1 ; f32v2macb a2:3, a11, a8:9 }
  { lda32x a10, m7, m0 ; f32v2macb a4:5, a12, a8:9 }
  { lda32x a11, m8, m0 ; f32v2macb a6:7, a13, a8:9 }
  { lda32x a12, m9, m0 ; mov32 a14, a14 }
  { lda32x a13, m10, m0 ; mov32 a14, a14 }
  { lda64x a8:9, m5, m3 ; mov32 a14, a14 }
  brz m2, L118
  addi m12, m2, 0
  seti m14, 4095
L99:
  umin m0, m12, m14
  sub m12, m12, m0
  rpt m0, 7
  { ldz16step m0, m15, m4, 1 ; f32v2macb a0:1, a10, a8:9 }
  { ldz16step m3, m15, m4, 1 ; f32v2macb a2:3, a11, a8:9 }
  { lda32x a10, m7, m0 ; f32v2macb a4:5, a12, a8:9 }
  { lda32x a11, m8, m0 ; f32v2macb a6:7, a13, a8:9 }
  { lda32x a12, m9, m0 ; mov32 a14, a14 }
  { lda32x a13, m10, m0 ; mov32 a14, a14 }
  { lda64x a8:9, m5, m3 ; mov32 a14, a14 }
  { brnz m12, L99 ; mov32 a14, a14 }
L118:
  { add m7, m7, m1 ; f32v2macb a0:1, a10, a8:9 }
  { add m8, m8, m1 ; f32v2macb a2:3, a11, a8:9 }
  { add m9, m9, m1 ; f32v2macb a4:5, a12, a8:9 }
  { add m10, m10, m1 ; f32v2macb a6:7, a13, a8:9 }
  ld32 m0, m13, m15, 9
  add m5, m5, m0
  brnzdec m11, L71
  ld32 m0, m13, m15, 10
  sta64 a0:1, m0, m15, 0
  ld32 m0, m13, m15, 10
  sta64 a2:3, m0, m15, 1
  ld32 m0, m13, m15, 10
  sta64 a4:5, m0, m15, 2
  ld32 m0, m13, m15, 10
  sta64 a6:7, m0, m15, 3
  ld32 m0, m13, m15, 10
  addi m0, m0, 192
  st32 m0, m13, m15, 10
  ld32 m0, m13, m15, 7
  addi m0, m0, 6
  st32 m0, m13, m15, 7
  ld32 m0, m13, m15, 4
  ld32 m3, m13, m15, 7
  cmpult m0, m3, m0
  brnz m0, L39
L147:
  ld32 m0, m13, m15, 4
  ld32 m3, m13, m15, 7
  sub m3, m3, m0
  st32 m3, m13, m15, 7
  ld32 m0, m13, m15, 0
  ld32 m3, m13, m15, 5
  add m3, m3, m0
  st32 m3, m13, m15, 5
  brnzdec m6, L33
  { exit ; mov32 a14, a14 }
