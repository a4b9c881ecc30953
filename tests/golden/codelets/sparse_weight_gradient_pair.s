.codelet sparse_weight_gradient_pair
  ld32 m0, m12, m15, 6
  brz m0, L28
  ld32 m7, m12, m15, 6
  seti m0, 4095
  ld32 m1, m12, m15, 0
  ld32 m2, m12, m15, 2
  ld32 m3, m12, m15, 3
  ld32 m4, m12, m15, 4
  ld32 m5, m12, m15, 5
  ld32 m6, m12, m15, 1
  addi m7, m7, -1
L11:
  ld32r m8, m4, m5
  addi m9, m2, 0
  add m2, m2, m3
  lda64step a0:1, m15, m6, 1
L15:
  umin m10, m8, m0
  sub m8, m8, m10
  rpt m10, 4
  { ld32step m10, m15, m9, 1 ; mov32 a14, a14 }
  { lda64x a2:3, m1, m10 ; mov32 a14, a14 }
  { nop ; f32v2add a2:3, a2:3, a0:1 }
  { sta64x a2:3, m1, m10 ; mov32 a14, a14 }
  brnz m8, L15
  brnzdec m7, L11
L28:
  { exit ; mov32 a14, a14 }
