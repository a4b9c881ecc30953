.codelet rsynaptic_forward_zero_immediate
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L105
  lda64 a0:1, m13, m15, 3
  lda32 a0, m12, m15, 7
  sta64 a0:1, m13, m15, 3
  { lda64 a0:1, m13, m15, 3 ; mov32 a14, a14 }
  { lda32 a2, m12, m15, 8 ; mov32 a1, a0 }
  sta64 a0:1, m13, m15, 3
  sta32 a2, m13, m15, 0
  lda32 a0, m12, m15, 9
  ld32 m1, m12, m15, 4
  sta32 a0, m13, m15, 4
  ld32 m3, m12, m15, 3
  ld32 m1, m1, m15, 0
  lda64 a0:1, m13, m15, 1
  { ld32 m4, m12, m15, 2 ; aseti a0, 1.0 }
  mul m5, m1, m3
  shli m1, m2, 3
  add m2, m4, m5
  sta64 a0:1, m13, m15, 1
  add m4, m2, m1
  lda64 a0:1, m13, m15, 1
  { ld32 m2, m12, m15, 1 ; mov32 a1, a0 }
  add m5, m4, m3
  ld32 m6, m12, m15, 6
  add m2, m2, m1
  ld32 m3, m12, m15, 5
  add m7, m4, m6
  add m8, m5, m6
  sta64 a0:1, m13, m15, 1
  add m1, m3, m1
  add m3, m8, m6
  lda64step a0:1, m15, m4, 1
  lda64step a2:3, m15, m2, 1
  lda64step a10:11, m15, m7, 1
  seti m6, 4095
L47:
  umin m9, m0, m6
  sub m0, m0, m9
  rpt m9, 16
  { lda32 a4, m13, m15, 0 ; mov32 a14, a14 }
  { lda64 a4:5, m13, m15, 3 ; f32v2macb a2:3, a4, a10:11 }
  { sta64step a2:3, m15, m8, 1 ; f32v2cmplt a4:5, a4:5, a0:1 }
  { lda32 a6, m13, m15, 4 ; mov32 a14, a14 }
  { lda64 a6:7, m13, m15, 3 ; f32v2mulb a0:1, a6, a0:1 }
  { lda64step a10:11, m15, m7, 1 ; f32v2add a0:1, a0:1, a2:3 }
  { lda64step a2:3, m15, m2, 1 ; andc64 a0:1, a0:1, a4:5 }
  { sta64step a0:1, m15, m3, 1 ; f32v2cmplt a8:9, a6:7, a0:1 }
  { lda64 a12:13, m13, m15, 1 ; andc64 a6:7, a4:5, a8:9 }
  { nop ; andc64 a4:5, a8:9, a4:5 }
  { nop ; and64 a6:7, a6:7, a0:1 }
  { nop ; andc64 a0:1, a0:1, a4:5 }
  { nop ; f32v2add a0:1, a0:1, a6:7 }
  { sta64step a0:1, m15, m5, 1 ; and64 a8:9, a8:9, a12:13 }
  { sta64step a8:9, m15, m1, 1 ; mov32 a14, a14 }
  { lda64step a0:1, m15, m4, 1 ; mov32 a14, a14 }
  brnz m0, L47
  lda32 a4, m13, m15, 0
  { lda64 a4:5, m13, m15, 3 ; f32v2macb a2:3, a4, a10:11 }
  { sta64step a2:3, m15, m8, 1 ; f32v2cmplt a4:5, a4:5, a0:1 }
  { lda32 a6, m13, m15, 4 ; mov32 a14, a14 }
  { lda64 a6:7, m13, m15, 3 ; f32v2mulb a0:1, a6, a0:1 }
  f32v2add a0:1, a0:1, a2:3
  andc64 a0:1, a0:1, a4:5
  { sta64step a0:1, m15, m3, 1 ; f32v2cmplt a8:9, a6:7, a0:1 }
  { lda64 a2:3, m13, m15, 1 ; andc64 a6:7, a4:5, a8:9 }
  andc64 a4:5, a8:9, a4:5
  and64 a6:7, a6:7, a0:1
  andc64 a0:1, a0:1, a4:5
  f32v2add a0:1, a0:1, a6:7
  { sta64step a0:1, m15, m5, 1 ; and64 a8:9, a8:9, a2:3 }
  sta64step a8:9, m15, m1, 1
L105:
  exit
