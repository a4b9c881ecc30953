.codelet leaky_backward_subtract_immediate_fast_sigmoid_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L155 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 6 ; aseti a2, 1.0 }
  lda32 a0, m12, m15, 8
  sta64 a0:1, m13, m15, 6
  ld32 m1, m12, m15, 4
  lda64 a0:1, m13, m15, 6
  { ld32 m5, m12, m15, 3 ; mov32 a1, a0 }
  ld32 m3, m1, m15, 0
  shli m1, m2, 3
  ld32 m2, m12, m15, 2
  mul m3, m3, m5
  sta64 a0:1, m13, m15, 6
  lda32 a0, m12, m15, 9
  add m2, m2, m3
  shri m3, m1, 1
  sta32 a0, m13, m15, 8
  add m7, m2, m3
  lda32 a0, m12, m15, 10
  ld32 m2, m12, m15, 1
  ld32 m3, m12, m15, 6
  ld32 m4, m12, m15, 7
  ld32 m6, m12, m15, 5
  add m8, m7, m5
  sta32 a0, m13, m15, 10
  add m2, m2, m1
  add m3, m3, m1
  shli m5, m4, 1
  add m1, m6, m1
  add m4, m8, m4
  sta32 a2, m13, m15, 9
  seti m5, 4095
L42:
  umin m6, m0, m5
  sub m0, m0, m6
  { rpt m6, 21 ; mov32 a14, a14 }
  { lda32step a6, m15, m4, 1 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 6 ; f16v2tof32 a6:7, a6 }
  { lda64 a0:1, m13, m15, 6 ; f32v2cmplt a10:11, a0:1, a6:7 }
  { lda32 a0, m13, m15, 10 ; f32v2sub a6:7, a0:1, a6:7 }
  { lda32step a2, m15, m7, 1 ; f32v2abs a6:7, a6:7 }
  { lda64 a0:1, m1, m15, 0 ; f32v2mulb a6:7, a0, a6:7 }
  { lda64 a4:5, m13, m15, 6 ; f16v2tof32 a2:3, a2 }
  { lda32 a8, m13, m15, 9 ; f32v2mul a4:5, a4:5, a0:1 }
  { lda64step a8:9, m15, m2, 1 ; f32v2addb a6:7, a8, a6:7 }
  { lda64 a4:5, m13, m15, 6 ; f32v2sub a8:9, a8:9, a4:5 }
  { nop ; f32v2cmplt a2:3, a4:5, a2:3 }
  { nop ; f32v2mul a6:7, a6:7, a6:7 }
  { nop ; andc64 a4:5, a2:3, a10:11 }
  { nop ; f32div a8, a8, a6 }
  { nop ; f32div a9, a9, a7 }
  { nop ; and64 a4:5, a4:5, a0:1 }
  { nop ; f32v2add a0:1, a8:9, a0:1 }
  { sta64step a0:1, m15, m3, 1 ; andc64 a10:11, a10:11, a2:3 }
  { lda32 a2, m13, m15, 8 ; mov32 a14, a14 }
  { nop ; f32v2mulb a0:1, a2, a0:1 }
  { sta64step a0:1, m15, m1, 1 ; mov32 a14, a14 }
  brnz m0, L42
  lda64 a0:1, m13, m15, 3
  lda32step a0, m15, m4, 1
  sta64 a0:1, m13, m15, 3
  { lda64 a2:3, m13, m15, 3 ; mov32 a14, a14 }
  { lda64step a0:1, m15, m2, 1 ; f16v2tof32 a2:3, a2 }
  sta64 a2:3, m13, m15, 3
  sta64 a0:1, m13, m15, 2
  lda64 a0:1, m13, m15, 3
  lda64 a2:3, m13, m15, 6
  { lda32step a2, m15, m7, 1 ; f32v2cmplt a0:1, a2:3, a0:1 }
  { lda64 a4:5, m13, m15, 6 ; f16v2tof32 a2:3, a2 }
  { sta64 a0:1, m13, m15, 1 ; f32v2cmplt a2:3, a4:5, a2:3 }
  { lda64 a0:1, m13, m15, 1 ; mov32 a14, a14 }
  { lda64 a0:1, m1, m15, 0 ; andc64 a4:5, a2:3, a0:1 }
  sta64 a4:5, m13, m15, 0
  lda64 a4:5, m13, m15, 1
  andc64 a4:5, a4:5, a2:3
  sta64 a4:5, m13, m15, 1
  { lda64 a2:3, m13, m15, 6 ; mov32 a14, a14 }
  { lda64 a2:3, m13, m15, 2 ; f32v2mul a4:5, a2:3, a0:1 }
  f32v2sub a2:3, a2:3, a4:5
  sta64 a2:3, m13, m15, 2
  lda64 a2:3, m13, m15, 0
  and64 a2:3, a2:3, a0:1
  sta64 a2:3, m13, m15, 0
  lda64 a2:3, m13, m15, 3
  lda64 a4:5, m13, m15, 6
  f32v2sub a2:3, a4:5, a2:3
  sta64 a2:3, m13, m15, 3
  lda64 a2:3, m13, m15, 3
  f32v2abs a2:3, a2:3
  sta64 a2:3, m13, m15, 3
  lda64 a2:3, m13, m15, 3
  lda32 a4, m13, m15, 10
  f32v2mulb a2:3, a4, a2:3
  sta64 a2:3, m13, m15, 3
  lda64 a2:3, m13, m15, 3
  lda32 a4, m13, m15, 9
  f32v2addb a2:3, a4, a2:3
  sta64 a2:3, m13, m15, 3
  lda64 a2:3, m13, m15, 3
  f32v2mul a2:3, a2:3, a2:3
  sta64 a2:3, m13, m15, 3
  lda64 a2:3, m13, m15, 2
  lda64 a4:5, m13, m15, 3
  f32div a2, a2, a4
  sta64 a2:3, m13, m15, 2
  lda64 a2:3, m13, m15, 2
  lda64 a4:5, m13, m15, 3
  f32div a3, a3, a5
  sta64 a2:3, m13, m15, 2
  lda64 a2:3, m13, m15, 2
  f32v2add a0:1, a2:3, a0:1
  sta64step a0:1, m15, m3, 1
  lda32 a2, m13, m15, 8
  f32v2mulb a0:1, a2, a0:1
  sta64step a0:1, m15, m1, 1
L155:
  exit
