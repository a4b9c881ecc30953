.codelet sparse_state_update_pair
  { ld32 m2, m12, m15, 3 ; mov64 a0:1, a14:15 }
  ld32 m0, m12, m15, 0
  ld32 m1, m12, m15, 2
  ld32 m2, m2, m15, 0
  seti m3, 4095
L6:
  umin m4, m2, m3
  sub m2, m2, m4
  { rpt m4, 3 ; mov32 a14, a14 }
  { ld32step m4, m15, m1, 1 ; mov32 a14, a14 }
  { lda64x a2:3, m0, m4 ; mov32 a14, a14 }
  { nop ; f32v2add a0:1, a0:1, a2:3 }
  brnz m2, L6
  ld32 m0, m12, m15, 1
  ld32 m1, m12, m15, 4
  ld32 m2, m12, m15, 5
  ld32 m3, m12, m15, 6
  lda64step a2:3, m15, m2, 1
  { lda64step a2:3, m15, m1, 1 ; f32v2mul a0:1, a2:3, a0:1 }
  { lda64 a4:5, m0, m15, 0 ; mov32 a14, a14 }
  { lda64step a2:3, m15, m3, 1 ; f32v2mul a6:7, a2:3, a4:5 }
  f32v2cmplt a2:3, a2:3, a4:5
  f32v2add a6:7, a6:7, a0:1
  sel64 a2:3, a0:1, a6:7
  sta64step a2:3, m15, m0, 1
  { exit ; mov32 a14, a14 }
