.codelet leaky_backward_subtract_learned_fast_sigmoid_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L149 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a0, 1.0 }
  ld32 m7, m12, m15, 3
  ld32 m3, m1, m15, 0
  shli m1, m2, 3
  ld32 m2, m12, m15, 2
  mul m3, m3, m7
  add m8, m2, m3
  shri m9, m1, 1
  lda32 a1, m12, m15, 8
  muli m2, m1, 4
  ld32 m3, m12, m15, 7
  ld32 m4, m12, m15, 1
  ld32 m5, m12, m15, 6
  ld32 m6, m12, m15, 5
  add m8, m8, m9
  sta32 a1, m13, m15, 9
  add m2, m3, m2
  add m3, m4, m1
  add m4, m5, m1
  add m1, m6, m1
  add m5, m8, m7
  sta32 a0, m13, m15, 8
  seti m6, 4095
L34:
  umin m7, m0, m6
  sub m0, m0, m7
  { rpt m7, 22 ; mov32 a14, a14 }
  { lda32step a6, m15, m5, 1 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 2 ; f16v2tof32 a6:7, a6 }
  { lda32 a3, m13, m15, 9 ; f32v2sub a6:7, a0:1, a6:7 }
  { lda32 a2, m13, m15, 8 ; f32v2abs a6:7, a6:7 }
  { lda64step a8:9, m15, m3, 1 ; f32v2mulb a6:7, a3, a6:7 }
  { lda32step a4, m15, m8, 1 ; f32v2addb a6:7, a2, a6:7 }
  { lda64 a10:11, m2, m15, 3 ; f32v2mul a6:7, a6:7, a6:7 }
  { lda64 a2:3, m1, m15, 0 ; f32div a8, a8, a6 }
  { lda64 a12:13, m2, m15, 0 ; f32div a9, a9, a7 }
  { nop ; f16v2tof32 a4:5, a4 }
  { nop ; f32v2sub a10:11, a10:11, a8:9 }
  { sta64 a10:11, m2, m15, 3 ; f32v2cmplt a0:1, a0:1, a4:5 }
  { lda64 a6:7, m2, m15, 3 ; f32v2add a2:3, a8:9, a2:3 }
  { nop ; and64 a0:1, a0:1, a2:3 }
  { nop ; f32v2sub a6:7, a6:7, a0:1 }
  { sta64 a6:7, m2, m15, 3 ; f32v2mul a0:1, a2:3, a4:5 }
  { sta64step a2:3, m15, m4, 1 ; f32v2mul a2:3, a12:13, a2:3 }
  { lda64 a4:5, m2, m15, 1 ; mov32 a14, a14 }
  { nop ; f32v2add a4:5, a4:5, a0:1 }
  { sta64 a4:5, m2, m15, 1 ; mov32 a14, a14 }
  { sta64step a2:3, m15, m1, 1 ; mov32 a14, a14 }
  { addi m2, m2, 32 ; mov32 a14, a14 }
  brnz m0, L34
  lda64 a0:1, m13, m15, 3
  lda32step a0, m15, m5, 1
  sta64 a0:1, m13, m15, 3
  { lda64 a2:3, m13, m15, 3 ; mov32 a14, a14 }
  { lda64step a0:1, m15, m3, 1 ; f16v2tof32 a2:3, a2 }
  sta64 a2:3, m13, m15, 3
  sta64 a0:1, m13, m15, 2
  lda64 a0:1, m2, m15, 2
  lda64 a2:3, m13, m15, 3
  { lda32step a4, m15, m8, 1 ; f32v2sub a2:3, a0:1, a2:3 }
  { sta64 a2:3, m13, m15, 3 ; f16v2tof32 a4:5, a4 }
  { lda64 a6:7, m13, m15, 3 ; f32v2cmplt a0:1, a0:1, a4:5 }
  { lda64 a2:3, m1, m15, 0 ; f32v2abs a6:7, a6:7 }
  sta64 a6:7, m13, m15, 3
  lda64 a6:7, m13, m15, 3
  { lda32 a8, m13, m15, 9 ; mov32 a14, a14 }
  { lda64 a8:9, m2, m15, 0 ; f32v2mulb a6:7, a8, a6:7 }
  sta64 a6:7, m13, m15, 3
  lda64 a6:7, m13, m15, 3
  lda32 a10, m13, m15, 8
  f32v2addb a6:7, a10, a6:7
  sta64 a6:7, m13, m15, 3
  lda64 a6:7, m13, m15, 3
  f32v2mul a6:7, a6:7, a6:7
  sta64 a6:7, m13, m15, 3
  lda64 a6:7, m13, m15, 2
  lda64 a10:11, m13, m15, 3
  f32div a6, a6, a10
  sta64 a6:7, m13, m15, 2
  lda64 a6:7, m13, m15, 2
  lda64 a10:11, m13, m15, 3
  f32div a7, a7, a11
  sta64 a6:7, m13, m15, 2
  lda64 a6:7, m2, m15, 3
  sta64 a6:7, m13, m15, 1
  lda64 a6:7, m13, m15, 1
  lda64 a10:11, m13, m15, 2
  f32v2sub a6:7, a6:7, a10:11
  sta64 a6:7, m13, m15, 1
  lda64 a6:7, m13, m15, 1
  sta64 a6:7, m2, m15, 3
  { lda64 a6:7, m13, m15, 2 ; mov32 a14, a14 }
  { lda64 a6:7, m2, m15, 3 ; f32v2add a2:3, a6:7, a2:3 }
  and64 a0:1, a0:1, a2:3
  f32v2sub a6:7, a6:7, a0:1
  { sta64 a6:7, m2, m15, 3 ; f32v2mul a0:1, a2:3, a4:5 }
  sta64step a2:3, m15, m4, 1
  lda64 a4:5, m2, m15, 1
  f32v2add a4:5, a4:5, a0:1
  sta64 a4:5, m2, m15, 1
  sta64 a8:9, m13, m15, 0
  lda64 a0:1, m13, m15, 0
  { addi m2, m2, 32 ; f32v2mul a2:3, a0:1, a2:3 }
  sta64step a2:3, m15, m1, 1
L149:
  exit
