.codelet synaptic_backward_subtract_learned_fast_sigmoid_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L183 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a0, 1.0 }
  ld32 m9, m12, m15, 3
  ld32 m3, m1, m15, 0
  shli m1, m2, 3
  ld32 m2, m12, m15, 2
  mul m3, m3, m9
  ld32 m6, m12, m15, 7
  ld32 m8, m12, m15, 5
  add m10, m2, m3
  shri m11, m1, 1
  lda32 a1, m12, m15, 9
  muli m2, m1, 6
  ld32 m3, m12, m15, 8
  ld32 m4, m12, m15, 1
  ld32 m5, m12, m15, 6
  shli m7, m6, 1
  add m8, m8, m1
  add m10, m10, m11
  sta32 a1, m13, m15, 1
  add m2, m3, m2
  add m3, m4, m1
  add m1, m5, m1
  add m4, m8, m7
  add m5, m10, m9
  add m6, m10, m6
  sta32 a0, m13, m15, 0
  seti m7, 4095
L38:
  umin m9, m0, m7
  sub m0, m0, m9
  { rpt m9, 38 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 6 ; mov32 a14, a14 }
  { lda32step a0, m15, m10, 1 ; mov32 a14, a14 }
  { sta64 a0:1, m13, m15, 6 ; mov32 a14, a14 }
  { lda64 a2:3, m13, m15, 6 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 4 ; f16v2tof32 a2:3, a2 }
  { sta64 a2:3, m13, m15, 6 ; mov32 a14, a14 }
  { lda32step a2, m15, m5, 1 ; mov32 a14, a14 }
  { lda64 a4:5, m13, m15, 6 ; f16v2tof32 a2:3, a2 }
  { lda64step a4:5, m15, m3, 1 ; f32v2cmplt a6:7, a0:1, a4:5 }
  { sta64 a6:7, m13, m15, 1 ; f32v2sub a2:3, a0:1, a2:3 }
  { lda32 a0, m13, m15, 1 ; f32v2abs a2:3, a2:3 }
  { lda32 a0, m13, m15, 0 ; f32v2mulb a2:3, a0, a2:3 }
  { lda64 a6:7, m2, m15, 5 ; f32v2addb a2:3, a0, a2:3 }
  { lda64 a0:1, m8, m15, 0 ; f32v2mul a2:3, a2:3, a2:3 }
  { lda64 a8:9, m4, m15, 0 ; f32div a4, a4, a2 }
  { lda64 a12:13, m2, m15, 2 ; f32div a5, a5, a3 }
  { lda32step a10, m15, m6, 1 ; f32v2sub a6:7, a6:7, a4:5 }
  { sta64 a6:7, m2, m15, 5 ; f32v2add a0:1, a4:5, a0:1 }
  { lda64 a2:3, m13, m15, 1 ; f32v2add a8:9, a0:1, a8:9 }
  { lda64 a4:5, m2, m15, 5 ; and64 a2:3, a2:3, a0:1 }
  { lda64 a6:7, m2, m15, 0 ; f32v2sub a4:5, a4:5, a2:3 }
  { sta64 a4:5, m2, m15, 5 ; f16v2tof32 a10:11, a10 }
  { lda64 a2:3, m13, m15, 6 ; mov32 a14, a14 }
  { lda64 a4:5, m2, m15, 3 ; f32v2mul a2:3, a0:1, a2:3 }
  { nop ; f32v2add a4:5, a4:5, a2:3 }
  { sta64 a4:5, m2, m15, 3 ; f32v2mul a2:3, a8:9, a10:11 }
  { sta64step a8:9, m15, m1, 1 ; mov32 a14, a14 }
  { sta64 a12:13, m13, m15, 2 ; mov32 a14, a14 }
  { lda64 a4:5, m13, m15, 2 ; mov32 a14, a14 }
  { nop ; f32v2mul a0:1, a4:5, a0:1 }
  { sta64step a0:1, m15, m8, 1 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 1 ; mov32 a14, a14 }
  { nop ; f32v2add a0:1, a0:1, a2:3 }
  { sta64 a0:1, m2, m15, 1 ; mov32 a14, a14 }
  { sta64 a6:7, m13, m15, 5 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 5 ; mov32 a14, a14 }
  { addi m2, m2, 48 ; f32v2mul a8:9, a0:1, a8:9 }
  { sta64step a8:9, m15, m4, 1 ; mov32 a14, a14 }
  brnz m0, L38
  lda64 a0:1, m13, m15, 6
  lda32step a0, m15, m10, 1
  sta64 a0:1, m13, m15, 6
  { lda64 a2:3, m13, m15, 6 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 4 ; f16v2tof32 a2:3, a2 }
  sta64 a2:3, m13, m15, 6
  lda32step a2, m15, m5, 1
  { lda64 a4:5, m13, m15, 6 ; f16v2tof32 a2:3, a2 }
  { lda64step a4:5, m15, m3, 1 ; f32v2cmplt a6:7, a0:1, a4:5 }
  { sta64 a6:7, m13, m15, 1 ; f32v2sub a2:3, a0:1, a2:3 }
  { lda32 a0, m13, m15, 1 ; f32v2abs a2:3, a2:3 }
  { lda32 a0, m13, m15, 0 ; f32v2mulb a2:3, a0, a2:3 }
  { lda64 a6:7, m2, m15, 5 ; f32v2addb a2:3, a0, a2:3 }
  { lda64 a0:1, m8, m15, 0 ; f32v2mul a2:3, a2:3, a2:3 }
  { lda64 a8:9, m4, m15, 0 ; f32div a4, a4, a2 }
  { lda64 a10:11, m2, m15, 2 ; f32div a5, a5, a3 }
  { lda64 a12:13, m2, m15, 0 ; f32v2sub a6:7, a6:7, a4:5 }
  { sta64 a6:7, m2, m15, 5 ; f32v2add a0:1, a4:5, a0:1 }
  { lda64 a2:3, m13, m15, 1 ; f32v2add a8:9, a0:1, a8:9 }
  { lda64 a4:5, m2, m15, 5 ; and64 a2:3, a2:3, a0:1 }
  f32v2sub a4:5, a4:5, a2:3
  sta64 a4:5, m2, m15, 5
  { lda64 a2:3, m13, m15, 6 ; mov32 a14, a14 }
  { lda64 a4:5, m2, m15, 3 ; f32v2mul a2:3, a0:1, a2:3 }
  f32v2add a4:5, a4:5, a2:3
  sta64 a4:5, m2, m15, 3
  sta64step a8:9, m15, m1, 1
  sta64 a10:11, m13, m15, 3
  lda64 a2:3, m13, m15, 3
  f32v2mul a0:1, a2:3, a0:1
  sta64step a0:1, m15, m8, 1
  lda64 a0:1, m13, m15, 7
  lda32step a0, m15, m6, 1
  sta64 a0:1, m13, m15, 7
  lda64 a0:1, m13, m15, 7
  f16v2tof32 a0:1, a0
  sta64 a0:1, m13, m15, 7
  lda64 a0:1, m13, m15, 7
  { lda64 a0:1, m2, m15, 1 ; f32v2mul a2:3, a8:9, a0:1 }
  f32v2add a0:1, a0:1, a2:3
  sta64 a0:1, m2, m15, 1
  sta64 a12:13, m13, m15, 4
  lda64 a0:1, m13, m15, 4
  { addi m2, m2, 48 ; f32v2mul a8:9, a0:1, a8:9 }
  sta64step a8:9, m15, m4, 1
L183:
  exit
