.codelet dense_forward
  ld32 m0, m12, m15, 3
  sub m0, m0, m14
  addi m0, m0, -1
  st32 m0, m13, m15, 18
  ld32 m0, m13, m15, 18
  brneg m0, L216
  addi m0, m14, 0
  st32 m0, m13, m15, 9
  ld32 m1, m12, m15, 2
  ld32 m0, m12, m15, 1
  st32 m1, m13, m15, 10
  shli m0, m0, 3
  st32 m0, m13, m15, 19
  ld32 m0, m12, m15, 0
  st32 m0, m13, m15, 1
  ld32 m0, m13, m15, 10
  ld32 m1, m13, m15, 19
  mul m0, m1, m0
  ld32 m1, m13, m15, 1
  ld32 m2, m13, m15, 10
  add m0, m1, m0
  st32 m0, m13, m15, 14
  addi m0, m15, 0
  st32 m0, m13, m15, 24
  shli m0, m2, 3
  ld32 m1, m13, m15, 9
  mul m1, m0, m1
  ld32 m2, m12, m15, 4
  add m1, m2, m1
  st32 m1, m13, m15, 13
  muli m0, m0, 6
  st32 m0, m13, m15, 25
  ld32 m0, m12, m15, 5
  st32 m0, m13, m15, 0
  ld32 m1, m12, m15, 7
  ld32 m0, m12, m15, 6
  st32 m1, m13, m15, 15
  addi m0, m0, -1
L38:
  ld32 m1, m13, m15, 15
  ld32 m1, m1, m15, 3
  st32 m1, m13, m15, 8
  ld32 m1, m13, m15, 15
  ld32 m3, m13, m15, 15
  ld32 m2, m1, m15, 5
  ld32 m1, m3, m15, 2
  add m1, m2, m1
  shri m1, m1, 1
  ld32 m4, m13, m15, 15
  addi m1, m1, -8
  st32 m1, m13, m15, 12
  ld32 m1, m13, m15, 15
  ld32 m1, m1, m15, 6
  st32 m1, m13, m15, 2
  ld32 m1, m13, m15, 0
  ld32 m3, m13, m15, 2
  add m1, m1, m3
  st32 m1, m13, m15, 16
  ld32 m1, m13, m15, 15
  ld32 m1, m1, m15, 7
  st32 m1, m13, m15, 7
  ld32 m1, m13, m15, 1
  ld32 m3, m13, m15, 7
  add m1, m1, m3
  st32 m1, m13, m15, 17
  ld32 m1, m13, m15, 8
  addi m1, m1, -1
  st32 m1, m13, m15, 6
  ld32 m1, m13, m15, 6
  shri m1, m1, 1
  st32 m1, m13, m15, 11
  seti m1, 4095
  st32 m1, m13, m15, 5
  ld32 m1, m13, m15, 5
  ld32 m3, m13, m15, 11
  umin m1, m3, m1
  st32 m1, m13, m15, 26
  ld32 m1, m13, m15, 8
  ld32 m5, m13, m15, 11
  ld32 m6, m13, m15, 26
  andi m1, m1, 1
  st32 m1, m13, m15, 27
  ld32 m1, m13, m15, 8
  mul m1, m1, m2
  st32 m1, m13, m15, 28
  ld32 m1, m13, m15, 12
  muli m1, m1, 6
  st32 m1, m13, m15, 29
  ld32 m1, m4, m15, 4
  ld32 m3, m13, m15, 8
  mul m3, m3, m1
  st32 m3, m13, m15, 4
  ld32 m3, m13, m15, 4
  ld32 m4, m13, m15, 29
  sub m4, m4, m3
  st32 m4, m13, m15, 29
  ld32 m3, m13, m15, 15
  ld32 m3, m3, m15, 0
  st32 m3, m13, m15, 3
  ld32 m4, m13, m15, 3
  sub m3, m5, m6
  addi m4, m4, -1
L101:
  ld32 m5, m13, m15, 9
  ld32 m6, m13, m15, 12
  mul m5, m6, m5
  ld32 m6, m13, m15, 16
  add m5, m6, m5
  st32 m5, m13, m15, 20
  ld32 m5, m13, m15, 17
  addi m5, m5, 0
  st32 m5, m13, m15, 21
  ld32 m5, m13, m15, 14
  addi m5, m5, 0
  st32 m5, m13, m15, 22
  ld32 m5, m13, m15, 13
  addi m5, m5, 0
  st32 m5, m13, m15, 23
  ld32 m5, m13, m15, 10
  addi m7, m5, -1
