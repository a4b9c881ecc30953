.codelet sparse_weight_gradient_scalar
  ld32 m1, m12, m15, 7
  sub m0, m1, m14
  shli m2, m14, 2
  ld32 m3, m12, m15, 0
  ld32 m4, m12, m15, 1
  addi m5, m0, -1
  seti m0, 4095
  shli m1, m1, 2
  add m3, m3, m2
  add m2, m4, m2
  brneg m5, L42
L11:
  ld32 m10, m12, m15, 6
  addi m4, m2, 0
  ld32 m6, m12, m15, 2
  ld32 m7, m12, m15, 3
  ld32 m8, m12, m15, 4
  ld32 m9, m12, m15, 5
  addi m10, m10, -1
L18:
  ld32r m11, m8, m9
  lda32r a0, m4, m1
  addi m13, m6, 0
  add m6, m6, m7
L22:
  umin m14, m11, m0
  sub m11, m11, m14
  { rpt m14, 5 ; mov32 a14, a14 }
  { ld32step m14, m15, m13, 1 ; mov32 a14, a14 }
  { mul m14, m14, m1 ; mov32 a14, a14 }
  { lda32 a1, m3, m14, 0 ; mov32 a14, a14 }
  { nop ; f32add a1, a1, a0 }
  { sta32 a1, m3, m14, 0 ; mov32 a14, a14 }
  brnz m11, L22
  brnzdec m10, L18
  addi m5, m5, -6
  addi m3, m3, 24
  addi m2, m2, 24
  brpos m5, L11
L42:
  { exit ; mov32 a14, a14 }
