.codelet leaky_backward_subtract_immediate_fast_sigmoid
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L147 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 6 ; aseti a2, 1.0 }
  lda32 a0, m12, m15, 8
  sta64 a0:1, m13, m15, 6
  ld32 m1, m12, m15, 4
  lda64 a0:1, m13, m15, 6
  { ld32 m6, m12, m15, 3 ; mov32 a1, a0 }
  ld32 m1, m1, m15, 0
  ld32 m3, m12, m15, 2
  mul m4, m1, m6
  shli m1, m2, 3
  sta64 a0:1, m13, m15, 6
  lda32 a0, m12, m15, 9
  add m2, m3, m4
  sta32 a0, m13, m15, 8
  add m7, m2, m1
  lda32 a0, m12, m15, 10
  ld32 m2, m12, m15, 1
  ld32 m3, m12, m15, 6
  ld32 m4, m12, m15, 7
  ld32 m5, m12, m15, 5
  add m6, m7, m6
  sta32 a0, m13, m15, 10
  add m2, m2, m1
  add m3, m3, m1
  add m1, m5, m1
  add m4, m6, m4
  sta32 a2, m13, m15, 9
  seti m5, 4095
L40:
  umin m6, m0, m5
  sub m0, m0, m6
  { rpt m6, 20 ; mov32 a14, a14 }
  { lda64step a4:5, m15, m4, 1 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 6 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 6 ; f32v2cmplt a8:9, a0:1, a4:5 }
  { lda32 a2, m13, m15, 10 ; f32v2sub a4:5, a0:1, a4:5 }
  { lda64 a0:1, m1, m15, 0 ; f32v2abs a4:5, a4:5 }
  { lda64 a2:3, m13, m15, 6 ; f32v2mulb a4:5, a2, a4:5 }
  { lda32 a6, m13, m15, 9 ; f32v2mul a2:3, a2:3, a0:1 }
  { lda64step a6:7, m15, m2, 1 ; f32v2addb a4:5, a6, a4:5 }
  { lda64step a2:3, m15, m7, 1 ; f32v2sub a6:7, a6:7, a2:3 }
  { lda64 a10:11, m13, m15, 6 ; f32v2mul a4:5, a4:5, a4:5 }
  { nop ; f32v2cmplt a2:3, a10:11, a2:3 }
  { nop ; andc64 a10:11, a2:3, a8:9 }
  { nop ; f32div a6, a6, a4 }
  { nop ; f32div a7, a7, a5 }
  { nop ; and64 a10:11, a10:11, a0:1 }
  { nop ; f32v2add a0:1, a6:7, a0:1 }
  { sta64step a0:1, m15, m3, 1 ; andc64 a8:9, a8:9, a2:3 }
  { lda32 a2, m13, m15, 8 ; mov32 a14, a14 }
  { nop ; f32v2mulb a0:1, a2, a0:1 }
  { sta64step a0:1, m15, m1, 1 ; mov32 a14, a14 }
  brnz m0, L40
  lda64step a0:1, m15, m4, 1
  sta64 a0:1, m13, m15, 3
  lda64step a0:1, m15, m2, 1
  sta64 a0:1, m13, m15, 2
  lda64 a0:1, m13, m15, 3
  { lda64 a2:3, m13, m15, 6 ; mov32 a14, a14 }
  { lda64 a4:5, m13, m15, 6 ; f32v2cmplt a0:1, a2:3, a0:1 }
  { lda64step a2:3, m15, m7, 1 ; mov32 a14, a14 }
  { sta64 a0:1, m13, m15, 1 ; f32v2cmplt a2:3, a4:5, a2:3 }
  { lda64 a0:1, m13, m15, 1 ; mov32 a14, a14 }
  { lda64 a0:1, m1, m15, 0 ; andc64 a4:5, a2:3, a0:1 }
  sta64 a4:5, m13, m15, 0
  lda64 a4:5, m13, m15, 1
  andc64 a4:5, a4:5, a2:3
  sta64 a4:5, m13, m15, 1
  { lda64 a2:3, m13, m15, 6 ; mov32 a14, a14 }
  { lda64 a4:5, m13, m15, 2 ; f32v2mul a2:3, a2:3, a0:1 }
  f32v2sub a4:5, a4:5, a2:3
  sta64 a4:5, m13, m15, 2
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
L147:
  exit
