.codelet conv_input_gradient
  ld32 m2, m12, m15, 10
  shli m0, m14, 3
  ld32 m1, m12, m15, 9
  st32 m2, m13, m15, 0
  add m2, m1, m0
  shli m0, m14, 4
  ld32 m1, m12, m15, 11
  st32 m2, m13, m15, 11
  add m0, m1, m0
  st32 m0, m13, m15, 8
  ld32 m0, m12, m15, 5
  st32 m0, m13, m15, 6
  ld32 m0, m12, m15, 4
  st32 m0, m13, m15, 12
  ld32 m0, m12, m15, 3
  st32 m0, m13, m15, 21
  ld32 m0, m12, m15, 2
  st32 m0, m13, m15, 7
  ld32 m0, m13, m15, 7
  shli m0, m0, 3
  st32 m0, m13, m15, 22
  ld32 m0, m12, m15, 0
  st32 m0, m13, m15, 13
  ld32 m0, m12, m15, 6
  st32 m0, m13, m15, 9
  ld32 m0, m12, m15, 7
  ld32 m1, m13, m15, 21
  mul m1, m0, m1
  st32 m1, m13, m15, 20
  ld32 m1, m12, m15, 8
  st32 m1, m13, m15, 27
  ld32 m1, m13, m15, 0
  shli m1, m1, 4
  st32 m1, m13, m15, 23
  ld32 m1, m12, m15, 1
  st32 m1, m13, m15, 4
  ld32 m1, m13, m15, 4
  ld32 m2, m13, m15, 7
  sub m1, m1, m2
  st32 m1, m13, m15, 3
  ld32 m1, m13, m15, 3
  shli m1, m1, 3
  st32 m1, m13, m15, 28
  ld32 m1, m13, m15, 20
  sub m1, m15, m1
  st32 m1, m13, m15, 24
  ld32 m1, m13, m15, 7
  addi m1, m1, -1
  st32 m1, m13, m15, 5
  seti m1, 4095
  st32 m1, m13, m15, 1
  ld32 m1, m13, m15, 1
  ld32 m2, m13, m15, 5
  umin m1, m2, m1
  st32 m1, m13, m15, 29
  ld32 m1, m13, m15, 5
  ld32 m2, m13, m15, 29
  sub m1, m1, m2
  st32 m1, m13, m15, 30
  ld32 m1, m13, m15, 0
  sub m1, m1, m14
  st32 m1, m13, m15, 2
  ld32 m1, m13, m15, 2
  addi m1, m1, -1
  st32 m1, m13, m15, 10
  ld32 m1, m13, m15, 10
  brneg m1, L218
L67:
  ld32 m1, m13, m15, 11
  ld32 m2, m13, m15, 11
  ld32 m3, m13, m15, 9
  ldz16 m1, m1, m15, 1
  st32 m1, m13, m15, 19
  ld32 m1, m13, m15, 19
  shli m1, m1, 3
  st32 m1, m13, m15, 18
  ld32 m1, m13, m15, 11
  ld32 m5, m13, m15, 9
  ld32 m10, m13, m15, 18
  ldz16 m1, m1, m15, 2
  st32 m1, m13, m15, 17
  ld32 m1, m13, m15, 17
  shli m1, m1, 3
  st32 m1, m13, m15, 16
  ld32 m1, m13, m15, 11
  ld32 m6, m13, m15, 9
  ld32 m9, m13, m15, 16
  ldz16 m1, m1, m15, 3
  st32 m1, m13, m15, 15
  ld32 m1, m13, m15, 15
  shli m1, m1, 3
  st32 m1, m13, m15, 14
  ld32 m1, m13, m15, 8
  ld32 m7, m13, m15, 9
  ld32 m8, m13, m15, 14
  addi m4, m1, 0
  ldz16 m1, m2, m15, 0
  st32 m4, m13, m15, 26
  shli m1, m1, 3
  ld32 m2, m13, m15, 6
  add m4, m3, m1
  add m5, m5, m10
  add m6, m6, m9
  add m7, m7, m8
  addi m8, m2, -1
L104:
  ld32 m1, m13, m15, 13
  addi m1, m1, 0
  st32 m1, m13, m15, 25
  ld32 m1, m13, m15, 12
  { addi m9, m1, -1 ; mov32 a14, a14 }
