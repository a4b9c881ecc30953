.codelet sparse_state_update_scalar
  ld32 m0, m12, m15, 3
  ld32 m0, m0, m15, 0
  seti m1, 4095
  umin m1, m0, m1
  ld32 m4, m12, m15, 7
  sub m0, m0, m1
  ld32 m2, m12, m15, 0
  ld32 m3, m12, m15, 2
  shli m5, m4, 2
  ld32 m6, m12, m15, 4
  ld32 m7, m12, m15, 5
  ld32 m8, m12, m15, 6
  ld32 m9, m12, m15, 1
  addi m4, m4, -1
L14:
  { addi m10, m3, 0 ; aseti a0, 0.0 }
  { rpt m1, 4 ; mov32 a14, a14 }
  { ld32step m11, m15, m10, 1 ; mov32 a14, a14 }
  { mul m11, m11, m5 ; mov32 a14, a14 }
  { lda32 a1, m2, m11, 0 ; mov32 a14, a14 }
  { nop ; f32add a0, a0, a1 }
  brz m0, L41
  addi m11, m0, 0
  seti m12, 4095
L29:
  umin m13, m11, m12
  sub m11, m11, m13
  rpt m13, 4
  { ld32step m13, m15, m10, 1 ; mov32 a14, a14 }
  { mul m13, m13, m5 ; mov32 a14, a14 }
  { lda32 a1, m2, m13, 0 ; mov32 a14, a14 }
  { nop ; f32add a0, a0, a1 }
  brnz m11, L29
L41:
  lda32step a1, m15, m7, 1
  { lda32step a1, m15, m6, 1 ; f32mul a0, a1, a0 }
  { lda32 a2, m9, m15, 0 ; mov32 a14, a14 }
  { lda32step a1, m15, m8, 1 ; f32mul a3, a1, a2 }
  { addi m2, m2, 4 ; f32cmplt a1, a1, a2 }
  f32add a3, a3, a0
  sel32 a1, a0, a3
  sta32step a1, m15, m9, 1
  brnzdec m4, L14
  { exit ; mov32 a14, a14 }
