.codelet conv_forward
  shli m0, m14, 3
  ld32 m1, m12, m15, 8
  add m2, m1, m0
  shli m0, m14, 5
  ld32 m1, m12, m15, 10
  st32 m2, m13, m15, 4
  add m0, m1, m0
  st32 m0, m13, m15, 1
  ld32 m0, m12, m15, 4
  st32 m0, m13, m15, 0
  ld32 m0, m12, m15, 3
  st32 m0, m13, m15, 8
  ld32 m0, m12, m15, 0
  st32 m0, m13, m15, 9
  ld32 m1, m12, m15, 1
  ld32 m0, m13, m15, 8
  mul m0, m1, m0
  shli m0, m0, 3
  ld32 m2, m13, m15, 9
  add m0, m2, m0
  st32 m0, m13, m15, 10
  ld32 m0, m12, m15, 5
  st32 m0, m13, m15, 3
  ld32 m3, m12, m15, 6
  ld32 m0, m12, m15, 9
  ld32 m2, m12, m15, 2
  st32 m3, m13, m15, 11
  ld32 m3, m12, m15, 7
  st32 m3, m13, m15, 12
  shli m3, m0, 5
  sub m1, m1, m2
  st32 m3, m13, m15, 13
  shli m3, m1, 3
  addi m1, m2, -1
  seti m2, 4095
  st32 m3, m13, m15, 14
  umin m2, m1, m2
  st32 m2, m13, m15, 15
  sub m0, m0, m14
  ld32 m2, m13, m15, 15
  addi m0, m0, -1
  st32 m0, m13, m15, 2
  ld32 m0, m13, m15, 2
  sub m1, m1, m2
  brneg m0, L160
L45:
  ld32 m0, m13, m15, 4
  ldz16 m0, m0, m15, 2
  ld32 m2, m13, m15, 4
  ld32 m5, m13, m15, 3
  ld32 m3, m13, m15, 4
  ld32 m6, m13, m15, 3
  shli m0, m0, 2
  st32 m0, m13, m15, 7
  ld32 m0, m13, m15, 4
  ld32 m7, m13, m15, 3
  ld32 m10, m13, m15, 7
  ldz16 m0, m0, m15, 3
  st32 m0, m13, m15, 6
  ld32 m0, m13, m15, 6
  shli m4, m0, 2
  ldz16 m0, m2, m15, 0
  ldz16 m2, m3, m15, 1
  st32 m4, m13, m15, 5
  shli m0, m0, 2
  shli m2, m2, 2
  ld32 m8, m13, m15, 3
  ld32 m9, m13, m15, 5
  ld32 m4, m13, m15, 1
  ld32 m3, m13, m15, 0
  add m5, m5, m0
  add m6, m6, m2
  add m7, m7, m10
  add m8, m8, m9
  addi m0, m4, 0
  addi m9, m3, -1
L75:
  ld32 m3, m13, m15, 9
  ld32 m10, m13, m15, 10
  ld32 m2, m13, m15, 8
  addi m4, m3, 0
  addi m10, m10, 0
  addi m11, m2, -1
L81:
  ld32 m2, m13, m15, 12
  addi m3, m2, 0
  lda64step a0:1, m15, m10, 1
  { ldz16step m2, m15, m3, 1 ; mov64 a2:3, a0:1 }
  { ld32 m12, m13, m15, 15 ; mov64 a4:5, a0:1 }
  { lda32x a10, m5, m2 ; mov64 a6:7, a0:1 }
  lda32x a11, m6, m2
  lda32x a12, m7, m2
  lda32x a13, m8, m2
  lda64step a8:9, m15, m4, 1
  { rpt m12, 6 ; mov32 a14, a14 }
  { ldz16step m2, m15, m3, 1 ; f32v2macb a0:1, a10, a8:9 }
  { lda32x a10, m5, m2 ; f32v2macb a2:3, a11, a8:9 }
  { lda32x a11, m6, m2 ; f32v2macb a4:5, a12, a8:9 }
  { lda32x a12, m7, m2 ; f32v2macb a6:7, a13, a8:9 }
  { lda32x a13, m8, m2 ; mov32 a14, a14 }
  { lda64step a8:9, m15, m4, 1 ; mov32 a14, a14 }
  brz m1, L127
  addi m12, m1, 0
  seti m14, 4095
L111:
  umin m2, m12, m14
  sub m12, m12, m2
  rpt m2, 6
  { ldz16step m2, m15, m3, 1 ; f32v2macb a0:1, a10, a8:9 }
  { lda32x a10, m5, m2 ; f32v2macb a2:3, a11, a8:9 }
  { lda32x a11, m6, m2 ; f32v2macb a4:5, a12, a8:9 }
  { lda32x a12, m7, m2 ; f32v2macb a6:7, a13, a8:9 }
  { lda32x a13, m8, m2 ; mov32 a14, a14 }
  { lda64step a8:9, m15, m4, 1 ; mov32 a14, a14 }
  brnz m12, L111
L127:
  f32v2macb a0:1, a10, a8:9
  { sta64 a0:1, m0, m15, 0 ; f32v2macb a2:3, a11, a8:9 }
  { sta64 a2:3, m0, m15, 1 ; f32v2macb a4:5, a12, a8:9 }
  { sta64 a4:5, m0, m15, 2 ; f32v2macb a6:7, a13, a8:9 }
  sta64 a6:7, m0, m15, 3
  ld32 m2, m13, m15, 13
  ld32 m3, m13, m15, 14
  add m0, m0, m2
  add m4, m4, m3
  brnzdec m11, L81
  ld32 m2, m13, m15, 11
  ld32 m3, m13, m15, 11
  ld32 m4, m13, m15, 11
  ld32 m10, m13, m15, 11
  add m5, m5, m2
  add m6, m6, m3
  add m7, m7, m4
  add m8, m8, m10
  brnzdec m9, L75
  ld32 m0, m13, m15, 4
  addi m0, m0, 48
  st32 m0, m13, m15, 4
  ld32 m0, m13, m15, 1
  addi m0, m0, 192
  st32 m0, m13, m15, 1
  ld32 m0, m13, m15, 2
  addi m0, m0, -6
  st32 m0, m13, m15, 2
  ld32 m0, m13, m15, 2
  brpos m0, L45
L160:
  { exit ; mov32 a14, a14 }
