.codelet sparse_weight_gradient
  ld32 m0, m12, m15, 6
  brz m0, L60
  ld32 m1, m12, m15, 3
  seti m0, 4095
  st32 m1, m13, m15, 0
  ld32 m1, m12, m15, 4
  ld32 m4, m12, m15, 7
  st32 m1, m13, m15, 1
  ld32 m3, m12, m15, 5
  umin m5, m4, m0
  ld32 m6, m12, m15, 7
  ld32 m7, m12, m15, 6
  ld32 m1, m12, m15, 0
  ld32 m2, m12, m15, 2
  st32 m3, m13, m15, 2
  ld32 m3, m12, m15, 1
  sub m4, m4, m5
  shli m6, m6, 3
  addi m7, m7, -1
L19:
  ld32 m9, m13, m15, 1
  ld32 m8, m13, m15, 2
  ld32r m8, m9, m8
  st32 m9, m13, m15, 1
  ld32 m10, m13, m15, 0
  addi m9, m2, 0
  add m2, m2, m10
  brz m8, L58
  addi m8, m8, -1
L28:
  ld32step m10, m15, m9, 1
  mul m10, m10, m6
  add m10, m10, m1
  addi m11, m3, 0
  { rpt m5, 4 ; mov32 a14, a14 }
  { lda64step a2:3, m15, m11, 1 ; mov32 a14, a14 }
  { lda64 a0:1, m10, m15, 0 ; mov32 a14, a14 }
  { nop ; f32v2add a0:1, a0:1, a2:3 }
  { sta64step a0:1, m15, m10, 1 ; mov32 a14, a14 }
  brz m4, L57
  addi m12, m4, 0
L44:
  umin m14, m12, m0
  sub m12, m12, m14
  { rpt m14, 4 ; mov32 a14, a14 }
  { lda64step a2:3, m15, m11, 1 ; mov32 a14, a14 }
  { lda64 a0:1, m10, m15, 0 ; mov32 a14, a14 }
  { nop ; f32v2add a0:1, a0:1, a2:3 }
  { sta64step a0:1, m15, m10, 1 ; mov32 a14, a14 }
  brnz m12, L44
L57:
  brnzdec m8, L28
L58:
  add m3, m3, m6
  brnzdec m7, L19
L60:
  { exit ; mov32 a14, a14 }