L110:
  { ld32 m2, m13, m15, 25 ; mov64 a0:1, a14:15 }
  { ld32 m1, m13, m15, 21 ; mov64 a2:3, a14:15 }
  { addi m3, m2, 0 ; mov64 a4:5, a14:15 }
  { addi m10, m1, -1 ; mov64 a6:7, a14:15 }
L118:
  ld32 m1, m13, m15, 27
  addi m2, m1, 0
  ld32 m11, m13, m15, 29
  lda64step a10:11, m15, m3, 1
  ldz16step m1, m15, m2, 1
  rpt m11, 6
  { lda64x a8:9, m4, m1 ; mov32 a14, a14 }
  { lda64x a8:9, m5, m1 ; f32v2mac a0:1, a8:9, a10:11 }
  { lda64x a8:9, m6, m1 ; f32v2mac a2:3, a8:9, a10:11 }
  { lda64x a8:9, m7, m1 ; f32v2mac a4:5, a8:9, a10:11 }
  { lda64step a10:11, m15, m3, 1 ; f32v2mac a6:7, a8:9, a10:11 }
  { ldz16step m1, m15, m2, 1 ; mov32 a14, a14 }
  ld32 m11, m13, m15, 30
  brz m11, L157
  ld32 m11, m13, m15, 30
  addi m11, m11, 0
  seti m12, 4095
L141:
  umin m14, m11, m12
  sub m11, m11, m14
  rpt m14, 6
  { lda64x a8:9, m4, m1 ; mov32 a14, a14 }
  { lda64x a8:9, m5, m1 ; f32v2mac a0:1, a8:9, a10:11 }
  { lda64x a8:9, m6, m1 ; f32v2mac a2:3, a8:9, a10:11 }
  { lda64x a8:9, m7, m1 ; f32v2mac a4:5, a8:9, a10:11 }
  { lda64step a10:11, m15, m3, 1 ; f32v2mac a6:7, a8:9, a10:11 }
  { ldz16step m1, m15, m2, 1 ; mov32 a14, a14 }
  brnz m11, L141
L157:
  lda64x a8:9, m4, m1
  { lda64x a8:9, m5, m1 ; f32v2mac a0:1, a8:9, a10:11 }
  { lda64x a8:9, m6, m1 ; f32v2mac a2:3, a8:9, a10:11 }
  { lda64x a8:9, m7, m1 ; f32v2mac a4:5, a8:9, a10:11 }
  { ld32 m1, m13, m15, 28 ; f32v2mac a6:7, a8:9, a10:11 }
  add m4, m4, m0
  add m5, m5, m0
  add m6, m6, m0
  add m7, m7, m0
  add m3, m3, m1
  brnzdec m10, L118
  { ld32 m1, m13, m15, 26 ; f32add a8, a0, a1 }
  { nop ; f32add a9, a2, a3 }
  { sta64 a8:9, m1, m15, 0 ; f32add a8, a4, a5 }
  { ld32 m1, m13, m15, 26 ; f32add a9, a6, a7 }
  sta64 a8:9, m1, m15, 1
  ld32 m1, m13, m15, 23
  ld32 m2, m13, m15, 26
  add m2, m2, m1
  st32 m2, m13, m15, 26
  ld32 m1, m13, m15, 22
  ld32 m2, m13, m15, 25
  add m2, m2, m1
  st32 m2, m13, m15, 25
  ld32 m1, m13, m15, 24
  ld32 m2, m13, m15, 24
  ld32 m3, m13, m15, 24
  ld32 m10, m13, m15, 24
  add m4, m4, m1
  add m5, m5, m2
  add m6, m6, m3
  add m7, m7, m10
  brnzdec m9, L110
  ld32 m1, m13, m15, 20
  ld32 m2, m13, m15, 20
  ld32 m3, m13, m15, 20
  ld32 m9, m13, m15, 20
  add m4, m4, m1
  add m5, m5, m2
  add m6, m6, m3
  add m7, m7, m9
  brnzdec m8, L104
  ld32 m1, m13, m15, 11
  addi m1, m1, 48
  st32 m1, m13, m15, 11
  ld32 m1, m13, m15, 8
  addi m1, m1, 96
  st32 m1, m13, m15, 8
  ld32 m1, m13, m15, 10
  addi m1, m1, -6
  st32 m1, m13, m15, 10
  ld32 m1, m13, m15, 10
  brpos m1, L67
L218:
  { exit ; mov32 a14, a14 }
