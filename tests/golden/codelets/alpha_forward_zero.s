.codelet alpha_forward_zero
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L101
  lda32 a0, m12, m15, 8
  ld32 m1, m12, m15, 4
  sta32 a0, m13, m15, 0
  ld32 m3, m12, m15, 3
  ld32 m1, m1, m15, 0
  { lda64 a0:1, m13, m15, 1 ; mov32 a14, a14 }
  { ld32 m4, m12, m15, 2 ; aseti a0, 1.0 }
  mul m5, m1, m3
  shli m1, m2, 3
  add m2, m4, m5
  sta64 a0:1, m13, m15, 1
  add m4, m2, m1
  ld32 m6, m12, m15, 6
  { lda64 a2:3, m13, m15, 1 ; mov32 a14, a14 }
  { ld32 m2, m12, m15, 1 ; mov32 a3, a2 }
  add m5, m4, m3
  add m7, m4, m6
  { lda32 a0, m12, m15, 7 ; mov32 a14, a14 }
  { add m2, m2, m1 ; mov32 a1, a0 }
  ld32 m3, m12, m15, 5
  add m8, m5, m6
  add m9, m7, m6
  lda32 a12, m12, m15, 9
  lda32 a13, m12, m15, 10
  sta64 a2:3, m13, m15, 1
  add m1, m3, m1
  add m3, m8, m6
  lda64step a2:3, m15, m4, 1
  lda64step a4:5, m15, m2, 1
  lda64step a8:9, m15, m7, 1
  lda64step a10:11, m15, m9, 1
  seti m6, 4095
L47:
  umin m10, m0, m6
  sub m0, m0, m10
  rpt m10, 15
  { lda32 a6, m13, m15, 0 ; f32v2mulb a10:11, a12, a10:11 }
  { nop ; f32v2mulb a8:9, a6, a8:9 }
  { nop ; f32v2cmplt a6:7, a0:1, a2:3 }
  { nop ; f32v2add a8:9, a8:9, a4:5 }
  { lda64step a4:5, m15, m2, 1 ; f32v2sub a10:11, a10:11, a4:5 }
  { nop ; f32v2add a2:3, a8:9, a10:11 }
  { nop ; andc64 a8:9, a8:9, a6:7 }
  { sta64step a8:9, m15, m8, 1 ; f32v2mulb a2:3, a13, a2:3 }
  { lda64step a8:9, m15, m7, 1 ; andc64 a10:11, a10:11, a6:7 }
  { sta64step a10:11, m15, m3, 1 ; andc64 a2:3, a2:3, a6:7 }
  { lda64 a10:11, m13, m15, 1 ; f32v2cmplt a6:7, a0:1, a2:3 }
  { sta64step a2:3, m15, m5, 1 ; and64 a6:7, a6:7, a10:11 }
  { lda64step a10:11, m15, m9, 1 ; mov32 a14, a14 }
  { sta64step a6:7, m15, m1, 1 ; mov32 a14, a14 }
  { lda64step a2:3, m15, m4, 1 ; mov32 a14, a14 }
  { brnz m0, L47 ; mov32 a14, a14 }
  { lda32 a6, m13, m15, 0 ; f32v2mulb a10:11, a12, a10:11 }
  f32v2mulb a8:9, a6, a8:9
  f32v2cmplt a6:7, a0:1, a2:3
  f32v2add a8:9, a8:9, a4:5
  f32v2sub a10:11, a10:11, a4:5
  f32v2add a2:3, a8:9, a10:11
  andc64 a8:9, a8:9, a6:7
  { sta64step a8:9, m15, m8, 1 ; f32v2mulb a2:3, a13, a2:3 }
  { nop ; andc64 a10:11, a10:11, a6:7 }
  { sta64step a10:11, m15, m3, 1 ; andc64 a2:3, a2:3, a6:7 }
  { lda64 a0:1, m13, m15, 1 ; f32v2cmplt a6:7, a0:1, a2:3 }
  { sta64step a2:3, m15, m5, 1 ; and64 a6:7, a6:7, a0:1 }
  sta64step a6:7, m15, m1, 1
L101:
  exit
