.codelet dense_input_gradient
  ld32 m0, m12, m15, 3
  sub m0, m0, m14
  addi m0, m0, -1
  st32 m0, m13, m15, 14
  ld32 m0, m13, m15, 14
  brneg m0, L223
  ld32 m0, m12, m15, 2
  shli m1, m0, 3
  mul m2, m1, m14
  ld32 m3, m12, m15, 4
  add m2, m3, m2
  st32 m2, m13, m15, 8
  addi m2, m14, 0
  st32 m2, m13, m15, 6
  addi m2, m0, -1
  ld32 m0, m12, m15, 1
  st32 m2, m13, m15, 9
  shli m0, m0, 3
  st32 m0, m13, m15, 13
  muli m0, m1, 6
  st32 m0, m13, m15, 17
  ld32 m0, m12, m15, 0
  st32 m0, m13, m15, 0
  ld32 m0, m12, m15, 5
  st32 m0, m13, m15, 1
  ld32 m1, m12, m15, 7
  ld32 m0, m12, m15, 6
  st32 m1, m13, m15, 10
  addi m0, m0, -1
L29:
  ld32 m1, m13, m15, 10
  ld32 m1, m1, m15, 3
  st32 m1, m13, m15, 3
  ld32 m1, m13, m15, 10
  ld32 m3, m13, m15, 10
  ld32 m2, m1, m15, 5
  ld32 m1, m3, m15, 2
  add m1, m2, m1
  shri m1, m1, 1
  ld32 m4, m13, m15, 10
  addi m1, m1, -8
  st32 m1, m13, m15, 7
  ld32 m1, m13, m15, 10
  ld32 m1, m1, m15, 6
  ld32 m3, m13, m15, 1
  add m1, m3, m1
  st32 m1, m13, m15, 11
  ld32 m1, m13, m15, 10
  ld32 m1, m1, m15, 7
  ld32 m3, m13, m15, 0
  add m1, m3, m1
  st32 m1, m13, m15, 12
  ld32 m3, m13, m15, 3
  seti m1, 4095
  st32 m1, m13, m15, 2
  addi m3, m3, -1
  ld32 m1, m13, m15, 2
  umin m1, m3, m1
  st32 m1, m13, m15, 20
  ld32 m1, m13, m15, 3
  ld32 m7, m13, m15, 20
  mul m1, m1, m2
  st32 m1, m13, m15, 21
  ld32 m1, m4, m15, 4
  ld32 m4, m13, m15, 3
  ld32 m5, m13, m15, 7
  mul m4, m4, m1
  st32 m4, m13, m15, 5
  ld32 m4, m13, m15, 10
  ld32 m6, m13, m15, 5
  ld32 m4, m4, m15, 0
  st32 m4, m13, m15, 4
  muli m4, m5, 6
  ld32 m5, m13, m15, 4
  sub m3, m3, m7
  sub m4, m4, m6
  addi m5, m5, -1
L76:
  ld32 m6, m13, m15, 6
  ld32 m7, m13, m15, 7
  mul m6, m7, m6
  ld32 m7, m13, m15, 11
  add m6, m7, m6
  st32 m6, m13, m15, 15
  ld32 m6, m13, m15, 8
  ld32 m7, m13, m15, 15
  ld32 m8, m13, m15, 12
  addi m6, m6, 0
  st32 m6, m13, m15, 16
  ld32 m9, m13, m15, 14
  addi m7, m7, 0
  addi m6, m8, 0
  addi m8, m9, 0
L91:
  ld32 m9, m13, m15, 16
  ld32 m10, m13, m15, 17
  lda64r a4:5, m9, m10
  st32 m9, m13, m15, 16
  lda64 a2:3, m6, m15, 1
  { lda64r a0:1, m6, m2 ; mov32 a14, a14 }
  { ld32 m9, m13, m15, 20 ; f32v2mul a6:7, a0:1, a4:5 }
  { rpt m9, 4 ; mov32 a14, a14 }
  { lda64 a2:3, m6, m15, 1 ; f32v2mul a8:9, a2:3, a4:5 }
  { lda64r a0:1, m6, m2 ; f32add a6, a6, a7 }
  { nop ; f32add a7, a8, a9 }
  { sta64r a6:7, m7, m1 ; f32v2mul a6:7, a0:1, a4:5 }
  brz m3, L126
  addi m9, m3, 0
  seti m10, 4095
