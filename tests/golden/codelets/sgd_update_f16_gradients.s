.codelet sgd_update_f16_gradients
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L68
  shli m1, m2, 3
  shri m2, m1, 1
  ld32 m3, m12, m15, 2
  add m4, m3, m2
  lda32step a2, m15, m4, 1
  { lda32 a6, m12, m15, 7 ; f16v2tof32 a2:3, a2 }
  { ld32 m2, m12, m15, 4 ; f32v2mulb a2:3, a6, a2:3 }
  { ld32 m3, m12, m15, 1 ; f32v2sub a6:7, a2:3, a2:3 }
  { ld32 m5, m12, m15, 3 ; f32v2cmpeq a6:7, a6:7, a6:7 }
  { lda32 a10, m2, m15, 0 ; and64 a2:3, a2:3, a6:7 }
  { lda32 a11, m2, m15, 1 ; f32neg a10, a10 }
  { add m3, m3, m1 ; f32neg a11, a11 }
  add m1, m5, m1
  lda32 a8, m12, m15, 5
  lda32 a9, m12, m15, 6
  lda32 a12, m2, m15, 2
  addi m2, m3, 0
  addi m5, m1, 0
  lda64step a4:5, m15, m1, 1
  lda64step a0:1, m15, m3, 1
  seti m6, 4095
L37:
  umin m7, m0, m6
  sub m0, m0, m7
  rpt m7, 10
  { nop ; f32v2macb a2:3, a9, a0:1 }
  { nop ; f32v2mulb a6:7, a12, a2:3 }
  { lda64step a4:5, m15, m1, 1 ; f32v2macb a6:7, a8, a4:5 }
  { sta64step a6:7, m15, m5, 1 ; f32v2macb a0:1, a10, a6:7 }
  { lda32step a2, m15, m4, 1 ; f32v2macb a0:1, a11, a2:3 }
  { lda32 a6, m12, m15, 7 ; f16v2tof32 a2:3, a2 }
  { sta64step a0:1, m15, m2, 1 ; f32v2mulb a2:3, a6, a2:3 }
  { lda64step a0:1, m15, m3, 1 ; f32v2sub a6:7, a2:3, a2:3 }
  { nop ; f32v2cmpeq a6:7, a6:7, a6:7 }
  { nop ; and64 a2:3, a2:3, a6:7 }
  brnz m0, L37
  f32v2macb a2:3, a9, a0:1
  f32v2mulb a6:7, a12, a2:3
  f32v2macb a6:7, a8, a4:5
  { sta64step a6:7, m15, m5, 1 ; f32v2macb a0:1, a10, a6:7 }
  f32v2macb a0:1, a11, a2:3
  sta64step a0:1, m15, m2, 1
L68:
  { exit ; mov32 a14, a14 }
