.codelet lapicque_backward_zero_learned_fast_sigmoid_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L135 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a13, 1.0 }
  ld32 m7, m12, m15, 3
  ld32 m3, m1, m15, 0
  shli m1, m2, 3
  ld32 m2, m12, m15, 2
  mul m3, m3, m7
  lda32 a0, m12, m15, 8
  add m8, m2, m3
  shri m9, m1, 1
  muli m2, m1, 2
  ld32 m3, m12, m15, 7
  sta32 a0, m13, m15, 6
  lda32 a0, m12, m15, 9
  ld32 m4, m12, m15, 1
  ld32 m5, m12, m15, 6
  ld32 m6, m12, m15, 5
  add m8, m8, m9
  add m2, m3, m2
  sta32 a0, m13, m15, 7
  add m3, m4, m1
  add m4, m5, m1
  add m1, m6, m1
  add m5, m8, m7
  lda32 a12, m12, m15, 10
  seti m6, 4095
L36:
  umin m7, m0, m6
  sub m0, m0, m7
  { rpt m7, 19 ; mov32 a14, a14 }
  { lda32step a6, m15, m5, 1 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 0 ; f16v2tof32 a6:7, a6 }
  { lda64step a8:9, m15, m3, 1 ; f32v2sub a6:7, a0:1, a6:7 }
  { lda32step a4, m15, m8, 1 ; f32v2abs a6:7, a6:7 }
  { lda64 a10:11, m2, m15, 1 ; f32v2mulb a6:7, a12, a6:7 }
  { lda64 a2:3, m1, m15, 0 ; f32v2addb a6:7, a13, a6:7 }
  { nop ; f32v2mul a6:7, a6:7, a6:7 }
  { nop ; f32div a8, a8, a6 }
  { nop ; f32div a9, a9, a7 }
  { nop ; f16v2tof32 a4:5, a4 }
  { nop ; f32v2sub a10:11, a10:11, a8:9 }
  { sta64 a10:11, m2, m15, 1 ; f32v2cmplt a0:1, a0:1, a4:5 }
  { lda32 a4, m13, m15, 7 ; f32v2add a2:3, a8:9, a2:3 }
  { addi m2, m2, 16 ; andc64 a2:3, a2:3, a0:1 }
  { nop ; f32v2mulb a0:1, a4, a2:3 }
  { sta64step a0:1, m15, m4, 1 ; mov32 a14, a14 }
  { lda32 a0, m13, m15, 6 ; mov32 a14, a14 }
  { nop ; f32v2mulb a2:3, a0, a2:3 }
  { sta64step a2:3, m15, m1, 1 ; mov32 a14, a14 }
  brnz m0, L36
  lda64 a0:1, m13, m15, 2
  lda32step a0, m15, m5, 1
  sta64 a0:1, m13, m15, 2
  { lda64 a2:3, m13, m15, 2 ; mov32 a14, a14 }
  { lda64step a0:1, m15, m3, 1 ; f16v2tof32 a2:3, a2 }
  sta64 a2:3, m13, m15, 2
  sta64 a0:1, m13, m15, 1
  lda64 a0:1, m2, m15, 0
  lda64 a2:3, m13, m15, 2
  { lda32step a4, m15, m8, 1 ; f32v2sub a2:3, a0:1, a2:3 }
  { sta64 a2:3, m13, m15, 2 ; f16v2tof32 a4:5, a4 }
  { lda64 a4:5, m13, m15, 2 ; f32v2cmplt a0:1, a0:1, a4:5 }
  { lda64 a2:3, m1, m15, 0 ; f32v2abs a4:5, a4:5 }
  sta64 a4:5, m13, m15, 2
  lda64 a4:5, m13, m15, 2
  f32v2mulb a4:5, a12, a4:5
  sta64 a4:5, m13, m15, 2
  lda64 a4:5, m13, m15, 2
  f32v2addb a4:5, a13, a4:5
  sta64 a4:5, m13, m15, 2
  lda64 a4:5, m13, m15, 2
  f32v2mul a4:5, a4:5, a4:5
  sta64 a4:5, m13, m15, 2
  lda64 a4:5, m13, m15, 1
  lda64 a6:7, m13, m15, 2
  f32div a4, a4, a6
  sta64 a4:5, m13, m15, 1
  lda64 a4:5, m13, m15, 1
  lda64 a6:7, m13, m15, 2
  f32div a5, a5, a7
  sta64 a4:5, m13, m15, 1
  lda64 a4:5, m2, m15, 1
  sta64 a4:5, m13, m15, 0
  lda64 a4:5, m13, m15, 0
  lda64 a6:7, m13, m15, 1
  f32v2sub a4:5, a4:5, a6:7
  sta64 a4:5, m13, m15, 0
  lda64 a4:5, m13, m15, 0
  sta64 a4:5, m2, m15, 1
  { lda64 a4:5, m13, m15, 1 ; mov32 a14, a14 }
  { lda32 a4, m13, m15, 7 ; f32v2add a2:3, a4:5, a2:3 }
  { addi m2, m2, 16 ; andc64 a2:3, a2:3, a0:1 }
  f32v2mulb a0:1, a4, a2:3
  sta64step a0:1, m15, m4, 1
  lda32 a0, m13, m15, 6
  f32v2mulb a2:3, a0, a2:3
  sta64step a2:3, m15, m1, 1
L135:
  exit
