.codelet spike_weight_gradient_f16
  ld32 m0, m12, m15, 2
  seti m1, 6
  umin m0, m0, m1
  st32 m0, m13, m15, 3
  ld32 m0, m13, m15, 3
  cmpult m0, m14, m0
  brz m0, L140
  ld32 m0, m12, m15, 8
  sub m0, m0, m14
  addi m0, m0, -1
  st32 m0, m13, m15, 8
  ld32 m0, m13, m15, 8
  brneg m0, L140
  ld32 m0, m12, m15, 3
  shli m1, m0, 3
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
  ld32 m1, m13, m15, 1
  add m0, m1, m0
  st32 m0, m13, m15, 0
  ld32 m0, m12, m15, 6
  ld32 m1, m13, m15, 3
  mul m3, m0, m1
  shli m1, m14, 2
  ld32 m2, m12, m15, 7
  st32 m3, m13, m15, 4
  add m1, m2, m1
  st32 m1, m13, m15, 5
  ld32 m1, m13, m15, 3
  shli m1, m1, 2
  st32 m1, m13, m15, 6
  ld32 m1, m13, m15, 2
  ld32 m3, m13, m15, 3
  shli m2, m1, 4
  addi m5, m3, -1
  mul m0, m0, m14
  ld32 m1, m12, m15, 5
  mul m3, m2, m14
  ld32 m4, m12, m15, 9
  mul m2, m2, m5
  lda32 a4, m12, m15, 10
  add m0, m1, m0
  add m1, m4, m3
  st32 m2, m13, m15, 7
L53:
  ld32 m4, m13, m15, 5
  ld32 m2, m13, m15, 6
  ld32r m2, m4, m2
  addi m3, m2, -1
  st32 m4, m13, m15, 5
  shri m3, m3, 1
  seti m4, 4095
  umin m4, m3, m4
  ld32 m6, m13, m15, 1
  ld32 m7, m13, m15, 0
  ld32 m8, m13, m15, 2
  sub m3, m3, m4
  andi m5, m2, 1
  addi m6, m6, 0
  addi m7, m7, 0
  addi m8, m8, -1
L69:
  lda64step a0:1, m15, m1, 1
  { lda64step a2:3, m15, m1, 1 ; f32v2mulb a0:1, a4, a0:1 }
  { nop ; f32v2mulb a2:3, a4, a2:3 }
  { brz m2, L124 ; f32v4tof16 a0:1, a0:3 }
  addi m11, m0, 0
  ldz16step m9, m15, m11, 1
  { rpt m4, 6 ; mov32 a14, a14 }
  { lda64x a2:3, m6, m9 ; mov32 a14, a14 }
  { ldz16step m10, m15, m11, 1 ; f16v4add a2:3, a2:3, a0:1 }
  { sta64x a2:3, m6, m9 ; mov32 a14, a14 }
  { lda64x a2:3, m6, m10 ; mov32 a14, a14 }
  { ldz16step m9, m15, m11, 1 ; f16v4add a2:3, a2:3, a0:1 }
  { sta64x a2:3, m6, m10 ; mov32 a14, a14 }
  brz m3, L111
  addi m12, m3, 0
  seti m14, 4095
L95:
  umin m10, m12, m14
  sub m12, m12, m10
  rpt m10, 6
  { lda64x a2:3, m6, m9 ; mov32 a14, a14 }
  { ldz16step m10, m15, m11, 1 ; f16v4add a2:3, a2:3, a0:1 }
  { sta64x a2:3, m6, m9 ; mov32 a14, a14 }
  { lda64x a2:3, m6, m10 ; mov32 a14, a14 }
  { ldz16step m9, m15, m11, 1 ; f16v4add a2:3, a2:3, a0:1 }
  { sta64x a2:3, m6, m10 ; mov32 a14, a14 }
  brnz m12, L95
L111:
  brnz m5, L121
  { lda64x a2:3, m6, m9 ; mov32 a14, a14 }
  { ldz16step m10, m15, m11, 1 ; f16v4add a2:3, a2:3, a0:1 }
  sta64x a2:3, m6, m9
  lda64x a2:3, m6, m10
  f16v4add a2:3, a2:3, a0:1
  sta64x a2:3, m6, m10
  br L124
L121:
  lda64x a2:3, m6, m9
  f16v4add a2:3, a2:3, a0:1
  sta64x a2:3, m6, m9
L124:
  lda64 a2:3, m7, m15, 0
  f16v4add a2:3, a2:3, a0:1
  sta64step a2:3, m15, m7, 1
  ld32 m9, m13, m15, 9
  add m6, m6, m9
  brnzdec m8, L69
  ld32 m2, m13, m15, 3
  ld32 m5, m13, m15, 8
  ld32 m3, m13, m15, 4
  ld32 m4, m13, m15, 7
  sub m5, m5, m2
  st32 m5, m13, m15, 8
  ld32 m2, m13, m15, 8
  add m0, m0, m3
  add m1, m1, m4
  brpos m2, L53
L140:
  { exit ; mov32 a14, a14 }
