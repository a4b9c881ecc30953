.codelet alpha_backward_zero_fast_sigmoid_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L175 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a3, 1.0 }
  lda32 a0, m12, m15, 9
  ld32 m6, m12, m15, 3
  ld32 m4, m1, m15, 0
  shli m1, m2, 3
  sta32 a0, m13, m15, 9
  lda32 a0, m12, m15, 10
  ld32 m2, m12, m15, 7
  ld32 m3, m12, m15, 5
  ld32 m7, m12, m15, 2
  mul m8, m4, m6
  sta32 a0, m13, m15, 8
  lda32 a2, m12, m15, 11
  shli m4, m2, 1
  add m5, m3, m1
  add m7, m7, m8
  shri m8, m1, 1
  { lda32 a0, m12, m15, 8 ; mov32 a14, a14 }
  { sta32 a2, m13, m15, 10 ; mov32 a1, a0 }
  ld32 m2, m12, m15, 1
  ld32 m3, m12, m15, 6
  add m5, m5, m4
  add m7, m7, m8
  add m2, m2, m1
  add m1, m3, m1
  add m3, m5, m4
  add m4, m7, m6
  lda32 a12, m12, m15, 12
  sta32 a3, m13, m15, 11
  seti m6, 4095
L43:
  umin m8, m0, m6
  sub m0, m0, m8
  rpt m8, 26
  { lda32step a4, m15, m4, 1 ; mov32 a14, a14 }
  { lda32 a10, m13, m15, 11 ; f16v2tof32 a4:5, a4 }
  { lda64step a6:7, m15, m2, 1 ; f32v2sub a4:5, a0:1, a4:5 }
  { lda32step a2, m15, m7, 1 ; f32v2abs a4:5, a4:5 }
  { lda64 a8:9, m5, m15, 0 ; f32v2mulb a4:5, a12, a4:5 }
  { lda64 a10:11, m3, m15, 0 ; f32v2addb a4:5, a10, a4:5 }
  { lda32 a13, m13, m15, 10 ; f32v2mul a4:5, a4:5, a4:5 }
  { nop ; f16v2tof32 a2:3, a2 }
  { nop ; f32div a6, a6, a4 }
  { nop ; f32div a7, a7, a5 }
  { nop ; f32v2cmplt a4:5, a0:1, a2:3 }
  { nop ; mov64 a2:3, a6:7 }
  { nop ; andc64 a2:3, a2:3, a4:5 }
  { nop ; andc64 a8:9, a8:9, a4:5 }
  { nop ; andc64 a10:11, a10:11, a4:5 }
  { nop ; f32v2mulb a2:3, a13, a2:3 }
  { nop ; f32v2add a8:9, a8:9, a2:3 }
  { nop ; f32v2add a10:11, a10:11, a2:3 }
  { nop ; f32v2sub a2:3, a8:9, a10:11 }
  { sta64step a2:3, m15, m1, 1 ; mov32 a14, a14 }
  { lda32 a2, m13, m15, 9 ; mov32 a14, a14 }
  { nop ; f32v2mulb a8:9, a2, a8:9 }
  { sta64step a8:9, m15, m5, 1 ; mov32 a14, a14 }
  { lda32 a2, m13, m15, 8 ; mov32 a14, a14 }
  { nop ; f32v2mulb a10:11, a2, a10:11 }
  { sta64step a10:11, m15, m3, 1 ; mov32 a14, a14 }
  brnz m0, L43
  lda64 a2:3, m13, m15, 3
  lda32step a2, m15, m4, 1
  sta64 a2:3, m13, m15, 3
  { lda64 a4:5, m13, m15, 3 ; mov32 a14, a14 }
  { lda64step a2:3, m15, m2, 1 ; f16v2tof32 a4:5, a4 }
  sta64 a4:5, m13, m15, 3
  sta64 a2:3, m13, m15, 0
  { lda64 a2:3, m13, m15, 3 ; mov32 a14, a14 }
  { lda64 a6:7, m5, m15, 0 ; f32v2sub a2:3, a0:1, a2:3 }
  sta64 a2:3, m13, m15, 3
  lda64 a4:5, m13, m15, 3
  { lda32step a2, m15, m7, 1 ; f32v2abs a4:5, a4:5 }
  { sta64 a4:5, m13, m15, 3 ; f16v2tof32 a2:3, a2 }
  { lda64 a0:1, m13, m15, 3 ; f32v2cmplt a4:5, a0:1, a2:3 }
  { lda64 a8:9, m3, m15, 0 ; f32v2mulb a0:1, a12, a0:1 }
  sta64 a0:1, m13, m15, 3
  lda64 a0:1, m13, m15, 3
  lda32 a2, m13, m15, 11
  f32v2addb a0:1, a2, a0:1
  sta64 a0:1, m13, m15, 3
  lda64 a0:1, m13, m15, 3
  f32v2mul a0:1, a0:1, a0:1
  sta64 a0:1, m13, m15, 3
  lda64 a0:1, m13, m15, 0
  lda64 a2:3, m13, m15, 3
  f32div a0, a0, a2
  sta64 a0:1, m13, m15, 0
  lda64 a0:1, m13, m15, 0
  lda64 a2:3, m13, m15, 3
  f32div a1, a1, a3
  sta64 a0:1, m13, m15, 0
  { lda64 a0:1, m13, m15, 0 ; mov32 a14, a14 }
  { sta64 a6:7, m13, m15, 1 ; mov64 a2:3, a0:1 }
  { sta64 a8:9, m13, m15, 2 ; andc64 a2:3, a2:3, a4:5 }
  lda64 a0:1, m13, m15, 1
  andc64 a0:1, a0:1, a4:5
  sta64 a0:1, m13, m15, 1
  lda64 a0:1, m13, m15, 2
  andc64 a0:1, a0:1, a4:5
  sta64 a0:1, m13, m15, 2
  { lda32 a0, m13, m15, 10 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 1 ; f32v2mulb a2:3, a0, a2:3 }
  f32v2add a0:1, a0:1, a2:3
  sta64 a0:1, m13, m15, 1
  lda64 a0:1, m13, m15, 2
  f32v2add a0:1, a0:1, a2:3
  sta64 a0:1, m13, m15, 2
  lda64 a0:1, m13, m15, 1
  lda64 a2:3, m13, m15, 2
  f32v2sub a2:3, a0:1, a2:3
  sta64step a2:3, m15, m1, 1
  lda64 a0:1, m13, m15, 1
  lda32 a2, m13, m15, 9
  f32v2mulb a0:1, a2, a0:1
  sta64 a0:1, m13, m15, 1
  lda64 a0:1, m13, m15, 1
  sta64step a0:1, m15, m5, 1
  lda64 a0:1, m13, m15, 2
  lda32 a2, m13, m15, 8
  f32v2mulb a0:1, a2, a0:1
  sta64 a0:1, m13, m15, 2
  lda64 a0:1, m13, m15, 2
  sta64step a0:1, m15, m3, 1
L175:
  exit
