.codelet synaptic_forward_zero_immediate_learned_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L117
  ld32 m1, m12, m15, 4
  ld32 m3, m12, m15, 3
  ld32 m4, m1, m15, 0
  shli m1, m2, 3
  lda64 a0:1, m13, m15, 0
  { ld32 m2, m12, m15, 2 ; aseti a0, 1.0 }
  mul m4, m4, m3
  add m2, m2, m4
  shri m4, m1, 1
  sta64 a0:1, m13, m15, 0
  add m6, m2, m4
  ld32 m8, m12, m15, 6
  { lda64 a2:3, m13, m15, 0 ; mov32 a14, a14 }
  { ld32 m4, m12, m15, 1 ; mov32 a3, a2 }
  add m7, m6, m3
  add m9, m6, m8
  muli m2, m1, 6
  ld32 m3, m12, m15, 7
  add m4, m4, m1
  ld32 m5, m12, m15, 5
  add m10, m7, m8
  lda32step a0, m15, m6, 1
  { lda32step a10, m15, m9, 1 ; f16v2tof32 a0:1, a0 }
  { add m2, m3, m2 ; f16v2tof32 a10:11, a10 }
  sta64 a2:3, m13, m15, 0
  add m1, m5, m1
  add m3, m10, m8
  lda64step a2:3, m15, m4, 1
  seti m5, 4095
L43:
  umin m8, m0, m5
  sub m0, m0, m8
  rpt m8, 21
  { lda64 a4:5, m2, m15, 4 ; mov32 a14, a14 }
  { sta64 a4:5, m13, m15, 2 ; mov32 a14, a14 }
  { lda64 a4:5, m2, m15, 0 ; mov32 a14, a14 }
  { lda64 a4:5, m13, m15, 2 ; f32v2mac a2:3, a4:5, a10:11 }
  { lda64 a6:7, m2, m15, 2 ; f32v2cmplt a4:5, a4:5, a0:1 }
  { lda32step a10, m15, m9, 1 ; f32v2tof16 a8, a2:3 }
  { sta32 a8, m13, m15, 2 ; f32v2mul a0:1, a6:7, a0:1 }
  { lda32 a2, m13, m15, 2 ; f32v2add a0:1, a0:1, a2:3 }
  { sta32step a2, m15, m10, 1 ; andc64 a0:1, a0:1, a4:5 }
  { lda64 a2:3, m13, m15, 2 ; f32v2tof16 a6, a0:1 }
  { sta32step a6, m15, m3, 1 ; f16v2tof32 a0:1, a6 }
  { lda64 a12:13, m13, m15, 0 ; f32v2cmplt a8:9, a2:3, a0:1 }
  { lda64step a2:3, m15, m4, 1 ; andc64 a6:7, a4:5, a8:9 }
  { addi m2, m2, 48 ; andc64 a4:5, a8:9, a4:5 }
  { nop ; and64 a6:7, a6:7, a0:1 }
  { nop ; andc64 a0:1, a0:1, a4:5 }
  { nop ; f32v2add a0:1, a0:1, a6:7 }
  { lda32step a0, m15, m6, 1 ; f32v2tof16 a6, a0:1 }
  { sta32step a6, m15, m7, 1 ; and64 a8:9, a8:9, a12:13 }
  { sta64step a8:9, m15, m1, 1 ; f16v2tof32 a10:11, a10 }
  { nop ; f16v2tof32 a0:1, a0 }
  brnz m0, L43
  lda64 a4:5, m2, m15, 4
  sta64 a4:5, m13, m15, 2
  lda64 a4:5, m13, m15, 2
  { lda64 a6:7, m2, m15, 0 ; f32v2cmplt a4:5, a4:5, a0:1 }
  { lda64 a6:7, m2, m15, 2 ; f32v2mac a2:3, a6:7, a10:11 }
  { addi m2, m2, 48 ; f32v2mul a0:1, a6:7, a0:1 }
  f32v2add a0:1, a0:1, a2:3
  f32v2tof16 a2, a2:3
  { sta32step a2, m15, m10, 1 ; andc64 a0:1, a0:1, a4:5 }
  { lda64 a2:3, m13, m15, 2 ; f32v2tof16 a6, a0:1 }
  { sta32step a6, m15, m3, 1 ; f16v2tof32 a0:1, a6 }
  { lda64 a2:3, m13, m15, 0 ; f32v2cmplt a8:9, a2:3, a0:1 }
  andc64 a6:7, a4:5, a8:9
  andc64 a4:5, a8:9, a4:5
  and64 a6:7, a6:7, a0:1
  andc64 a0:1, a0:1, a4:5
  f32v2add a0:1, a0:1, a6:7
  f32v2tof16 a6, a0:1
  { sta32step a6, m15, m7, 1 ; and64 a8:9, a8:9, a2:3 }
  sta64step a8:9, m15, m1, 1
L117:
  exit
