.codelet leaky_backward_zero_sigmoid
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 683
  shri m1, m1, 12
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L103 ; mov32 a14, a14 }
  { lda32 a0, m12, m15, 7 ; aseti a1, 1.0 }
  sta32 a0, m13, m15, 0
  lda32 a0, m12, m15, 8
  ld32 m1, m12, m15, 4
  sta32 a0, m13, m15, 4
  ld32 m3, m12, m15, 3
  ld32 m4, m1, m15, 0
  lda32 a0, m12, m15, 9
  ld32 m1, m12, m15, 2
  mul m4, m4, m3
  sta32 a0, m13, m15, 2
  add m4, m1, m4
  lda32 a0, m13, m15, 2
  { shli m1, m2, 3 ; f32neg a0, a0 }
  add m2, m4, m3
  add m6, m2, m1
  sta32 a0, m13, m15, 3
  sta32 a1, m13, m15, 1
  lda64step a0:1, m15, m6, 1
  sta64 a0:1, m13, m15, 3
  lda32 a2, m13, m15, 4
  lda64 a0:1, m13, m15, 3
  { lda32 a0, m13, m15, 3 ; f32v2subb a6:7, a2, a0:1 }
  { ld32 m3, m12, m15, 5 ; f32v2abs a6:7, a6:7 }
  { ld32 m2, m12, m15, 1 ; f32v2mulb a6:7, a0, a6:7 }
  { add m3, m3, m1 ; f32exp a8, a6 }
  { lda32 a2, m13, m15, 4 ; f32exp a9, a7 }
  { lda64 a0:1, m13, m15, 3 ; mov32 a14, a14 }
  { lda32 a0, m13, m15, 1 ; f32v2cmpltb a4:5, a2, a0:1 }
  { add m2, m2, m1 ; f32v2addb a6:7, a0, a8:9 }
  { addi m4, m3, 0 ; f32v2mul a6:7, a6:7, a6:7 }
  ld32 m5, m12, m15, 6
  lda64step a2:3, m15, m3, 1
  { lda32 a0, m13, m15, 2 ; andc64 a2:3, a2:3, a4:5 }
  { add m1, m5, m1 ; f32v2mulb a8:9, a0, a8:9 }
  lda64step a0:1, m15, m2, 1
  seti m5, 4095
L60:
  umin m7, m0, m5
  sub m0, m0, m7
  { rpt m7, 15 ; mov32 a14, a14 }
  { lda32 a8, m13, m15, 0 ; f32v2mul a0:1, a0:1, a8:9 }
  { lda64step a4:5, m15, m6, 1 ; f32div a0, a0, a6 }
  { sta64 a4:5, m13, m15, 3 ; f32div a1, a1, a7 }
  { lda32 a4, m13, m15, 4 ; f32v2macb a0:1, a8, a2:3 }
  { lda64 a2:3, m13, m15, 3 ; mov32 a14, a14 }
  { lda32 a2, m13, m15, 3 ; f32v2subb a6:7, a4, a2:3 }
  { lda32 a4, m13, m15, 4 ; f32v2abs a6:7, a6:7 }
  { lda64 a2:3, m13, m15, 3 ; f32v2mulb a6:7, a2, a6:7 }
  { lda32 a10, m13, m15, 1 ; f32exp a8, a6 }
  { lda32 a11, m13, m15, 2 ; f32exp a9, a7 }
  { lda64step a2:3, m15, m3, 1 ; f32v2cmpltb a4:5, a4, a2:3 }
  { sta64step a0:1, m15, m4, 1 ; f32v2addb a6:7, a10, a8:9 }
  { sta64step a0:1, m15, m1, 1 ; andc64 a2:3, a2:3, a4:5 }
  { lda64step a0:1, m15, m2, 1 ; f32v2mulb a8:9, a11, a8:9 }
  { nop ; f32v2mul a6:7, a6:7, a6:7 }
  { brnz m0, L60 ; mov32 a14, a14 }
  { lda32 a4, m13, m15, 0 ; f32v2mul a0:1, a0:1, a8:9 }
  f32div a0, a0, a6
  f32div a1, a1, a7
  f32v2macb a0:1, a4, a2:3
  sta64step a0:1, m15, m4, 1
  sta64step a0:1, m15, m1, 1
L103:
  exit
