.codelet conv_bias_gradient
  ld32 m0, m12, m15, 1
  ld32 m1, m12, m15, 5
  shli m2, m1, 2
  addi m7, m1, -1
  seti m1, 4095
  sub m0, m0, m14
  shli m3, m14, 2
  ld32 m4, m12, m15, 0
  mul m5, m2, m14
  ld32 m6, m12, m15, 3
  umin m8, m7, m1
  addi m9, m0, -1
  ld32 m0, m12, m15, 4
  ld32 m1, m12, m15, 2
  add m3, m4, m3
  add m4, m6, m5
  sub m5, m7, m8
  muli m2, m2, 6
  lda32 a0, m12, m15, 6
  brneg m9, L48
L20:
  { addi m6, m4, 0 ; mov32 a1, a14 }
  addi m7, m1, -1
L23:
  addi m10, m6, 0
  lda32step a2, m15, m10, 1
  rpt m8, 1
  { lda32step a2, m15, m10, 1 ; f32add a1, a1, a2 }
  brz m5, L38
  addi m11, m5, 0
  seti m12, 4095
L31:
  umin m13, m11, m12
  sub m11, m11, m13
  rpt m13, 1
  { lda32step a2, m15, m10, 1 ; f32add a1, a1, a2 }
  { brnz m11, L31 ; mov32 a14, a14 }
L38:
  { add m6, m6, m0 ; f32add a1, a1, a2 }
  brnzdec m7, L23
  lda32 a2, m3, m15, 0
  { addi m9, m9, -6 ; f32mac a2, a1, a0 }
  sta32 a2, m3, m15, 0
  addi m3, m3, 24
  add m4, m4, m2
  brpos m9, L20
L48:
  { exit ; mov32 a14, a14 }
