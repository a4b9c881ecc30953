.codelet spike_weight_gradient_quads
  ld32 m0, m12, m15, 2
  seti m1, 6
  umin m0, m0, m1
  st32 m0, m13, m15, 3
  ld32 m0, m13, m15, 3
  cmpult m0, m14, m0
  brz m0, L163
  ld32 m0, m12, m15, 8
  sub m0, m0, m14
  addi m0, m0, -1
  st32 m0, m13, m15, 8
  ld32 m0, m13, m15, 8
  brneg m0, L163
  ld32 m0, m12, m15, 3
  shli m1, m0, 4
  ld32 m0, m12, m15, 1
  st32 m1, m13, m15, 9
  ld32 m2, m12, m15, 4
  mul m0, m0, m14
  ld32 m1, m12, m15, 0
  st32 m2, m13, m15, 2
  add m0, m1, m0
  st32 m0, m13, m15, 1
  ld32 m0, m13, m15, 2
  ld32 m1, m13, m15, 9
  mul m0, m0, m1
  ld32 m2, m13, m15, 1
  ld32 m1, m12, m15, 6
  add m3, m2, m0
  mul m0, m1, m14
  ld32 m2, m12, m15, 5
  st32 m3, m13, m15, 0
  add m0, m2, m0
  st32 m0, m13, m15, 10
  ld32 m0, m13, m15, 3
  mul m2, m1, m0
  shli m0, m14, 2
  ld32 m1, m12, m15, 7
  st32 m2, m13, m15, 4
  add m0, m1, m0
  st32 m0, m13, m15, 5
  ld32 m0, m13, m15, 3
  shli m0, m0, 2
  st32 m0, m13, m15, 6
  ld32 m0, m13, m15, 2
  ld32 m1, m13, m15, 3
  shli m0, m0, 4
  addi m3, m1, -1
  mul m1, m0, m14
  ld32 m2, m12, m15, 9
  mul m3, m0, m3
  add m0, m2, m1
  st32 m3, m13, m15, 7
L53:
  ld32 m3, m13, m15, 5
  ld32 m1, m13, m15, 6
  ld32r m1, m3, m1
  addi m2, m1, -1
  st32 m3, m13, m15, 5
  shri m2, m2, 1
  seti m3, 4095
  umin m3, m2, m3
  ld32 m5, m13, m15, 1
  ld32 m6, m13, m15, 0
  ld32 m7, m13, m15, 2
  sub m2, m2, m3
  andi m4, m1, 1
  addi m5, m5, 0
  addi m6, m6, 0
  addi m7, m7, -1
L69:
  lda64step a0:1, m15, m0, 1
  lda64step a2:3, m15, m0, 1
  brz m1, L144
  ld32 m8, m13, m15, 10
  addi m11, m8, 0
  addi m8, m5, 8
  ldz16step m9, m15, m11, 1
  { rpt m3, 10 ; mov32 a14, a14 }
  { lda128x a4:7, m5, m9 ; mov32 a14, a14 }
  { shli m9, m9, 1 ; f32v4add a4:7, a0:3 }
  { sta64x a4:5, m5, m9 ; mov32 a14, a14 }
  { ldz16step m10, m15, m11, 1 ; mov32 a14, a14 }
  { sta64x a6:7, m8, m9 ; mov32 a14, a14 }
  { lda128x a4:7, m5, m10 ; mov32 a14, a14 }
  { shli m10, m10, 1 ; f32v4add a4:7, a0:3 }
  { sta64x a4:5, m5, m10 ; mov32 a14, a14 }
  { ldz16step m9, m15, m11, 1 ; mov32 a14, a14 }
  { sta64x a6:7, m8, m10 ; mov32 a14, a14 }
  brz m2, L125
  addi m12, m2, 0
  seti m14, 4095
L101:
  umin m10, m12, m14
  sub m12, m12, m10
  rpt m10, 10
  { lda128x a4:7, m5, m9 ; mov32 a14, a14 }
  { shli m9, m9, 1 ; f32v4add a4:7, a0:3 }
  { sta64x a4:5, m5, m9 ; mov32 a14, a14 }
  { ldz16step m10, m15, m11, 1 ; mov32 a14, a14 }
  { sta64x a6:7, m8, m9 ; mov32 a14, a14 }
  { lda128x a4:7, m5, m10 ; mov32 a14, a14 }
  { shli m10, m10, 1 ; f32v4add a4:7, a0:3 }
  { sta64x a4:5, m5, m10 ; mov32 a14, a14 }
  { ldz16step m9, m15, m11, 1 ; mov32 a14, a14 }
  { sta64x a6:7, m8, m10 ; mov32 a14, a14 }
  brnz m12, L101
L125:
  brnz m4, L139
  { lda128x a4:7, m5, m9 ; mov32 a14, a14 }
  { shli m9, m9, 1 ; f32v4add a4:7, a0:3 }
  sta64x a4:5, m5, m9
  ldz16step m10, m15, m11, 1
  sta64x a6:7, m8, m9
  lda128x a4:7, m5, m10
  { shli m10, m10, 1 ; f32v4add a4:7, a0:3 }
  sta64x a4:5, m5, m10
  sta64x a6:7, m8, m10
  br L144
L139:
  lda128x a4:7, m5, m9
  { shli m9, m9, 1 ; f32v4add a4:7, a0:3 }
  sta64x a4:5, m5, m9
  sta64x a6:7, m8, m9
L144:
  lda128 a4:7, m6, m15, 0
  f32v4add a4:7, a0:3
  sta64step a4:5, m15, m6, 1
  sta64step a6:7, m15, m6, 1
  ld32 m8, m13, m15, 9
  add m5, m5, m8
  brnzdec m7, L69
  ld32 m1, m13, m15, 4
  ld32 m2, m13, m15, 10
  add m2, m2, m1
  st32 m2, m13, m15, 10
  ld32 m1, m13, m15, 3
  ld32 m3, m13, m15, 8
  ld32 m2, m13, m15, 7
  sub m3, m3, m1
  st32 m3, m13, m15, 8
  ld32 m1, m13, m15, 8
  add m0, m0, m2
  brpos m1, L53
L163:
  exit
