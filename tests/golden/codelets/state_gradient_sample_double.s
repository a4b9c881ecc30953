.codelet state_gradient_sample_double
  { seti m0, 4095 ; aseti a1, 1.0 }
  ld32 m6, m12, m15, 7
  ld32 m1, m12, m15, 5
  umin m7, m6, m0
  ld32 m8, m1, m15, 0
  ld32 m1, m12, m15, 0
  ld32 m2, m12, m15, 1
  ld32 m3, m12, m15, 2
  lda32 a0, m12, m15, 6
  ld32 m4, m12, m15, 4
  ld32 m5, m12, m15, 3
  sub m6, m6, m7
  brz m8, L42
  addi m8, m8, -1
L15:
  ld32step m9, m15, m4, 1
  lda32x a3, m1, m9
  lda32x a2, m2, m9
  { lda32step a2, m15, m5, 1 ; f32sub a3, a3, a2 }
  { lda32x a4, m3, m9 ; f32abs a3, a3 }
  f32mul a3, a0, a3
  f32add a3, a3, a1
  f32mul a3, a3, a3
  f32rcp a3, a3
  f32mac a4, a2, a3
  sta32x a4, m3, m9
  { rpt m7, 1 ; mov32 a14, a14 }
  { nop ; mov32 a14, a14 }
  brz m6, L41
  addi m9, m6, 0
L34:
  umin m10, m9, m0
  sub m9, m9, m10
  { rpt m10, 1 ; mov32 a14, a14 }
  { nop ; mov32 a14, a14 }
  brnz m9, L34
L41:
  brnzdec m8, L15
L42:
  { exit ; mov32 a14, a14 }
