.codelet rsynaptic_backward_zero_immediate_fast_sigmoid_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L156 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 2 ; aseti a2, 1.0 }
  lda32 a0, m12, m15, 8
  sta64 a0:1, m13, m15, 2
  ld32 m1, m12, m15, 4
  lda64 a0:1, m13, m15, 2
  { ld32 m3, m12, m15, 3 ; mov32 a1, a0 }
  ld32 m4, m1, m15, 0
  shli m1, m2, 3
  ld32 m2, m12, m15, 2
  mul m4, m4, m3
  sta64 a0:1, m13, m15, 2
  lda32 a0, m12, m15, 9
  add m2, m2, m4
  shri m4, m1, 1
  sta32 a0, m13, m15, 0
  lda32 a0, m12, m15, 10
  add m7, m2, m4
  sta32 a0, m13, m15, 2
  ld32 m4, m12, m15, 7
  ld32 m6, m12, m15, 5
  add m8, m7, m3
  lda32 a0, m12, m15, 11
  ld32 m2, m12, m15, 1
  ld32 m3, m12, m15, 6
  shli m5, m4, 1
  add m6, m6, m1
  add m8, m8, m4
  sta32 a0, m13, m15, 3
  add m2, m2, m1
  add m1, m3, m1
  add m3, m6, m5
  add m4, m8, m4
  sta32 a2, m13, m15, 1
  seti m5, 4095
L46:
  umin m8, m0, m5
  sub m0, m0, m8
  { rpt m8, 30 ; mov32 a14, a14 }
  { lda32step a0, m15, m7, 1 ; mov32 a14, a14 }
  { lda64 a2:3, m13, m15, 2 ; f16v2tof32 a0:1, a0 }
  { lda32step a2, m15, m4, 1 ; f32v2cmplt a0:1, a2:3, a0:1 }
  { sta64 a0:1, m13, m15, 4 ; f16v2tof32 a2:3, a2 }
  { lda64 a0:1, m6, m15, 0 ; mov32 a14, a14 }
  { lda64 a4:5, m13, m15, 2 ; f32v2mul a10:11, a2:3, a0:1 }
  { lda64 a4:5, m13, m15, 4 ; f32v2cmplt a6:7, a4:5, a2:3 }
  { lda64 a4:5, m13, m15, 4 ; andc64 a8:9, a4:5, a6:7 }
  { sta64 a10:11, m13, m15, 3 ; andc64 a6:7, a6:7, a4:5 }
  { lda64 a4:5, m13, m15, 2 ; and64 a8:9, a8:9, a0:1 }
  { lda32 a4, m13, m15, 3 ; f32v2sub a2:3, a4:5, a2:3 }
  { lda32 a10, m13, m15, 1 ; f32v2abs a2:3, a2:3 }
  { lda64step a4:5, m15, m2, 1 ; f32v2mulb a2:3, a4, a2:3 }
  { lda64 a10:11, m13, m15, 3 ; f32v2addb a2:3, a10, a2:3 }
  { lda64 a10:11, m13, m15, 4 ; f32v2sub a4:5, a4:5, a10:11 }
  { lda64 a6:7, m3, m15, 0 ; andc64 a0:1, a0:1, a6:7 }
  { nop ; f32v2mul a2:3, a2:3, a2:3 }
  { nop ; f32v2add a0:1, a0:1, a8:9 }
  { nop ; f32div a4, a4, a2 }
  { nop ; f32div a5, a5, a3 }
  { nop ; f32v2add a0:1, a4:5, a0:1 }
  { nop ; andc64 a0:1, a0:1, a10:11 }
  { nop ; f32v2add a6:7, a0:1, a6:7 }
  { sta64step a6:7, m15, m1, 1 ; mov32 a14, a14 }
  { lda32 a2, m13, m15, 2 ; mov32 a14, a14 }
  { nop ; f32v2mulb a0:1, a2, a0:1 }
  { sta64step a0:1, m15, m6, 1 ; mov32 a14, a14 }
  { lda32 a0, m13, m15, 0 ; mov32 a14, a14 }
  { nop ; f32v2mulb a6:7, a0, a6:7 }
  { sta64step a6:7, m15, m3, 1 ; mov32 a14, a14 }
  brnz m0, L46
  lda32step a0, m15, m7, 1
  { lda64 a2:3, m13, m15, 2 ; f16v2tof32 a0:1, a0 }
  { lda32step a2, m15, m4, 1 ; f32v2cmplt a0:1, a2:3, a0:1 }
  { sta64 a0:1, m13, m15, 4 ; f16v2tof32 a2:3, a2 }
  { lda64 a0:1, m6, m15, 0 ; mov32 a14, a14 }
  { lda64 a4:5, m13, m15, 2 ; f32v2mul a10:11, a2:3, a0:1 }
  { lda64 a4:5, m13, m15, 4 ; f32v2cmplt a6:7, a4:5, a2:3 }
  { lda64 a4:5, m13, m15, 4 ; andc64 a8:9, a4:5, a6:7 }
  { sta64 a10:11, m13, m15, 3 ; andc64 a6:7, a6:7, a4:5 }
  { lda64 a4:5, m13, m15, 2 ; and64 a8:9, a8:9, a0:1 }
  { lda32 a4, m13, m15, 3 ; f32v2sub a2:3, a4:5, a2:3 }
  { lda32 a10, m13, m15, 1 ; f32v2abs a2:3, a2:3 }
  { lda64step a4:5, m15, m2, 1 ; f32v2mulb a2:3, a4, a2:3 }
  { lda64 a10:11, m13, m15, 3 ; f32v2addb a2:3, a10, a2:3 }
  { lda64 a10:11, m13, m15, 4 ; f32v2sub a4:5, a4:5, a10:11 }
  { lda64 a6:7, m3, m15, 0 ; andc64 a0:1, a0:1, a6:7 }
  f32v2mul a2:3, a2:3, a2:3
  f32v2add a0:1, a0:1, a8:9
  f32div a4, a4, a2
  f32div a5, a5, a3
  f32v2add a0:1, a4:5, a0:1
  andc64 a0:1, a0:1, a10:11
  f32v2add a6:7, a0:1, a6:7
  sta64step a6:7, m15, m1, 1
  lda32 a2, m13, m15, 2
  f32v2mulb a0:1, a2, a0:1
  sta64step a0:1, m15, m6, 1
  lda32 a0, m13, m15, 0
  f32v2mulb a6:7, a0, a6:7
  sta64step a6:7, m15, m3, 1
L156:
  { exit ; mov32 a14, a14 }
