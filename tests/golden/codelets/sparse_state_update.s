.codelet sparse_state_update
  ld32 m0, m12, m15, 3
  ld32 m0, m0, m15, 0
  seti m1, 4095
  umin m1, m0, m1
  ld32 m4, m12, m15, 7
  sub m0, m0, m1
  ld32 m2, m12, m15, 0
  ld32 m3, m12, m15, 2
  shli m5, m4, 3
  ld32 m6, m12, m15, 4
  ld32 m7, m12, m15, 5
  ld32 m8, m12, m15, 6
  ld32 m9, m12, m15, 1
  addi m4, m4, -1
L14:
  { addi m10, m3, 0 ; mov64 a0:1, a14:15 }
  { rpt m1, 4 ; mov32 a14, a14 }
  { ld32step m11, m15, m10, 1 ; mov32 a14, a14 }
  { mul m11, m11, m5 ; mov32 a14, a14 }
  { lda64 a2:3, m2, m11, 0 ; mov32 a14, a14 }
  { nop ; f32v2add a0:1, a0:1, a2:3 }
  brz m0, L41
  addi m11, m0, 0
  seti m12, 4095
L29:
  umin m13, m11, m12
  sub m11, m11, m13
  rpt m13, 4
  { ld32step m13, m15, m10, 1 ; mov32 a14, a14 }
  { mul m13, m13, m5 ; mov32 a14, a14 }
  { lda64 a2:3, m2, m13, 0 ; mov32 a14, a14 }
  { nop ; f32v2add a0:1, a0:1, a2:3 }
  brnz m11, L29
L41:
  lda64step a2:3, m15, m7, 1
  { lda64step a2:3, m15, m6, 1 ; f32v2mul a0:1, a2:3, a0:1 }
  { lda64 a4:5, m9, m15, 0 ; mov32 a14, a14 }
  { lda64step a2:3, m15, m8, 1 ; f32v2mul a6:7, a2:3, a4:5 }
  { addi m2, m2, 8 ; f32v2cmplt a2:3, a2:3, a4:5 }
  f32v2add a6:7, a6:7, a0:1
  sel64 a2:3, a0:1, a6:7
  sta64step a2:3, m15, m9, 1
  brnzdec m4, L14
  { exit ; mov32 a14, a14 }
