.codelet rsynaptic_forward_zero_immediate_learned
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L93 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a8, 1.0 }
  { ld32 m3, m12, m15, 3 ; mov32 a9, a8 }
  ld32 m1, m1, m15, 0
  ld32 m4, m12, m15, 2
  mul m5, m1, m3
  shli m1, m2, 3
  add m2, m4, m5
  add m6, m2, m1
  ld32 m4, m12, m15, 1
  add m7, m6, m3
  ld32 m8, m12, m15, 6
  muli m2, m1, 6
  ld32 m3, m12, m15, 7
  add m4, m4, m1
  ld32 m5, m12, m15, 5
  add m9, m6, m8
  add m10, m7, m8
  add m2, m3, m2
  add m1, m5, m1
  add m3, m10, m8
  lda64step a2:3, m15, m6, 1
  lda64step a4:5, m15, m4, 1
  lda64step a12:13, m15, m9, 1
  seti m5, 4095
L36:
  umin m8, m0, m5
  sub m0, m0, m8
  { rpt m8, 15 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 4 ; mov32 a14, a14 }
  { lda64 a10:11, m2, m15, 0 ; f32v2cmplt a6:7, a0:1, a2:3 }
  { lda64 a10:11, m2, m15, 2 ; f32v2mac a4:5, a10:11, a12:13 }
  { sta64step a4:5, m15, m10, 1 ; f32v2mul a2:3, a10:11, a2:3 }
  { lda64step a12:13, m15, m9, 1 ; f32v2add a2:3, a2:3, a4:5 }
  { lda64step a4:5, m15, m4, 1 ; andc64 a2:3, a2:3, a6:7 }
  { sta64step a2:3, m15, m3, 1 ; f32v2cmplt a10:11, a0:1, a2:3 }
  { addi m2, m2, 48 ; andc64 a0:1, a6:7, a10:11 }
  { nop ; andc64 a6:7, a10:11, a6:7 }
  { nop ; and64 a0:1, a0:1, a2:3 }
  { nop ; andc64 a2:3, a2:3, a6:7 }
  { nop ; f32v2add a2:3, a2:3, a0:1 }
  { sta64step a2:3, m15, m7, 1 ; and64 a10:11, a10:11, a8:9 }
  { sta64step a10:11, m15, m1, 1 ; mov32 a14, a14 }
  { lda64step a2:3, m15, m6, 1 ; mov32 a14, a14 }
  brnz m0, L36
  lda64 a0:1, m2, m15, 4
  { lda64 a10:11, m2, m15, 0 ; f32v2cmplt a6:7, a0:1, a2:3 }
  { lda64 a10:11, m2, m15, 2 ; f32v2mac a4:5, a10:11, a12:13 }
  { sta64step a4:5, m15, m10, 1 ; f32v2mul a2:3, a10:11, a2:3 }
  { addi m2, m2, 48 ; f32v2add a2:3, a2:3, a4:5 }
  { nop ; andc64 a2:3, a2:3, a6:7 }
  { sta64step a2:3, m15, m3, 1 ; f32v2cmplt a10:11, a0:1, a2:3 }
  andc64 a0:1, a6:7, a10:11
  andc64 a6:7, a10:11, a6:7
  and64 a0:1, a0:1, a2:3
  andc64 a2:3, a2:3, a6:7
  { nop ; f32v2add a2:3, a2:3, a0:1 }
  { sta64step a2:3, m15, m7, 1 ; and64 a10:11, a10:11, a8:9 }
  sta64step a10:11, m15, m1, 1
L93:
  exit
