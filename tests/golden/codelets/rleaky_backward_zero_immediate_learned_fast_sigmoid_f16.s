.codelet rleaky_backward_zero_immediate_learned_fast_sigmoid_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L193 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a0, 1.0 }
  ld32 m8, m12, m15, 3
  ld32 m3, m1, m15, 0
  shli m1, m2, 3
  ld32 m2, m12, m15, 2
  mul m3, m3, m8
  add m2, m2, m3
  shri m3, m1, 1
  add m9, m2, m3
  lda32 a1, m12, m15, 9
  muli m2, m1, 4
  ld32 m3, m12, m15, 8
  ld32 m4, m12, m15, 1
  ld32 m5, m12, m15, 6
  ld32 m6, m12, m15, 7
  ld32 m7, m12, m15, 5
  add m8, m9, m8
  sta32 a1, m13, m15, 1
  add m2, m3, m2
  add m3, m4, m1
  add m4, m5, m1
  shli m5, m6, 1
  add m1, m7, m1
  add m5, m8, m6
  sta32 a0, m13, m15, 0
  seti m6, 4095
L37:
  umin m7, m0, m6
  sub m0, m0, m7
  rpt m7, 39
  { lda64 a0:1, m13, m15, 4 ; mov32 a14, a14 }
  { lda32step a0, m15, m9, 1 ; mov32 a14, a14 }
  { sta64 a0:1, m13, m15, 4 ; mov32 a14, a14 }
  { lda64 a2:3, m13, m15, 4 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 2 ; f16v2tof32 a2:3, a2 }
  { sta64 a2:3, m13, m15, 4 ; mov32 a14, a14 }
  { lda64 a2:3, m13, m15, 4 ; mov32 a14, a14 }
  { lda32step a4, m15, m5, 1 ; f32v2cmplt a2:3, a0:1, a2:3 }
  { sta64 a2:3, m13, m15, 3 ; f16v2tof32 a4:5, a4 }
  { lda64 a2:3, m1, m15, 0 ; f32v2cmplt a6:7, a0:1, a4:5 }
  { lda64 a10:11, m13, m15, 3 ; f32v2mul a8:9, a4:5, a2:3 }
  { lda64 a12:13, m13, m15, 3 ; f32v2sub a4:5, a0:1, a4:5 }
  { sta64 a8:9, m13, m15, 2 ; f32v2abs a4:5, a4:5 }
  { lda32 a0, m13, m15, 1 ; andc64 a8:9, a10:11, a6:7 }
  { lda32 a0, m13, m15, 0 ; f32v2mulb a4:5, a0, a4:5 }
  { lda64step a0:1, m15, m3, 1 ; f32v2addb a4:5, a0, a4:5 }
  { lda64 a10:11, m13, m15, 2 ; f32v2mul a4:5, a4:5, a4:5 }
  { lda64 a10:11, m2, m15, 3 ; f32v2sub a0:1, a0:1, a10:11 }
  { lda64 a12:13, m2, m15, 0 ; andc64 a6:7, a6:7, a12:13 }
  { nop ; f32div a0, a0, a4 }
  { nop ; f32div a1, a1, a5 }
  { nop ; and64 a8:9, a8:9, a2:3 }
  { nop ; andc64 a2:3, a2:3, a6:7 }
  { nop ; f32v2sub a10:11, a10:11, a0:1 }
  { sta64 a10:11, m2, m15, 3 ; f32v2add a2:3, a2:3, a8:9 }
  { lda64 a0:1, m13, m15, 3 ; f32v2add a2:3, a0:1, a2:3 }
  { nop ; andc64 a2:3, a2:3, a0:1 }
  { sta64step a2:3, m15, m4, 1 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 4 ; mov32 a14, a14 }
  { nop ; f32v2mul a0:1, a2:3, a0:1 }
  { sta64 a0:1, m13, m15, 2 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 1 ; mov32 a14, a14 }
  { lda64 a4:5, m13, m15, 2 ; mov32 a14, a14 }
  { nop ; f32v2add a0:1, a0:1, a4:5 }
  { sta64 a0:1, m2, m15, 1 ; mov32 a14, a14 }
  { sta64 a12:13, m13, m15, 1 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 1 ; mov32 a14, a14 }
  { addi m2, m2, 32 ; f32v2mul a2:3, a0:1, a2:3 }
  { sta64step a2:3, m15, m1, 1 ; mov32 a14, a14 }
  brnz m0, L37
  lda64step a0:1, m15, m3, 1
  sta64 a0:1, m13, m15, 7
  lda64 a0:1, m13, m15, 4
  lda32step a0, m15, m9, 1
  sta64 a0:1, m13, m15, 4
  { lda64 a2:3, m13, m15, 4 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 2 ; f16v2tof32 a2:3, a2 }
  sta64 a2:3, m13, m15, 4
  lda32step a4, m15, m5, 1
  { lda64 a2:3, m13, m15, 4 ; f16v2tof32 a4:5, a4 }
  { lda64 a2:3, m1, m15, 0 ; f32v2cmplt a6:7, a0:1, a2:3 }
  { sta64 a6:7, m13, m15, 3 ; f32v2cmplt a6:7, a0:1, a4:5 }
  { sta64 a6:7, m13, m15, 6 ; f32v2mul a6:7, a4:5, a2:3 }
  { lda64 a0:1, m13, m15, 3 ; f32v2sub a4:5, a0:1, a4:5 }
  { lda64 a10:11, m13, m15, 6 ; f32v2abs a4:5, a4:5 }
  { lda64 a0:1, m13, m15, 3 ; andc64 a10:11, a10:11, a0:1 }
  { lda64 a8:9, m13, m15, 6 ; mov32 a14, a14 }
  { sta64 a10:11, m13, m15, 6 ; andc64 a0:1, a0:1, a8:9 }
  { sta64 a6:7, m13, m15, 2 ; and64 a0:1, a0:1, a2:3 }
  lda64 a6:7, m13, m15, 2
  lda64 a8:9, m13, m15, 7
  { lda64 a6:7, m2, m15, 0 ; f32v2sub a8:9, a8:9, a6:7 }
  sta64 a8:9, m13, m15, 7
  lda32 a8, m13, m15, 1
  { lda32 a8, m13, m15, 0 ; f32v2mulb a4:5, a8, a4:5 }
  { lda64 a10:11, m13, m15, 7 ; f32v2addb a4:5, a8, a4:5 }
  { lda64 a8:9, m13, m15, 6 ; f32v2mul a4:5, a4:5, a4:5 }
  { nop ; f32div a10, a10, a4 }
  { sta64 a10:11, m13, m15, 7 ; andc64 a2:3, a2:3, a8:9 }
  { lda64 a0:1, m13, m15, 7 ; f32v2add a2:3, a2:3, a0:1 }
  f32div a1, a1, a5
  sta64 a0:1, m13, m15, 7
  lda64 a0:1, m2, m15, 3
  lda64 a4:5, m13, m15, 7
  f32v2sub a0:1, a0:1, a4:5
  sta64 a0:1, m2, m15, 3
  { lda64 a0:1, m13, m15, 7 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 3 ; f32v2add a2:3, a0:1, a2:3 }
  andc64 a2:3, a2:3, a0:1
  sta64step a2:3, m15, m4, 1
  lda64 a0:1, m13, m15, 4
  f32v2mul a0:1, a2:3, a0:1
  sta64 a0:1, m13, m15, 2
  lda64 a0:1, m2, m15, 1
  lda64 a4:5, m13, m15, 2
  f32v2add a0:1, a0:1, a4:5
  sta64 a0:1, m2, m15, 1
  sta64 a6:7, m13, m15, 5
  { lda64 a0:1, m13, m15, 5 ; mov32 a14, a14 }
  { addi m2, m2, 32 ; f32v2mul a2:3, a0:1, a2:3 }
  sta64step a2:3, m15, m1, 1
L193:
  exit
