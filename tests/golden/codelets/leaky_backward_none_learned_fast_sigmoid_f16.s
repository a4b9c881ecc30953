.codelet leaky_backward_none_learned_fast_sigmoid_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L100 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a13, 1.0 }
  ld32 m7, m12, m15, 3
  ld32 m3, m1, m15, 0
  shli m1, m2, 3
  ld32 m2, m12, m15, 2
  mul m3, m3, m7
  add m8, m2, m3
  shri m9, m1, 1
  muli m2, m1, 4
  ld32 m3, m12, m15, 7
  ld32 m4, m12, m15, 1
  ld32 m5, m12, m15, 6
  ld32 m6, m12, m15, 5
  add m8, m8, m9
  add m2, m3, m2
  add m3, m4, m1
  add m4, m5, m1
  add m1, m6, m1
  add m5, m8, m7
  lda32 a12, m12, m15, 8
  seti m6, 4095
L32:
  umin m7, m0, m6
  sub m0, m0, m7
  { rpt m7, 17 ; mov32 a14, a14 }
  { lda32step a4, m15, m5, 1 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 2 ; f16v2tof32 a4:5, a4 }
  { lda64step a6:7, m15, m3, 1 ; f32v2sub a4:5, a0:1, a4:5 }
  { lda64 a8:9, m2, m15, 3 ; f32v2abs a4:5, a4:5 }
  { lda64 a0:1, m1, m15, 0 ; f32v2mulb a4:5, a12, a4:5 }
  { lda32step a2, m15, m8, 1 ; f32v2addb a4:5, a13, a4:5 }
  { lda64 a10:11, m2, m15, 0 ; f32v2mul a4:5, a4:5, a4:5 }
  { nop ; f32div a6, a6, a4 }
  { nop ; f32div a7, a7, a5 }
  { nop ; f32v2sub a8:9, a8:9, a6:7 }
  { sta64 a8:9, m2, m15, 3 ; f32v2add a0:1, a6:7, a0:1 }
  { sta64step a0:1, m15, m4, 1 ; f16v2tof32 a2:3, a2 }
  { lda64 a4:5, m2, m15, 1 ; f32v2mul a2:3, a0:1, a2:3 }
  { nop ; f32v2add a4:5, a4:5, a2:3 }
  { sta64 a4:5, m2, m15, 1 ; f32v2mul a0:1, a10:11, a0:1 }
  { sta64step a0:1, m15, m1, 1 ; mov32 a14, a14 }
  { addi m2, m2, 32 ; mov32 a14, a14 }
  brnz m0, L32
  lda32step a4, m15, m5, 1
  { lda64 a0:1, m2, m15, 2 ; f16v2tof32 a4:5, a4 }
  { lda64step a6:7, m15, m3, 1 ; f32v2sub a4:5, a0:1, a4:5 }
  { lda64 a8:9, m2, m15, 3 ; f32v2abs a4:5, a4:5 }
  { lda64 a0:1, m1, m15, 0 ; f32v2mulb a4:5, a12, a4:5 }
  { lda32step a2, m15, m8, 1 ; f32v2addb a4:5, a13, a4:5 }
  { lda64 a10:11, m2, m15, 0 ; f32v2mul a4:5, a4:5, a4:5 }
  f32div a6, a6, a4
  f32div a7, a7, a5
  { nop ; f32v2sub a8:9, a8:9, a6:7 }
  { sta64 a8:9, m2, m15, 3 ; f32v2add a0:1, a6:7, a0:1 }
  { sta64step a0:1, m15, m4, 1 ; f16v2tof32 a2:3, a2 }
  { lda64 a4:5, m2, m15, 1 ; f32v2mul a2:3, a0:1, a2:3 }
  { nop ; f32v2add a4:5, a4:5, a2:3 }
  { sta64 a4:5, m2, m15, 1 ; f32v2mul a0:1, a10:11, a0:1 }
  sta64step a0:1, m15, m1, 1
  addi m2, m2, 32
L100:
  { exit ; mov32 a14, a14 }
