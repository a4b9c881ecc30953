.codelet synaptic_backward_zero_immediate_learned_fast_sigmoid_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L289 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a0, 1.0 }
  ld32 m3, m12, m15, 3
  ld32 m4, m1, m15, 0
  shli m1, m2, 3
  ld32 m2, m12, m15, 2
  mul m4, m4, m3
  add m2, m2, m4
  shri m4, m1, 1
  add m9, m2, m4
  ld32 m6, m12, m15, 7
  ld32 m8, m12, m15, 5
  add m10, m9, m3
  lda32 a1, m12, m15, 9
  muli m2, m1, 6
  ld32 m3, m12, m15, 8
  ld32 m4, m12, m15, 1
  ld32 m5, m12, m15, 6
  shli m7, m6, 1
  add m8, m8, m1
  add m10, m10, m6
  sta32 a1, m13, m15, 1
  add m2, m3, m2
  add m3, m4, m1
  add m1, m5, m1
  add m4, m8, m7
  add m5, m10, m6
  add m6, m9, m6
  sta32 a0, m13, m15, 0
  seti m7, 4095
L40:
  umin m10, m0, m7
  sub m0, m0, m10
  { rpt m10, 56 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 4 ; mov32 a14, a14 }
  { lda32step a0, m15, m9, 1 ; mov32 a14, a14 }
  { sta64 a0:1, m13, m15, 4 ; mov32 a14, a14 }
  { lda64 a2:3, m13, m15, 4 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 4 ; f16v2tof32 a2:3, a2 }
  { sta64 a2:3, m13, m15, 4 ; mov32 a14, a14 }
  { lda64 a2:3, m13, m15, 4 ; mov32 a14, a14 }
  { lda32step a4, m15, m5, 1 ; f32v2cmplt a2:3, a0:1, a2:3 }
  { sta64 a2:3, m13, m15, 3 ; f16v2tof32 a4:5, a4 }
  { lda64 a2:3, m13, m15, 3 ; f32v2cmplt a6:7, a0:1, a4:5 }
  { lda64 a2:3, m8, m15, 0 ; andc64 a8:9, a2:3, a6:7 }
  { sta64 a8:9, m13, m15, 9 ; f32v2mul a8:9, a4:5, a2:3 }
  { lda64 a0:1, m13, m15, 3 ; f32v2sub a4:5, a0:1, a4:5 }
  { sta64 a8:9, m13, m15, 8 ; f32v2abs a4:5, a4:5 }
  { lda64 a0:1, m13, m15, 9 ; andc64 a6:7, a6:7, a0:1 }
  { lda64 a8:9, m13, m15, 8 ; and64 a0:1, a0:1, a2:3 }
  { sta64 a0:1, m13, m15, 9 ; andc64 a2:3, a2:3, a6:7 }
  { lda32 a0, m13, m15, 1 ; mov32 a14, a14 }
  { lda32 a0, m13, m15, 0 ; f32v2mulb a4:5, a0, a4:5 }
  { lda64step a0:1, m15, m3, 1 ; f32v2addb a4:5, a0, a4:5 }
  { lda64 a6:7, m2, m15, 5 ; f32v2sub a0:1, a0:1, a8:9 }
  { lda64 a12:13, m13, m15, 9 ; f32v2mul a4:5, a4:5, a4:5 }
  { lda64 a8:9, m4, m15, 0 ; f32div a0, a0, a4 }
  { lda64 a10:11, m2, m15, 2 ; f32div a1, a1, a5 }
  { lda64 a4:5, m2, m15, 0 ; f32v2sub a6:7, a6:7, a0:1 }
  { sta64 a6:7, m2, m15, 5 ; f32v2add a2:3, a2:3, a12:13 }
  { lda64 a0:1, m13, m15, 3 ; f32v2add a2:3, a0:1, a2:3 }
  { lda64 a0:1, m13, m15, 4 ; andc64 a2:3, a2:3, a0:1 }
  { nop ; f32v2mul a0:1, a2:3, a0:1 }
  { sta64 a0:1, m13, m15, 8 ; f32v2add a8:9, a2:3, a8:9 }
  { lda64 a0:1, m2, m15, 3 ; mov32 a14, a14 }
  { lda64 a6:7, m13, m15, 8 ; mov32 a14, a14 }
  { nop ; f32v2add a0:1, a0:1, a6:7 }
  { sta64 a0:1, m2, m15, 3 ; mov32 a14, a14 }
  { sta64step a8:9, m15, m1, 1 ; mov32 a14, a14 }
  { sta64 a10:11, m13, m15, 2 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 2 ; mov32 a14, a14 }
  { nop ; f32v2mul a2:3, a0:1, a2:3 }
  { sta64step a2:3, m15, m8, 1 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 5 ; mov32 a14, a14 }
  { lda32step a0, m15, m6, 1 ; mov32 a14, a14 }
  { sta64 a0:1, m13, m15, 5 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 5 ; mov32 a14, a14 }
  { nop ; f16v2tof32 a0:1, a0 }
  { sta64 a0:1, m13, m15, 5 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 5 ; mov32 a14, a14 }
  { nop ; f32v2mul a0:1, a8:9, a0:1 }
  { sta64 a0:1, m13, m15, 8 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 1 ; mov32 a14, a14 }
  { lda64 a2:3, m13, m15, 8 ; mov32 a14, a14 }
  { nop ; f32v2add a0:1, a0:1, a2:3 }
  { sta64 a0:1, m2, m15, 1 ; mov32 a14, a14 }
  { sta64 a4:5, m13, m15, 1 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 1 ; mov32 a14, a14 }
  { addi m2, m2, 48 ; f32v2mul a8:9, a0:1, a8:9 }
  { sta64step a8:9, m15, m4, 1 ; mov32 a14, a14 }
  brnz m0, L40
  lda64 a0:1, m13, m15, 17
  lda32step a0, m15, m5, 1
  sta64 a0:1, m13, m15, 17
  { lda64 a2:3, m13, m15, 17 ; mov32 a14, a14 }
  { lda64step a0:1, m15, m3, 1 ; f16v2tof32 a2:3, a2 }
  sta64 a2:3, m13, m15, 17
  sta64 a0:1, m13, m15, 14
  lda64 a0:1, m13, m15, 4
  lda32step a0, m15, m9, 1
  sta64 a0:1, m13, m15, 4
  lda64 a2:3, m13, m15, 4
  { lda64 a0:1, m2, m15, 4 ; f16v2tof32 a2:3, a2 }
  sta64 a2:3, m13, m15, 4
  lda64 a2:3, m13, m15, 4
  { lda64 a2:3, m8, m15, 0 ; f32v2cmplt a4:5, a0:1, a2:3 }
  sta64 a4:5, m13, m15, 3
  lda64 a4:5, m13, m15, 17
  { lda64 a10:11, m4, m15, 0 ; f32v2cmplt a4:5, a0:1, a4:5 }
  sta64 a4:5, m13, m15, 11
  lda64 a4:5, m13, m15, 3
  { lda64 a6:7, m13, m15, 11 ; mov32 a14, a14 }
  { lda64 a6:7, m2, m15, 2 ; andc64 a4:5, a4:5, a6:7 }
  sta64 a4:5, m13, m15, 13
  lda64 a4:5, m13, m15, 3
  { lda64 a8:9, m13, m15, 11 ; mov32 a14, a14 }
  { lda64 a4:5, m2, m15, 0 ; andc64 a8:9, a8:9, a4:5 }
  sta64 a8:9, m13, m15, 11
  lda64 a8:9, m13, m15, 17
  f32v2mul a8:9, a8:9, a2:3
  sta64 a8:9, m13, m15, 8
  lda64 a8:9, m13, m15, 8
  lda64 a12:13, m13, m15, 14
  f32v2sub a12:13, a12:13, a8:9
  sta64 a12:13, m13, m15, 14
  lda64 a8:9, m13, m15, 13
  and64 a8:9, a8:9, a2:3
  sta64 a8:9, m13, m15, 13
  lda64 a8:9, m13, m15, 17
  { lda64 a0:1, m13, m15, 11 ; f32v2sub a8:9, a0:1, a8:9 }
  { lda64 a0:1, m13, m15, 13 ; andc64 a2:3, a2:3, a0:1 }
  { sta64 a8:9, m13, m15, 17 ; f32v2add a2:3, a2:3, a0:1 }
  lda64 a0:1, m13, m15, 17
  f32v2abs a0:1, a0:1
  sta64 a0:1, m13, m15, 17
  lda32 a8, m13, m15, 1
  lda64 a0:1, m13, m15, 17
  f32v2mulb a0:1, a8, a0:1
  sta64 a0:1, m13, m15, 17
  lda32 a8, m13, m15, 0
  lda64 a0:1, m13, m15, 17
  f32v2addb a0:1, a8, a0:1
  sta64 a0:1, m13, m15, 17
  lda64 a0:1, m13, m15, 17
  f32v2mul a0:1, a0:1, a0:1
  sta64 a0:1, m13, m15, 17
  lda64 a0:1, m13, m15, 14
  lda64 a8:9, m13, m15, 17
  f32div a0, a0, a8
  sta64 a0:1, m13, m15, 14
  lda64 a0:1, m13, m15, 14
  lda64 a8:9, m13, m15, 17
  f32div a1, a1, a9
  sta64 a0:1, m13, m15, 14
  lda64 a0:1, m2, m15, 5
  sta64 a0:1, m13, m15, 16
  lda64 a0:1, m13, m15, 14
  lda64 a8:9, m13, m15, 16
  f32v2sub a8:9, a8:9, a0:1
  sta64 a8:9, m13, m15, 16
  lda64 a0:1, m13, m15, 16
  sta64 a0:1, m2, m15, 5
  { lda64 a0:1, m13, m15, 14 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 3 ; f32v2add a2:3, a0:1, a2:3 }
  { lda64 a0:1, m13, m15, 4 ; andc64 a2:3, a2:3, a0:1 }
  f32v2mul a0:1, a2:3, a0:1
  sta64 a0:1, m13, m15, 8
  lda64 a0:1, m2, m15, 3
  sta64 a0:1, m13, m15, 15
  lda64 a0:1, m13, m15, 8
  lda64 a8:9, m13, m15, 15
  f32v2add a8:9, a8:9, a0:1
  sta64 a8:9, m13, m15, 15
  lda64 a0:1, m13, m15, 15
  sta64 a0:1, m2, m15, 3
  sta64 a10:11, m13, m15, 12
  lda64 a0:1, m13, m15, 12
  f32v2add a0:1, a2:3, a0:1
  sta64 a0:1, m13, m15, 12
  lda64 a0:1, m13, m15, 12
  sta64step a0:1, m15, m1, 1
  sta64 a6:7, m13, m15, 6
  lda64 a0:1, m13, m15, 6
  f32v2mul a2:3, a0:1, a2:3
  sta64step a2:3, m15, m8, 1
  lda64 a0:1, m13, m15, 10
  lda32step a0, m15, m6, 1
  sta64 a0:1, m13, m15, 10
  lda64 a0:1, m13, m15, 10
  f16v2tof32 a0:1, a0
  sta64 a0:1, m13, m15, 10
  lda64 a0:1, m13, m15, 10
  lda64 a2:3, m13, m15, 12
  f32v2mul a0:1, a2:3, a0:1
  sta64 a0:1, m13, m15, 8
  lda64 a0:1, m2, m15, 1
  lda64 a2:3, m13, m15, 8
  f32v2add a0:1, a0:1, a2:3
  sta64 a0:1, m2, m15, 1
  sta64 a4:5, m13, m15, 7
  lda64 a0:1, m13, m15, 7
  { lda64 a2:3, m13, m15, 12 ; mov32 a14, a14 }
  { addi m2, m2, 48 ; f32v2mul a2:3, a0:1, a2:3 }
  sta64 a2:3, m13, m15, 12
  lda64 a0:1, m13, m15, 12
  sta64step a0:1, m15, m4, 1
L289:
  exit
