.codelet adam_update_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L106
  shli m1, m2, 3
  shri m2, m1, 1
  ld32 m3, m12, m15, 2
  add m5, m3, m2
  lda32step a2, m15, m5, 1
  { lda32 a4, m12, m15, 11 ; f16v2tof32 a2:3, a2 }
  { ld32 m3, m12, m15, 3 ; f32v2mulb a2:3, a4, a2:3 }
  { ld32 m2, m12, m15, 5 ; f32v2sub a4:5, a2:3, a2:3 }
  { add m6, m3, m1 ; f32v2cmpeq a4:5, a4:5, a4:5 }
  { lda32 a8, m12, m15, 6 ; and64 a2:3, a2:3, a4:5 }
  { lda32 a13, m2, m15, 0 ; mov32 a14, a14 }
  { shri m3, m1, 1 ; f32neg a13, a13 }
  ld32 m4, m12, m15, 1
  ld32 m7, m12, m15, 4
  addi m8, m6, 0
  lda64step a4:5, m15, m6, 1
  { lda32 a9, m12, m15, 7 ; f32v2mulb a4:5, a8, a4:5 }
  { lda32 a12, m12, m15, 10 ; f32v2macb a4:5, a9, a2:3 }
  { lda32 a0, m2, m15, 1 ; mov32 a14, a14 }
  { add m2, m4, m3 ; f32div a13, a13, a0 }
  { add m1, m7, m1 ; f32div a12, a12, a0 }
  lda32 a10, m12, m15, 8
  lda32 a11, m12, m15, 9
  addi m3, m2, 0
  addi m4, m1, 0
  lda64step a6:7, m15, m1, 1
  seti m7, 4095
L48:
  umin m9, m0, m7
  sub m0, m0, m9
  { rpt m9, 18 ; mov32 a14, a14 }
  { sta64step a4:5, m15, m8, 1 ; f32v2mul a2:3, a2:3, a2:3 }
  { lda32step a0, m15, m2, 1 ; f32v2mulb a6:7, a10, a6:7 }
  { lda32step a2, m15, m5, 1 ; f32v2macb a6:7, a11, a2:3 }
  { sta64step a6:7, m15, m4, 1 ; f32sqrt a6, a6 }
  { nop ; f32sqrt a7, a7 }
  { nop ; f32v2addb a6:7, a12, a6:7 }
  { lda32 a4, m12, m15, 11 ; f32div a6, a4, a6 }
  { nop ; f16v2tof32 a2:3, a2 }
  { nop ; f32v2mulb a2:3, a4, a2:3 }
  { nop ; f32div a7, a5, a7 }
  { nop ; f32v2sub a4:5, a2:3, a2:3 }
  { nop ; f16v2tof32 a0:1, a0 }
  { nop ; f32v2cmpeq a4:5, a4:5, a4:5 }
  { lda64step a6:7, m15, m1, 1 ; f32v2macb a0:1, a13, a6:7 }
  { lda64step a4:5, m15, m6, 1 ; and64 a2:3, a2:3, a4:5 }
  { nop ; f32v2tof16 a0, a0:1 }
  { sta32step a0, m15, m3, 1 ; f32v2mulb a4:5, a8, a4:5 }
  { nop ; f32v2macb a4:5, a9, a2:3 }
  { brnz m0, L48 ; mov32 a14, a14 }
  { sta64step a4:5, m15, m8, 1 ; f32v2mul a2:3, a2:3, a2:3 }
  { lda32step a0, m15, m2, 1 ; f32v2mulb a6:7, a10, a6:7 }
  { nop ; f32v2macb a6:7, a11, a2:3 }
  { sta64step a6:7, m15, m4, 1 ; f32sqrt a6, a6 }
  f32sqrt a7, a7
  f32v2addb a6:7, a12, a6:7
  f16v2tof32 a0:1, a0
  f32div a6, a4, a6
  f32div a7, a5, a7
  f32v2macb a0:1, a13, a6:7
  f32v2tof16 a0, a0:1
  sta32step a0, m15, m3, 1
L106:
  { exit ; mov32 a14, a14 }
