.codelet sgd_update_stateless_f16_gradients
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L50
  shli m1, m2, 3
  shri m2, m1, 1
  ld32 m3, m12, m15, 2
  add m4, m3, m2
  lda32step a2, m15, m4, 1
  { lda32 a4, m12, m15, 5 ; f16v2tof32 a2:3, a2 }
  { ld32 m2, m12, m15, 3 ; f32v2mulb a2:3, a4, a2:3 }
  { ld32 m3, m12, m15, 1 ; f32v2sub a4:5, a2:3, a2:3 }
  { lda32 a7, m2, m15, 0 ; f32v2cmpeq a4:5, a4:5, a4:5 }
  { add m1, m3, m1 ; f32neg a7, a7 }
  { lda32 a6, m12, m15, 4 ; and64 a2:3, a2:3, a4:5 }
  addi m2, m1, 0
  lda64step a0:1, m15, m1, 1
  seti m3, 4095
L29:
  umin m5, m0, m3
  sub m0, m0, m5
  rpt m5, 7
  { lda32 a4, m12, m15, 5 ; f32v2macb a2:3, a6, a0:1 }
  { lda32step a2, m15, m4, 1 ; f32v2macb a0:1, a7, a2:3 }
  { sta64step a0:1, m15, m2, 1 ; f16v2tof32 a2:3, a2 }
  { lda64step a0:1, m15, m1, 1 ; f32v2mulb a2:3, a4, a2:3 }
  { nop ; f32v2sub a4:5, a2:3, a2:3 }
  { nop ; f32v2cmpeq a4:5, a4:5, a4:5 }
  { nop ; and64 a2:3, a2:3, a4:5 }
  brnz m0, L29
  f32v2macb a2:3, a6, a0:1
  f32v2macb a0:1, a7, a2:3
  sta64step a0:1, m15, m2, 1
L50:
  { exit ; mov32 a14, a14 }
