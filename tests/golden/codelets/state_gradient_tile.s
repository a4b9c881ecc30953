.codelet state_gradient_tile
  ld32 m0, m12, m15, 5
  ld32 m0, m0, m15, 0
  { brz m0, L33 ; mov32 a14, a14 }
  { ld32 m4, m12, m15, 4 ; aseti a1, 1.0 }
  ld32 m5, m12, m15, 3
  ld32 m1, m12, m15, 0
  ld32 m2, m12, m15, 1
  ld32 m3, m12, m15, 2
  lda32 a0, m12, m15, 8
  sub m5, m5, m4
  ld32 m6, m12, m15, 6
  ld32 m7, m12, m15, 7
  addi m9, m0, -1
L15:
  ld32step m0, m15, m4, 1
  sub m0, m0, m6
  cmpult m8, m0, m7
  brz m8, L32
  lda32x a3, m1, m0
  { lda32x a2, m2, m0 ; mov32 a14, a14 }
  { lda32 a2, m4, m5, -1 ; f32sub a3, a3, a2 }
  { lda32x a4, m3, m0 ; f32abs a3, a3 }
  f32mul a3, a0, a3
  f32add a3, a3, a1
  f32mul a3, a3, a3
  f32rcp a3, a3
  f32mac a4, a2, a3
  sta32x a4, m3, m0
L32:
  brnzdec m9, L15
L33:
  exit
