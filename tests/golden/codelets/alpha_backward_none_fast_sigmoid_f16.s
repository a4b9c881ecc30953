.codelet alpha_backward_none_fast_sigmoid_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L143 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a13, 1.0 }
  ld32 m6, m12, m15, 3
  ld32 m4, m1, m15, 0
  shli m1, m2, 3
  ld32 m2, m12, m15, 7
  ld32 m3, m12, m15, 5
  ld32 m7, m12, m15, 2
  mul m8, m4, m6
  shli m4, m2, 1
  add m5, m3, m1
  add m7, m7, m8
  shri m8, m1, 1
  lda32 a0, m12, m15, 8
  { lda32 a2, m12, m15, 10 ; mov32 a1, a0 }
  ld32 m2, m12, m15, 1
  ld32 m3, m12, m15, 6
  add m5, m5, m4
  add m7, m7, m8
  lda32 a10, m12, m15, 9
  sta32 a2, m13, m15, 8
  lda32 a11, m12, m15, 11
  add m2, m2, m1
  add m1, m3, m1
  add m3, m5, m4
  add m4, m7, m6
  lda32 a12, m12, m15, 12
  seti m6, 4095
L39:
  umin m7, m0, m6
  sub m0, m0, m7
  rpt m7, 19
  { lda32step a2, m15, m4, 1 ; mov32 a14, a14 }
  { lda64step a4:5, m15, m2, 1 ; f16v2tof32 a2:3, a2 }
  { lda64 a6:7, m5, m15, 0 ; f32v2sub a2:3, a0:1, a2:3 }
  { lda64 a8:9, m3, m15, 0 ; f32v2abs a2:3, a2:3 }
  { nop ; f32v2mulb a2:3, a12, a2:3 }
  { nop ; f32v2addb a2:3, a13, a2:3 }
  { nop ; f32v2mul a2:3, a2:3, a2:3 }
  { nop ; f32div a4, a4, a2 }
  { nop ; f32div a5, a5, a3 }
  { nop ; mov64 a2:3, a4:5 }
  { nop ; f32v2mulb a2:3, a11, a2:3 }
  { nop ; f32v2add a6:7, a6:7, a2:3 }
  { nop ; f32v2add a8:9, a8:9, a2:3 }
  { nop ; f32v2sub a2:3, a6:7, a8:9 }
  { sta64step a2:3, m15, m1, 1 ; f32v2mulb a6:7, a10, a6:7 }
  { sta64step a6:7, m15, m5, 1 ; mov32 a14, a14 }
  { lda32 a2, m13, m15, 8 ; mov32 a14, a14 }
  { nop ; f32v2mulb a8:9, a2, a8:9 }
  { sta64step a8:9, m15, m3, 1 ; mov32 a14, a14 }
  brnz m0, L39
  lda64 a2:3, m13, m15, 2
  lda32step a2, m15, m4, 1
  sta64 a2:3, m13, m15, 2
  { lda64 a4:5, m13, m15, 2 ; mov32 a14, a14 }
  { lda64step a2:3, m15, m2, 1 ; f16v2tof32 a4:5, a4 }
  sta64 a4:5, m13, m15, 2
  sta64 a2:3, m13, m15, 0
  { lda64 a4:5, m13, m15, 2 ; mov32 a14, a14 }
  { lda64 a2:3, m5, m15, 0 ; f32v2sub a4:5, a0:1, a4:5 }
  sta64 a4:5, m13, m15, 2
  lda64 a0:1, m13, m15, 2
  { lda64 a6:7, m3, m15, 0 ; f32v2abs a0:1, a0:1 }
  sta64 a0:1, m13, m15, 2
  lda64 a0:1, m13, m15, 2
  f32v2mulb a0:1, a12, a0:1
  sta64 a0:1, m13, m15, 2
  lda64 a0:1, m13, m15, 2
  f32v2addb a0:1, a13, a0:1
  sta64 a0:1, m13, m15, 2
  lda64 a0:1, m13, m15, 2
  f32v2mul a0:1, a0:1, a0:1
  sta64 a0:1, m13, m15, 2
  lda64 a0:1, m13, m15, 0
  lda64 a4:5, m13, m15, 2
  f32div a0, a0, a4
  sta64 a0:1, m13, m15, 0
  lda64 a0:1, m13, m15, 0
  lda64 a4:5, m13, m15, 2
  f32div a1, a1, a5
  sta64 a0:1, m13, m15, 0
  { lda64 a0:1, m13, m15, 0 ; mov32 a14, a14 }
  { sta64 a2:3, m13, m15, 1 ; mov64 a2:3, a0:1 }
  { sta64 a6:7, m13, m15, 3 ; f32v2mulb a2:3, a11, a2:3 }
  lda64 a0:1, m13, m15, 1
  f32v2add a0:1, a0:1, a2:3
  sta64 a0:1, m13, m15, 1
  lda64 a0:1, m13, m15, 3
  f32v2add a0:1, a0:1, a2:3
  sta64 a0:1, m13, m15, 3
  lda64 a0:1, m13, m15, 1
  lda64 a2:3, m13, m15, 3
  f32v2sub a2:3, a0:1, a2:3
  sta64step a2:3, m15, m1, 1
  lda64 a0:1, m13, m15, 1
  f32v2mulb a0:1, a10, a0:1
  sta64 a0:1, m13, m15, 1
  lda64 a0:1, m13, m15, 1
  sta64step a0:1, m15, m5, 1
  lda64 a0:1, m13, m15, 3
  lda32 a2, m13, m15, 8
  f32v2mulb a0:1, a2, a0:1
  sta64 a0:1, m13, m15, 3
  lda64 a0:1, m13, m15, 3
  sta64step a0:1, m15, m3, 1
L143:
  exit