L113:
  umin m11, m9, m10
  sub m9, m9, m11
  rpt m11, 4
  { lda64 a2:3, m6, m15, 1 ; f32v2mul a8:9, a2:3, a4:5 }
  { lda64r a0:1, m6, m2 ; f32add a6, a6, a7 }
  { nop ; f32add a7, a8, a9 }
  { sta64r a6:7, m7, m1 ; f32v2mul a6:7, a0:1, a4:5 }
  { brnz m9, L113 ; mov32 a14, a14 }
L126:
  { addi m8, m8, -6 ; f32v2mul a8:9, a2:3, a4:5 }
  f32add a6, a6, a7
  f32add a7, a8, a9
  sta64r a6:7, m7, m1
  ld32 m9, m13, m15, 21
  add m7, m7, m4
  sub m6, m6, m9
  brpos m8, L91
  ld32 m6, m13, m15, 9
  brz m6, L208
  ld32 m6, m13, m15, 12
  addi m6, m6, 0
  st32 m6, m13, m15, 18
  ld32 m6, m13, m15, 8
  addi m6, m6, 0
  st32 m6, m13, m15, 19
  ld32 m6, m13, m15, 9
  addi m8, m6, -1
L145:
  ld32 m6, m13, m15, 13
  ld32 m7, m13, m15, 18
  add m7, m7, m6
  st32 m7, m13, m15, 18
  ld32 m6, m13, m15, 19
  addi m6, m6, 8
  st32 m6, m13, m15, 19
  ld32 m6, m13, m15, 15
  ld32 m9, m13, m15, 18
  ld32 m11, m13, m15, 19
  ld32 m10, m13, m15, 14
  addi m7, m6, 0
  addi m6, m9, 0
  addi m9, m11, 0
  addi m10, m10, 0
L160:
  ld32 m11, m13, m15, 17
  lda64r a4:5, m9, m11
  lda64 a2:3, m6, m15, 1
  lda64r a0:1, m6, m2
  { ld32 m11, m13, m15, 20 ; f32v2mul a6:7, a0:1, a4:5 }
  { rpt m11, 5 ; mov32 a14, a14 }
  { lda64 a10:11, m7, m15, 0 ; f32v2mul a8:9, a2:3, a4:5 }
  { lda64 a2:3, m6, m15, 1 ; f32add a6, a6, a7 }
  { lda64r a0:1, m6, m2 ; f32add a7, a8, a9 }
  { nop ; f32v2add a6:7, a10:11, a6:7 }
  { sta64r a6:7, m7, m1 ; f32v2mul a6:7, a0:1, a4:5 }
  brz m3, L196
  addi m11, m3, 0
  seti m12, 4095
L181:
  umin m14, m11, m12
  sub m11, m11, m14
  rpt m14, 5
  { lda64 a10:11, m7, m15, 0 ; f32v2mul a8:9, a2:3, a4:5 }
  { lda64 a2:3, m6, m15, 1 ; f32add a6, a6, a7 }
  { lda64r a0:1, m6, m2 ; f32add a7, a8, a9 }
  { nop ; f32v2add a6:7, a10:11, a6:7 }
  { sta64r a6:7, m7, m1 ; f32v2mul a6:7, a0:1, a4:5 }
  { brnz m11, L181 ; mov32 a14, a14 }
L196:
  { lda64 a10:11, m7, m15, 0 ; f32v2mul a8:9, a2:3, a4:5 }
  { addi m10, m10, -6 ; f32add a6, a6, a7 }
  f32add a7, a8, a9
  f32v2add a6:7, a10:11, a6:7
  sta64r a6:7, m7, m1
  ld32 m11, m13, m15, 21
  add m7, m7, m4
  sub m6, m6, m11
  brpos m10, L160
  brnzdec m8, L145
L208:
  ld32 m6, m13, m15, 10
  ld32 m6, m6, m15, 1
  ld32 m7, m13, m15, 11
  add m7, m7, m6
  st32 m7, m13, m15, 11
  ld32 m6, m13, m15, 10
  ld32 m6, m6, m15, 2
  ld32 m7, m13, m15, 12
  add m7, m7, m6
  st32 m7, m13, m15, 12
  brnzdec m5, L76
  ld32 m1, m13, m15, 10
  addi m1, m1, 32
  st32 m1, m13, m15, 10
  brnzdec m0, L29
L223:
  exit
