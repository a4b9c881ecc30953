.codelet mse_membrane_loss
  shli m1, m14, 2
  ld32 m0, m12, m15, 4
  add m4, m0, m1
  ld32 m2, m12, m15, 5
  ld32 m3, m12, m15, 0
  ld32 m0, m12, m15, 8
  st32 m4, m13, m15, 0
  add m4, m2, m1
  sub m3, m3, m14
  ld32 m1, m12, m15, 7
  ld32 m2, m0, m15, 0
  st32 m4, m13, m15, 2
  addi m3, m3, -1
  ld32 m0, m12, m15, 6
  mul m1, m2, m1
  st32 m3, m13, m15, 1
  { lda32 a2, m12, m15, 9 ; mov32 a14, a14 }
  { add m0, m0, m1 ; f32add a3, a2, a2 }
  ld32 m1, m12, m15, 3
  ld32 m2, m13, m15, 1
  lda32 a0, m12, m15, 10
  lda32 a1, m12, m15, 11
  sub m0, m0, m1
  addi m1, m14, 0
  { brneg m2, L90 ; mov32 a14, a14 }
L28:
  { ld32 m3, m13, m15, 0 ; mov32 a4, a14 }
  ld32step m2, m15, m3, 6
  ld32 m6, m12, m15, 1
  st32 m3, m13, m15, 0
  addi m3, m15, 0
  addi m2, m2, 0
  ld32 m4, m12, m15, 2
  ld32 m5, m12, m15, 3
  addi m6, m6, -1
L38:
  ld32 m8, m4, m15, 5
  ld32 m7, m4, m15, 6
  mul m8, m1, m8
  add m9, m8, m7
  ld32 m10, m4, m15, 0
  ld32 m7, m4, m15, 1
  ld32 m8, m4, m15, 2
  add m9, m9, m5
  addi m10, m10, -1
L47:
  addi m11, m9, 0
  add m9, m9, m7
  addi m14, m8, -1
L50:
  { lda32step a5, m15, m11, 1 ; mov32 a14, a14 }
  { movz m3, m11, m2 ; f32sub a5, a5, a1 }
  { addi m2, m2, -1 ; f32mul a6, a5, a3 }
  { sta32 a6, m11, m0, -1 ; f32mul a5, a5, a5 }
  { brnzdec m14, L50 ; f32add a4, a4, a5 }
  brnzdec m10, L47
  addi m4, m4, 32
  brnzdec m6, L38
  lda32 a5, m3, m15, -1
  { addi m1, m1, 6 ; f32sub a6, a5, a1 }
  { nop ; f32mul a7, a6, a3 }
  { sta32 a7, m3, m0, -1 ; f32sub a7, a5, a0 }
  f32mul a5, a6, a6
  f32mul a6, a7, a3
  { sta32 a6, m3, m0, -1 ; f32sub a4, a4, a5 }
  { ld32 m2, m13, m15, 2 ; f32mul a5, a7, a7 }
  { lda32 a5, m2, m15, 0 ; f32add a4, a4, a5 }
  { ld32 m2, m13, m15, 2 ; f32mul a4, a4, a2 }
  f32add a4, a5, a4
  sta32 a4, m2, m15, 0
  ld32 m2, m13, m15, 2
  addi m2, m2, 24
  st32 m2, m13, m15, 2
  ld32 m2, m13, m15, 1
  addi m2, m2, -6
  st32 m2, m13, m15, 1
  ld32 m2, m13, m15, 1
  brpos m2, L28
L90:
  { exit ; mov32 a14, a14 }
