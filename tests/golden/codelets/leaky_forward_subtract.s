.codelet leaky_forward_subtract
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L58 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a2, 1.0 }
  { ld32 m3, m12, m15, 3 ; mov32 a3, a2 }
  ld32 m1, m1, m15, 0
  ld32 m4, m12, m15, 2
  mul m5, m1, m3
  shli m1, m2, 3
  add m2, m4, m5
  add m4, m2, m1
  { lda32 a11, m12, m15, 7 ; mov32 a14, a14 }
  { ld32 m2, m12, m15, 1 ; bcast32 a0:1, a11 }
  add m5, m4, m3
  lda64step a4:5, m15, m4, 1
  { ld32 m3, m12, m15, 5 ; f32v2cmpltb a8:9, a11, a4:5 }
  { add m2, m2, m1 ; and64 a8:9, a8:9, a0:1 }
  lda32 a10, m12, m15, 6
  add m3, m3, m1
  lda64step a6:7, m15, m2, 1
  seti m1, 4095
L34:
  umin m6, m0, m1
  sub m0, m0, m6
  { rpt m6, 6 ; mov32 a14, a14 }
  { lda64step a4:5, m15, m4, 1 ; f32v2macb a6:7, a10, a4:5 }
  { nop ; f32v2sub a6:7, a6:7, a8:9 }
  { sta64step a6:7, m15, m5, 1 ; f32v2cmpltb a8:9, a11, a6:7 }
  { lda64step a6:7, m15, m2, 1 ; and64 a8:9, a8:9, a2:3 }
  { sta64step a8:9, m15, m3, 1 ; f32v2cmpltb a8:9, a11, a4:5 }
  { nop ; and64 a8:9, a8:9, a0:1 }
  brnz m0, L34
  f32v2macb a6:7, a10, a4:5
  { nop ; f32v2sub a6:7, a6:7, a8:9 }
  { sta64step a6:7, m15, m5, 1 ; f32v2cmpltb a8:9, a11, a6:7 }
  and64 a8:9, a8:9, a2:3
  sta64step a8:9, m15, m3, 1
L58:
  { exit ; mov32 a14, a14 }