L118:
  ld32 m5, m13, m15, 19
  ld32 m9, m13, m15, 21
  ld32 m6, m13, m15, 20
  ld32 m8, m13, m15, 21
  ld32 m11, m13, m15, 22
  ld32 m12, m13, m15, 23
  add m9, m9, m5
  st32 m9, m13, m15, 21
  ld32 m5, m13, m15, 22
  addi m5, m5, 8
  st32 m5, m13, m15, 22
  ld32 m5, m13, m15, 23
  addi m5, m5, 8
  st32 m5, m13, m15, 23
  ld32 m10, m13, m15, 18
  addi m5, m6, 0
  addi m6, m8, 0
  addi m8, m11, 0
  addi m9, m12, 0
  addi m10, m10, 0
L138:
  { ld32 m11, m13, m15, 24 ; mov64 a6:7, a14:15 }
  { ld32 m12, m13, m15, 26 ; mov64 a2:3, a14:15 }
  lda64r a8:9, m8, m11
  lda64r a4:5, m5, m1
  { rpt m12, 4 ; mov32 a14, a14 }
  { lda128r a0:3, m6, m2 ; f32v2macb a8:9, a7, a2:3 }
  { lda64r a6:7, m5, m1 ; f32v2macb a8:9, a4, a0:1 }
  { lda128r a0:3, m6, m2 ; f32v2macb a8:9, a5, a2:3 }
  { lda64r a4:5, m5, m1 ; f32v2macb a8:9, a6, a0:1 }
  brz m3, L169
  addi m11, m3, 0
  seti m12, 4095
L157:
  umin m14, m11, m12
  sub m11, m11, m14
  rpt m14, 4
  { lda128r a0:3, m6, m2 ; f32v2macb a8:9, a7, a2:3 }
  { lda64r a6:7, m5, m1 ; f32v2macb a8:9, a4, a0:1 }
  { lda128r a0:3, m6, m2 ; f32v2macb a8:9, a5, a2:3 }
  { lda64r a4:5, m5, m1 ; f32v2macb a8:9, a6, a0:1 }
  brnz m11, L157
L169:
  ld32 m11, m13, m15, 27
  { brnz m11, L182 ; mov32 a14, a14 }
  { lda128r a0:3, m6, m2 ; f32v2macb a8:9, a7, a2:3 }
  { lda64r a6:7, m5, m1 ; f32v2macb a8:9, a4, a0:1 }
  { lda128r a0:3, m6, m2 ; f32v2macb a8:9, a5, a2:3 }
  { nop ; f32v2macb a8:9, a6, a0:1 }
  { br L186 ; f32v2macb a8:9, a7, a2:3 }
L182:
  { lda128r a0:3, m6, m2 ; f32v2macb a8:9, a7, a2:3 }
  f32v2macb a8:9, a4, a0:1
  f32v2macb a8:9, a5, a2:3
L186:
  ld32 m11, m13, m15, 25
  sta64r a8:9, m9, m11
  ld32 m12, m13, m15, 29
  ld32 m11, m13, m15, 28
  addi m10, m10, -6
  add m5, m5, m12
  sub m6, m6, m11
  brpos m10, L138
  brnzdec m7, L118
  ld32 m5, m13, m15, 13
  addi m5, m5, 0
  st32 m5, m13, m15, 14
  ld32 m5, m13, m15, 25
  addi m5, m5, 0
  st32 m5, m13, m15, 24
  ld32 m5, m13, m15, 15
  ld32 m5, m5, m15, 1
  ld32 m6, m13, m15, 16
  add m6, m6, m5
  st32 m6, m13, m15, 16
  ld32 m5, m13, m15, 15
  ld32 m5, m5, m15, 2
  ld32 m6, m13, m15, 17
  add m6, m6, m5
  st32 m6, m13, m15, 17
  brnzdec m4, L101
  ld32 m1, m13, m15, 15
  addi m1, m1, 32
  st32 m1, m13, m15, 15
  brnzdec m0, L38
L216:
  { exit ; mov32 a14, a14 }
