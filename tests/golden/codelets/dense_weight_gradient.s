.codelet dense_weight_gradient
  ld32 m0, m12, m15, 3
  st32 m0, m13, m15, 2
  ld32 m0, m12, m15, 2
  st32 m0, m13, m15, 10
  ld32 m0, m13, m15, 2
  addi m0, m0, -1
  shri m1, m0, 1
  seti m0, 4095
  ld32 m2, m13, m15, 10
  umin m0, m1, m0
  st32 m0, m13, m15, 22
  ld32 m0, m13, m15, 2
  ld32 m5, m13, m15, 22
  andi m0, m0, 1
  st32 m0, m13, m15, 23
  shli m0, m2, 3
  ld32 m2, m13, m15, 2
  mul m2, m2, m0
  st32 m2, m13, m15, 24
  ld32 m3, m12, m15, 4
  ld32 m2, m12, m15, 1
  st32 m3, m13, m15, 11
  shli m2, m2, 3
  st32 m2, m13, m15, 16
  ld32 m2, m12, m15, 0
  st32 m2, m13, m15, 0
  ld32 m2, m12, m15, 5
  st32 m2, m13, m15, 1
  ld32 m4, m12, m15, 7
  ld32 m3, m12, m15, 6
  sub m1, m1, m5
  addi m2, m14, 0
  st32 m4, m13, m15, 12
  addi m4, m3, -1
L34:
  ld32 m3, m13, m15, 12
  ld32 m3, m3, m15, 3
  st32 m3, m13, m15, 25
  ld32 m3, m13, m15, 12
  ld32 m3, m3, m15, 4
  st32 m3, m13, m15, 17
  ld32 m3, m13, m15, 12
  ld32 m3, m3, m15, 5
  st32 m3, m13, m15, 18
  ld32 m3, m13, m15, 12
  ld32 m3, m3, m15, 2
  st32 m3, m13, m15, 9
  ld32 m3, m13, m15, 9
  ld32 m5, m13, m15, 18
  add m3, m5, m3
  st32 m3, m13, m15, 8
  ld32 m3, m13, m15, 8
  shri m3, m3, 1
  st32 m3, m13, m15, 7
  ld32 m3, m13, m15, 12
  ld32 m6, m13, m15, 7
  ld32 m3, m3, m15, 6
  st32 m3, m13, m15, 6
  ld32 m3, m13, m15, 1
  ld32 m5, m13, m15, 6
  add m3, m3, m5
  st32 m3, m13, m15, 19
  ld32 m3, m13, m15, 12
  ld32 m3, m3, m15, 7
  st32 m3, m13, m15, 5
  ld32 m3, m13, m15, 0
  ld32 m5, m13, m15, 5
  add m3, m3, m5
  st32 m3, m13, m15, 13
  ld32 m3, m13, m15, 18
  muli m3, m3, 6
  st32 m3, m13, m15, 26
  addi m5, m6, -8
  ld32 m3, m13, m15, 2
  ld32 m6, m13, m15, 17
  mul m3, m3, m5
  st32 m3, m13, m15, 4
  ld32 m3, m13, m15, 12
  ld32 m7, m13, m15, 4
  ld32 m3, m3, m15, 0
  st32 m3, m13, m15, 3
  muli m6, m6, 6
  ld32 m3, m13, m15, 3
  sub m6, m6, m7
  addi m7, m3, -1
L84:
  ld32 m3, m13, m15, 13
  addi m3, m3, 0
  st32 m3, m13, m15, 20
  ld32 m8, m13, m15, 11
  ld32 m3, m13, m15, 10
  addi m8, m8, 0
  addi m9, m3, -1
L91:
  ld32 m3, m13, m15, 25
  cmpult m3, m2, m3
  brz m3, L161
  ld32 m10, m13, m15, 18
  ld32 m3, m13, m15, 17
  ld32 m11, m13, m15, 19
  mul m10, m2, m10
  st32 m10, m13, m15, 21
  mul m3, m2, m3
  ld32 m10, m13, m15, 20
  ld32 m12, m13, m15, 21
  add m3, m11, m3
  add m10, m10, m12
L104:
  { ld32 m11, m13, m15, 22 ; mov64 a6:7, a14:15 }
  { lda128 a0:3, m10, m15, 0 ; mov64 a8:9, a14:15 }
  lda64r a4:5, m3, m5
  rpt m11, 4
  { lda64r a8:9, m8, m0 ; f32v2macb a2:3, a7, a8:9 }
  { lda64r a6:7, m3, m5 ; f32v2macb a0:1, a4, a8:9 }
  { lda64r a8:9, m8, m0 ; f32v2macb a2:3, a5, a8:9 }
  { lda64r a4:5, m3, m5 ; f32v2macb a0:1, a6, a8:9 }
  brz m1, L133
  addi m11, m1, 0
  seti m12, 4095
L121:
  umin m14, m11, m12
  sub m11, m11, m14
  rpt m14, 4
  { lda64r a8:9, m8, m0 ; f32v2macb a2:3, a7, a8:9 }
  { lda64r a6:7, m3, m5 ; f32v2macb a0:1, a4, a8:9 }
  { lda64r a8:9, m8, m0 ; f32v2macb a2:3, a5, a8:9 }
  { lda64r a4:5, m3, m5 ; f32v2macb a0:1, a6, a8:9 }
  brnz m11, L121
L133:
  ld32 m11, m13, m15, 23
  { brnz m11, L146 ; mov32 a14, a14 }
  { lda64r a8:9, m8, m0 ; f32v2macb a2:3, a7, a8:9 }
  { lda64r a6:7, m3, m5 ; f32v2macb a0:1, a4, a8:9 }
  { lda64r a8:9, m8, m0 ; f32v2macb a2:3, a5, a8:9 }
  { nop ; f32v2macb a0:1, a6, a8:9 }
  { br L150 ; f32v2macb a2:3, a7, a8:9 }
L146:
  { lda64r a8:9, m8, m0 ; f32v2macb a2:3, a7, a8:9 }
  f32v2macb a0:1, a4, a8:9
  f32v2macb a2:3, a5, a8:9
L150:
  sta64 a0:1, m10, m15, 0
  sta64 a2:3, m10, m15, 1
  addi m2, m2, 6
  ld32 m11, m13, m15, 25
  ld32 m14, m13, m15, 26
  ld32 m12, m13, m15, 24
  cmpult m11, m2, m11
  add m10, m10, m14
  add m3, m3, m6
  sub m8, m8, m12
  brnz m11, L104
L161:
  ld32 m3, m13, m15, 16
  ld32 m10, m13, m15, 20
  ld32 m11, m13, m15, 25
  add m10, m10, m3
  sub m2, m2, m11
  st32 m10, m13, m15, 20
  addi m8, m8, 8
  brnzdec m9, L91
  ld32 m3, m13, m15, 12
  ld32 m3, m3, m15, 1
  st32 m3, m13, m15, 15
  ld32 m3, m13, m15, 15
  ld32 m8, m13, m15, 19
  add m8, m8, m3
  st32 m8, m13, m15, 19
  ld32 m3, m13, m15, 12
  ld32 m3, m3, m15, 2
  st32 m3, m13, m15, 14
  ld32 m3, m13, m15, 13
  ld32 m8, m13, m15, 14
  add m3, m3, m8
  st32 m3, m13, m15, 13
  brnzdec m7, L84
  ld32 m3, m13, m15, 12
  addi m3, m3, 32
  st32 m3, m13, m15, 12
  brnzdec m4, L34
  { exit ; mov32 a14, a14 }
