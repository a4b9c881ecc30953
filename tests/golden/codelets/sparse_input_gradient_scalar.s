.codelet sparse_input_gradient_scalar
  ld32 m0, m12, m15, 3
  ld32 m0, m0, m15, 0
  brz m0, L41
  ld32 m1, m12, m15, 5
  seti m2, 4095
  umin m3, m1, m2
  shli m2, m1, 2
  sub m1, m1, m3
  ld32 m4, m12, m15, 0
  ld32 m5, m12, m15, 1
  ld32 m6, m12, m15, 2
  ld32 m7, m12, m15, 4
  { addi m0, m0, -1 ; mov32 a14, a14 }
L14:
  { ld32step m8, m15, m6, 1 ; aseti a0, 0.0 }
  mul m8, m8, m2
  addi m9, m5, 0
  add m8, m8, m4
  rpt m3, 3
  { lda32step a1, m15, m8, 1 ; mov32 a14, a14 }
  { lda32step a2, m15, m9, 1 ; mov32 a14, a14 }
  { nop ; f32mac a0, a1, a2 }
  brz m1, L39
  addi m10, m1, 0
  seti m11, 4095
L29:
  umin m12, m10, m11
  sub m10, m10, m12
  rpt m12, 3
  { lda32step a1, m15, m8, 1 ; mov32 a14, a14 }
  { lda32step a2, m15, m9, 1 ; mov32 a14, a14 }
  { nop ; f32mac a0, a1, a2 }
  brnz m10, L29
L39:
  sta32step a0, m15, m7, 1
  brnzdec m0, L14
L41:
  exit
