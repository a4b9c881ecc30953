.codelet leaky_backward_zero_sparse_fast_sigmoid
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L91 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a0, 1.0 }
  ld32 m3, m12, m15, 3
  ld32 m4, m1, m15, 0
  ld32 m1, m12, m15, 2
  mul m4, m4, m3
  lda32 a1, m12, m15, 7
  add m4, m1, m4
  shli m1, m2, 3
  sta32 a1, m13, m15, 1
  add m2, m4, m3
  lda32 a1, m12, m15, 9
  add m6, m2, m1
  sta32 a1, m13, m15, 2
  lda32 a1, m12, m15, 10
  lda32 a10, m12, m15, 8
  sta32 a1, m13, m15, 3
  lda64step a2:3, m15, m6, 1
  { sta32 a0, m13, m15, 0 ; f32v2cmpltb a6:7, a10, a2:3 }
  { lda32 a0, m13, m15, 3 ; f32v2subb a2:3, a10, a2:3 }
  { ld32 m3, m12, m15, 5 ; f32v2neg a2:3, a2:3 }
  { lda32 a0, m13, m15, 2 ; f32v2cmpltb a8:9, a0, a2:3 }
  { ld32 m2, m12, m15, 1 ; f32v2abs a2:3, a2:3 }
  { add m3, m3, m1 ; f32v2mulb a2:3, a0, a2:3 }
  { lda32 a0, m13, m15, 0 ; mov32 a14, a14 }
  { add m2, m2, m1 ; f32v2addb a2:3, a0, a2:3 }
  { addi m4, m3, 0 ; f32v2mul a2:3, a2:3, a2:3 }
  ld32 m5, m12, m15, 6
  lda64step a4:5, m15, m3, 1
  { add m1, m5, m1 ; andc64 a4:5, a4:5, a6:7 }
  lda64step a0:1, m15, m2, 1
  seti m5, 4095
L52:
  umin m7, m0, m5
  sub m0, m0, m7
  { rpt m7, 13 ; mov32 a14, a14 }
  { lda32 a8, m13, m15, 3 ; and64 a0:1, a0:1, a8:9 }
  { lda32 a12, m13, m15, 1 ; f32div a0, a0, a2 }
  { lda64step a2:3, m15, m6, 1 ; f32div a1, a1, a3 }
  { lda32 a13, m13, m15, 2 ; f32v2cmpltb a6:7, a10, a2:3 }
  { lda32 a11, m13, m15, 0 ; f32v2subb a2:3, a10, a2:3 }
  { nop ; f32v2neg a2:3, a2:3 }
  { nop ; f32v2cmpltb a8:9, a8, a2:3 }
  { nop ; f32v2abs a2:3, a2:3 }
  { lda64step a4:5, m15, m3, 1 ; f32v2macb a0:1, a12, a4:5 }
  { sta64step a0:1, m15, m4, 1 ; f32v2mulb a2:3, a13, a2:3 }
  { sta64step a0:1, m15, m1, 1 ; f32v2addb a2:3, a11, a2:3 }
  { lda64step a0:1, m15, m2, 1 ; andc64 a4:5, a4:5, a6:7 }
  { nop ; f32v2mul a2:3, a2:3, a2:3 }
  { brnz m0, L52 ; mov32 a14, a14 }
  { lda32 a6, m13, m15, 1 ; and64 a0:1, a0:1, a8:9 }
  f32div a0, a0, a2
  f32div a1, a1, a3
  f32v2macb a0:1, a6, a4:5
  sta64step a0:1, m15, m4, 1
  sta64step a0:1, m15, m1, 1
L91:
  exit
