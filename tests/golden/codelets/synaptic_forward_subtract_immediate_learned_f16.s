.codelet synaptic_forward_subtract_immediate_learned_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L153
  lda64 a0:1, m13, m15, 1
  { ld32 m3, m12, m15, 4 ; aseti a0, 1.0 }
  sta64 a0:1, m13, m15, 1
  shli m1, m2, 3
  { lda64 a0:1, m13, m15, 1 ; mov32 a14, a14 }
  { ld32 m2, m12, m15, 1 ; mov32 a1, a0 }
  ld32 m5, m12, m15, 3
  ld32 m3, m3, m15, 0
  add m4, m2, m1
  ld32 m2, m12, m15, 2
  mul m3, m3, m5
  sta64 a0:1, m13, m15, 1
  add m2, m2, m3
  shri m3, m1, 1
  lda64step a0:1, m15, m4, 1
  add m6, m2, m3
  ld32 m8, m12, m15, 6
  sta64 a0:1, m13, m15, 3
  add m9, m6, m8
  lda64 a0:1, m13, m15, 4
  lda32step a0, m15, m9, 1
  sta64 a0:1, m13, m15, 4
  add m7, m6, m5
  lda64 a0:1, m13, m15, 4
  { muli m2, m1, 6 ; f16v2tof32 a0:1, a0 }
  ld32 m3, m12, m15, 7
  ld32 m5, m12, m15, 5
  add m10, m7, m8
  lda32step a2, m15, m6, 1
  { add m2, m3, m2 ; f16v2tof32 a2:3, a2 }
  add m1, m5, m1
  add m3, m10, m8
  sta64 a0:1, m13, m15, 4
  seti m5, 4095
L48:
  umin m8, m0, m5
  sub m0, m0, m8
  { rpt m8, 32 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 0 ; mov32 a14, a14 }
  { lda64 a4:5, m13, m15, 3 ; mov32 a14, a14 }
  { lda64 a6:7, m13, m15, 4 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 4 ; f32v2mac a4:5, a0:1, a6:7 }
  { sta64 a4:5, m13, m15, 3 ; f32v2cmplt a4:5, a0:1, a2:3 }
  { lda64 a8:9, m13, m15, 3 ; and64 a6:7, a4:5, a0:1 }
  { lda64 a8:9, m2, m15, 2 ; f32v2tof16 a10, a8:9 }
  { sta32 a10, m13, m15, 4 ; f32v2mul a2:3, a8:9, a2:3 }
  { lda32 a8, m13, m15, 4 ; mov32 a14, a14 }
  { sta32step a8, m15, m10, 1 ; mov32 a14, a14 }
  { lda64 a8:9, m13, m15, 3 ; mov32 a14, a14 }
  { lda64step a12:13, m15, m4, 1 ; f32v2add a2:3, a2:3, a8:9 }
  { addi m2, m2, 48 ; f32v2sub a2:3, a2:3, a6:7 }
  { nop ; f32v2tof16 a6, a2:3 }
  { sta32step a6, m15, m3, 1 ; f16v2tof32 a2:3, a6 }
  { lda64 a10:11, m13, m15, 1 ; f32v2cmplt a8:9, a0:1, a2:3 }
  { nop ; andc64 a6:7, a4:5, a8:9 }
  { nop ; andc64 a4:5, a8:9, a4:5 }
  { nop ; and64 a4:5, a4:5, a0:1 }
  { nop ; and64 a6:7, a6:7, a0:1 }
  { nop ; f32v2sub a2:3, a2:3, a4:5 }
  { nop ; f32v2add a2:3, a2:3, a6:7 }
  { lda32step a2, m15, m6, 1 ; f32v2tof16 a6, a2:3 }
  { sta32step a6, m15, m7, 1 ; and64 a8:9, a8:9, a10:11 }
  { sta64step a8:9, m15, m1, 1 ; f16v2tof32 a2:3, a2 }
  { lda64 a0:1, m13, m15, 4 ; mov32 a14, a14 }
  { lda32step a0, m15, m9, 1 ; mov32 a14, a14 }
  { sta64 a0:1, m13, m15, 4 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 4 ; mov32 a14, a14 }
  { nop ; f16v2tof32 a0:1, a0 }
  { sta64 a0:1, m13, m15, 4 ; mov32 a14, a14 }
  { sta64 a12:13, m13, m15, 3 ; mov32 a14, a14 }
  brnz m0, L48
  lda64 a0:1, m2, m15, 0
  sta64 a0:1, m13, m15, 0
  lda64 a0:1, m13, m15, 0
  lda64 a4:5, m13, m15, 3
  lda64 a6:7, m13, m15, 4
  { lda64 a0:1, m2, m15, 4 ; f32v2mac a4:5, a0:1, a6:7 }
  { sta64 a4:5, m13, m15, 3 ; f32v2cmplt a4:5, a0:1, a2:3 }
  { lda64 a8:9, m13, m15, 3 ; and64 a6:7, a4:5, a0:1 }
  { lda64 a8:9, m2, m15, 2 ; f32v2tof16 a10, a8:9 }
  { sta32step a10, m15, m10, 1 ; f32v2mul a2:3, a8:9, a2:3 }
  { lda64 a8:9, m13, m15, 3 ; mov32 a14, a14 }
  { addi m2, m2, 48 ; f32v2add a2:3, a2:3, a8:9 }
  f32v2sub a2:3, a2:3, a6:7
  f32v2tof16 a6, a2:3
  { sta32step a6, m15, m3, 1 ; f16v2tof32 a2:3, a6 }
  { lda64 a10:11, m13, m15, 1 ; f32v2cmplt a8:9, a0:1, a2:3 }
  andc64 a6:7, a4:5, a8:9
  andc64 a4:5, a8:9, a4:5
  and64 a4:5, a4:5, a0:1
  and64 a6:7, a6:7, a0:1
  f32v2sub a2:3, a2:3, a4:5
  f32v2add a2:3, a2:3, a6:7
  { nop ; f32v2tof16 a6, a2:3 }
  { sta32step a6, m15, m7, 1 ; and64 a8:9, a8:9, a10:11 }
  sta64step a8:9, m15, m1, 1
L153:
  exit
