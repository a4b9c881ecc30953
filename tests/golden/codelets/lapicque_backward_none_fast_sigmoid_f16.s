.codelet lapicque_backward_none_fast_sigmoid_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L79 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a11, 1.0 }
  ld32 m5, m12, m15, 3
  ld32 m3, m1, m15, 0
  shli m1, m2, 3
  ld32 m2, m12, m15, 2
  mul m3, m3, m5
  add m6, m2, m3
  shri m7, m1, 1
  lda32 a0, m12, m15, 7
  { ld32 m2, m12, m15, 1 ; mov32 a1, a0 }
  ld32 m3, m12, m15, 6
  ld32 m4, m12, m15, 5
  add m6, m6, m7
  lda32 a8, m12, m15, 8
  lda32 a9, m12, m15, 9
  add m2, m2, m1
  add m3, m3, m1
  add m1, m4, m1
  add m4, m6, m5
  lda32 a10, m12, m15, 10
  seti m5, 4095
L33:
  umin m6, m0, m5
  sub m0, m0, m6
  rpt m6, 13
  { lda32step a4, m15, m4, 1 ; mov32 a14, a14 }
  { lda64step a6:7, m15, m2, 1 ; f16v2tof32 a4:5, a4 }
  { lda64 a2:3, m1, m15, 0 ; f32v2sub a4:5, a0:1, a4:5 }
  { nop ; f32v2abs a4:5, a4:5 }
  { nop ; f32v2mulb a4:5, a10, a4:5 }
  { nop ; f32v2addb a4:5, a11, a4:5 }
  { nop ; f32v2mul a4:5, a4:5, a4:5 }
  { nop ; f32div a6, a6, a4 }
  { nop ; f32div a7, a7, a5 }
  { nop ; f32v2add a2:3, a6:7, a2:3 }
  { nop ; f32v2mulb a4:5, a9, a2:3 }
  { sta64step a4:5, m15, m3, 1 ; f32v2mulb a2:3, a8, a2:3 }
  { sta64step a2:3, m15, m1, 1 ; mov32 a14, a14 }
  brnz m0, L33
  lda32step a4, m15, m4, 1
  { lda64step a6:7, m15, m2, 1 ; f16v2tof32 a4:5, a4 }
  { lda64 a2:3, m1, m15, 0 ; f32v2sub a4:5, a0:1, a4:5 }
  f32v2abs a4:5, a4:5
  f32v2mulb a4:5, a10, a4:5
  f32v2addb a4:5, a11, a4:5
  f32v2mul a4:5, a4:5, a4:5
  f32div a6, a6, a4
  f32div a7, a7, a5
  f32v2add a2:3, a6:7, a2:3
  f32v2mulb a4:5, a9, a2:3
  { sta64step a4:5, m15, m3, 1 ; f32v2mulb a2:3, a8, a2:3 }
  sta64step a2:3, m15, m1, 1
L79:
  exit
