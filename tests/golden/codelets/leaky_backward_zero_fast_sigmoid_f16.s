.codelet leaky_backward_zero_fast_sigmoid_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L74 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a11, 1.0 }
  ld32 m3, m12, m15, 3
  ld32 m1, m1, m15, 0
  ld32 m4, m12, m15, 2
  mul m5, m1, m3
  shli m1, m2, 3
  add m2, m4, m5
  shri m4, m1, 1
  add m2, m2, m3
  add m6, m2, m4
  lda32step a2, m15, m6, 1
  { lda32 a9, m12, m15, 8 ; f16v2tof32 a2:3, a2 }
  { ld32 m3, m12, m15, 5 ; f32v2cmpltb a6:7, a9, a2:3 }
  { lda32 a10, m12, m15, 9 ; f32v2subb a2:3, a9, a2:3 }
  { ld32 m2, m12, m15, 1 ; f32v2abs a2:3, a2:3 }
  { add m3, m3, m1 ; f32v2mulb a2:3, a10, a2:3 }
  { add m2, m2, m1 ; f32v2addb a2:3, a11, a2:3 }
  { addi m4, m3, 0 ; f32v2mul a2:3, a2:3, a2:3 }
  ld32 m5, m12, m15, 6
  lda64step a4:5, m15, m3, 1
  { lda32 a8, m12, m15, 7 ; andc64 a4:5, a4:5, a6:7 }
  add m1, m5, m1
  lda64step a0:1, m15, m2, 1
  seti m5, 4095
L43:
  umin m7, m0, m5
  sub m0, m0, m7
  rpt m7, 11
  { lda32step a2, m15, m6, 1 ; f32div a0, a0, a2 }
  { nop ; f32div a1, a1, a3 }
  { nop ; f16v2tof32 a2:3, a2 }
  { nop ; f32v2cmpltb a6:7, a9, a2:3 }
  { nop ; f32v2subb a2:3, a9, a2:3 }
  { nop ; f32v2abs a2:3, a2:3 }
  { lda64step a4:5, m15, m3, 1 ; f32v2macb a0:1, a8, a4:5 }
  { sta64step a0:1, m15, m4, 1 ; f32v2mulb a2:3, a10, a2:3 }
  { sta64step a0:1, m15, m1, 1 ; f32v2addb a2:3, a11, a2:3 }
  { lda64step a0:1, m15, m2, 1 ; andc64 a4:5, a4:5, a6:7 }
  { nop ; f32v2mul a2:3, a2:3, a2:3 }
  brnz m0, L43
  f32div a0, a0, a2
  f32div a1, a1, a3
  f32v2macb a0:1, a8, a4:5
  sta64step a0:1, m15, m4, 1
  sta64step a0:1, m15, m1, 1
L74:
  { exit ; mov32 a14, a14 }
