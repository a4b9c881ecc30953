.codelet state_gradient_sample
  { ld32 m5, m12, m15, 5 ; aseti a1, 1.0 }
  ld32 m0, m12, m15, 0
  ld32 m1, m12, m15, 1
  ld32 m2, m12, m15, 2
  lda32 a0, m12, m15, 6
  ld32 m3, m12, m15, 4
  ld32 m4, m12, m15, 3
  ld32 m5, m5, m15, 0
  seti m6, 4095
L10:
  umin m7, m5, m6
  sub m5, m5, m7
  { rpt m7, 11 ; mov32 a14, a14 }
  { ld32step m7, m15, m3, 1 ; mov32 a14, a14 }
  { lda32x a3, m0, m7 ; mov32 a14, a14 }
  { lda32x a2, m1, m7 ; mov32 a14, a14 }
  { lda32step a2, m15, m4, 1 ; f32sub a3, a3, a2 }
  { lda32x a4, m2, m7 ; f32abs a3, a3 }
  { nop ; f32mul a3, a0, a3 }
  { nop ; f32add a3, a3, a1 }
  { nop ; f32mul a3, a3, a3 }
  { nop ; f32rcp a3, a3 }
  { nop ; f32mac a4, a2, a3 }
  { sta32x a4, m2, m7 ; mov32 a14, a14 }
  brnz m5, L10
  exit
