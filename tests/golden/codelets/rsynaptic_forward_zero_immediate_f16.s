.codelet rsynaptic_forward_zero_immediate_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L151
  lda64 a0:1, m13, m15, 3
  lda32 a0, m12, m15, 7
  sta64 a0:1, m13, m15, 3
  { lda64 a0:1, m13, m15, 3 ; mov32 a14, a14 }
  { lda32 a2, m12, m15, 8 ; mov32 a1, a0 }
  sta64 a0:1, m13, m15, 3
  sta32 a2, m13, m15, 4
  lda32 a0, m12, m15, 9
  sta32 a0, m13, m15, 0
  { lda64 a0:1, m13, m15, 1 ; mov32 a14, a14 }
  { ld32 m3, m12, m15, 4 ; aseti a0, 1.0 }
  sta64 a0:1, m13, m15, 1
  shli m1, m2, 3
  { lda64 a0:1, m13, m15, 1 ; mov32 a14, a14 }
  { ld32 m2, m12, m15, 1 ; mov32 a1, a0 }
  ld32 m4, m12, m15, 3
  ld32 m5, m3, m15, 0
  add m2, m2, m1
  ld32 m3, m12, m15, 2
  mul m5, m5, m4
  sta64 a0:1, m13, m15, 1
  add m3, m3, m5
  shri m5, m1, 1
  lda64step a0:1, m15, m2, 1
  add m5, m3, m5
  ld32 m6, m12, m15, 6
  sta64 a0:1, m13, m15, 4
  add m7, m5, m6
  lda64 a0:1, m13, m15, 5
  lda32step a0, m15, m7, 1
  sta64 a0:1, m13, m15, 5
  add m4, m5, m4
  lda64 a2:3, m13, m15, 5
  { ld32 m3, m12, m15, 5 ; f16v2tof32 a2:3, a2 }
  add m8, m4, m6
  lda32step a0, m15, m5, 1
  { add m1, m3, m1 ; f16v2tof32 a0:1, a0 }
  add m3, m8, m6
  sta64 a2:3, m13, m15, 5
  seti m6, 4095
L57:
  umin m9, m0, m6
  sub m0, m0, m9
  rpt m9, 30
  { lda32 a6, m13, m15, 4 ; mov32 a14, a14 }
  { lda64 a4:5, m13, m15, 4 ; mov32 a14, a14 }
  { lda64 a2:3, m13, m15, 5 ; mov32 a14, a14 }
  { lda64 a2:3, m13, m15, 3 ; f32v2macb a4:5, a6, a2:3 }
  { sta64 a4:5, m13, m15, 4 ; f32v2cmplt a2:3, a2:3, a0:1 }
  { lda64 a4:5, m13, m15, 4 ; mov32 a14, a14 }
  { lda64step a10:11, m15, m2, 1 ; f32v2tof16 a4, a4:5 }
  { sta32step a4, m15, m8, 1 ; mov32 a14, a14 }
  { lda32 a4, m13, m15, 0 ; mov32 a14, a14 }
  { lda64 a4:5, m13, m15, 4 ; f32v2mulb a0:1, a4, a0:1 }
  { lda64 a4:5, m13, m15, 3 ; f32v2add a0:1, a0:1, a4:5 }
  { nop ; andc64 a0:1, a0:1, a2:3 }
  { nop ; f32v2tof16 a12, a0:1 }
  { sta32step a12, m15, m3, 1 ; f16v2tof32 a0:1, a12 }
  { lda64 a8:9, m13, m15, 1 ; f32v2cmplt a6:7, a4:5, a0:1 }
  { nop ; andc64 a4:5, a2:3, a6:7 }
  { nop ; andc64 a2:3, a6:7, a2:3 }
  { nop ; and64 a4:5, a4:5, a0:1 }
  { nop ; andc64 a0:1, a0:1, a2:3 }
  { nop ; f32v2add a0:1, a0:1, a4:5 }
  { lda32step a0, m15, m5, 1 ; f32v2tof16 a12, a0:1 }
  { sta32step a12, m15, m4, 1 ; and64 a6:7, a6:7, a8:9 }
  { sta64step a6:7, m15, m1, 1 ; f16v2tof32 a0:1, a0 }
  { lda64 a2:3, m13, m15, 5 ; mov32 a14, a14 }
  { lda32step a2, m15, m7, 1 ; mov32 a14, a14 }
  { sta64 a2:3, m13, m15, 5 ; mov32 a14, a14 }
  { lda64 a2:3, m13, m15, 5 ; mov32 a14, a14 }
  { nop ; f16v2tof32 a2:3, a2 }
  { sta64 a2:3, m13, m15, 5 ; mov32 a14, a14 }
  { sta64 a10:11, m13, m15, 4 ; mov32 a14, a14 }
  brnz m0, L57
  lda32 a6, m13, m15, 4
  lda64 a4:5, m13, m15, 4
  lda64 a2:3, m13, m15, 5
  { lda64 a2:3, m13, m15, 3 ; f32v2macb a4:5, a6, a2:3 }
  { sta64 a4:5, m13, m15, 4 ; f32v2cmplt a2:3, a2:3, a0:1 }
  lda64 a4:5, m13, m15, 4
  f32v2tof16 a4, a4:5
  sta32step a4, m15, m8, 1
  lda32 a4, m13, m15, 0
  { lda64 a4:5, m13, m15, 4 ; f32v2mulb a0:1, a4, a0:1 }
  { lda64 a4:5, m13, m15, 3 ; f32v2add a0:1, a0:1, a4:5 }
  andc64 a0:1, a0:1, a2:3
  f32v2tof16 a12, a0:1
  { sta32step a12, m15, m3, 1 ; f16v2tof32 a0:1, a12 }
  { lda64 a8:9, m13, m15, 1 ; f32v2cmplt a6:7, a4:5, a0:1 }
  andc64 a4:5, a2:3, a6:7
  andc64 a2:3, a6:7, a2:3
  and64 a4:5, a4:5, a0:1
  andc64 a0:1, a0:1, a2:3
  f32v2add a0:1, a0:1, a4:5
  f32v2tof16 a12, a0:1
  { sta32step a12, m15, m4, 1 ; and64 a6:7, a6:7, a8:9 }
  sta64step a6:7, m15, m1, 1
L151:
  exit
