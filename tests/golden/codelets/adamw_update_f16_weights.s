.codelet adamw_update_f16_weights
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L91
  shli m1, m2, 3
  ld32 m3, m12, m15, 3
  ld32 m2, m12, m15, 5
  ld32 m5, m12, m15, 2
  add m6, m3, m1
  lda32 a8, m12, m15, 6
  lda32 a13, m2, m15, 0
  { shri m3, m1, 1 ; f32neg a13, a13 }
  ld32 m4, m12, m15, 1
  add m5, m5, m1
  ld32 m7, m12, m15, 4
  addi m8, m6, 0
  { lda64step a4:5, m15, m6, 1 ; mov32 a14, a14 }
  { lda32 a9, m12, m15, 7 ; f32v2mulb a4:5, a8, a4:5 }
  lda32 a12, m12, m15, 10
  lda32 a0, m2, m15, 1
  { add m3, m4, m3 ; f32div a13, a13, a0 }
  { add m1, m7, m1 ; f32div a12, a12, a0 }
  { lda64step a2:3, m15, m5, 1 ; mov32 a14, a14 }
  { lda32 a10, m12, m15, 8 ; f32v2macb a4:5, a9, a2:3 }
  lda32 a11, m12, m15, 9
  addi m4, m3, 0
  addi m7, m1, 0
  lda64step a6:7, m15, m1, 1
  seti m9, 4095
L41:
  umin m10, m0, m9
  sub m0, m0, m10
  rpt m10, 14
  { sta64step a4:5, m15, m8, 1 ; f32v2mul a2:3, a2:3, a2:3 }
  { lda32step a0, m15, m3, 1 ; f32v2mulb a6:7, a10, a6:7 }
  { lda32 a2, m2, m15, 2 ; f32v2macb a6:7, a11, a2:3 }
  { sta64step a6:7, m15, m7, 1 ; f32sqrt a6, a6 }
  { nop ; f32sqrt a7, a7 }
  { nop ; f32v2addb a6:7, a12, a6:7 }
  { nop ; f16v2tof32 a0:1, a0 }
  { nop ; f32div a6, a4, a6 }
  { lda64step a4:5, m15, m6, 1 ; f32div a7, a5, a7 }
  { lda64step a2:3, m15, m5, 1 ; f32v2mulb a0:1, a2, a0:1 }
  { lda64step a6:7, m15, m1, 1 ; f32v2macb a0:1, a13, a6:7 }
  { nop ; f32v2tof16 a0, a0:1 }
  { sta32step a0, m15, m4, 1 ; f32v2mulb a4:5, a8, a4:5 }
  { nop ; f32v2macb a4:5, a9, a2:3 }
  { brnz m0, L41 ; mov32 a14, a14 }
  { sta64step a4:5, m15, m8, 1 ; f32v2mul a2:3, a2:3, a2:3 }
  { lda32step a0, m15, m3, 1 ; f32v2mulb a6:7, a10, a6:7 }
  { lda32 a2, m2, m15, 2 ; f32v2macb a6:7, a11, a2:3 }
  { sta64step a6:7, m15, m7, 1 ; f32sqrt a6, a6 }
  f32sqrt a7, a7
  f32v2addb a6:7, a12, a6:7
  f16v2tof32 a0:1, a0
  f32div a6, a4, a6
  f32div a7, a5, a7
  f32v2mulb a0:1, a2, a0:1
  f32v2macb a0:1, a13, a6:7
  f32v2tof16 a0, a0:1
  sta32step a0, m15, m4, 1
L91:
  exit
