.codelet leaky_backward_subtract_triangular
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L55
  ld32 m1, m12, m15, 4
  ld32 m3, m12, m15, 3
  ld32 m4, m1, m15, 0
  ld32 m1, m12, m15, 2
  mul m4, m4, m3
  add m4, m1, m4
  shli m1, m2, 3
  add m2, m4, m3
  add m6, m2, m1
  lda32 a11, m12, m15, 8
  lda32 a6, m12, m15, 9
  { lda64step a2:3, m15, m6, 1 ; mov32 a7, a6 }
  { ld32 m2, m12, m15, 1 ; f32v2subb a2:3, a11, a2:3 }
  { ld32 m3, m12, m15, 5 ; f32v2neg a8:9, a6:7 }
  { add m2, m2, m1 ; f32v2cmplt a2:3, a14:15, a2:3 }
  { add m3, m3, m1 ; sel64 a2:3, a6:7, a8:9 }
  ld32 m5, m12, m15, 6
  lda32 a10, m12, m15, 7
  addi m4, m3, 0
  add m1, m5, m1
  lda64step a4:5, m15, m3, 1
  lda64step a0:1, m15, m2, 1
  seti m5, 4095
L37:
  umin m7, m0, m5
  sub m0, m0, m7
  rpt m7, 5
  { lda64step a2:3, m15, m6, 1 ; f32v2mul a0:1, a0:1, a2:3 }
  { lda64step a4:5, m15, m3, 1 ; f32v2macb a0:1, a10, a4:5 }
  { sta64step a0:1, m15, m4, 1 ; f32v2subb a2:3, a11, a2:3 }
  { sta64step a0:1, m15, m1, 1 ; f32v2cmplt a2:3, a14:15, a2:3 }
  { lda64step a0:1, m15, m2, 1 ; sel64 a2:3, a6:7, a8:9 }
  brnz m0, L37
  f32v2mul a0:1, a0:1, a2:3
  f32v2macb a0:1, a10, a4:5
  sta64step a0:1, m15, m4, 1
  sta64step a0:1, m15, m1, 1
L55:
  exit
