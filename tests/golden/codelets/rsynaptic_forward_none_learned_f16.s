.codelet rsynaptic_forward_none_learned_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L80 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a6, 1.0 }
  { ld32 m6, m12, m15, 3 ; mov32 a7, a6 }
  ld32 m3, m1, m15, 0
  shli m1, m2, 3
  ld32 m2, m12, m15, 2
  mul m3, m3, m6
  add m2, m2, m3
  shri m3, m1, 1
  add m7, m2, m3
  ld32 m8, m12, m15, 6
  ld32 m4, m12, m15, 1
  add m9, m7, m8
  muli m2, m1, 6
  ld32 m3, m12, m15, 7
  add m4, m4, m1
  ld32 m5, m12, m15, 5
  add m6, m7, m6
  lda32step a2, m15, m7, 1
  { lda32step a8, m15, m9, 1 ; f16v2tof32 a2:3, a2 }
  { add m2, m3, m2 ; f16v2tof32 a8:9, a8 }
  add m1, m5, m1
  add m3, m6, m8
  lda64step a4:5, m15, m4, 1
  seti m5, 4095
L38:
  umin m8, m0, m5
  sub m0, m0, m8
  { rpt m8, 11 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 0 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 2 ; f32v2mac a4:5, a0:1, a8:9 }
  { lda64 a0:1, m2, m15, 4 ; f32v2mul a2:3, a0:1, a2:3 }
  { lda32step a8, m15, m9, 1 ; f32v2add a2:3, a2:3, a4:5 }
  { addi m2, m2, 48 ; f32v2tof16 a10, a2:3 }
  { lda64step a4:5, m15, m4, 1 ; f32v2tof16 a2, a4:5 }
  { sta32step a2, m15, m3, 1 ; f16v2tof32 a2:3, a10 }
  { sta32step a10, m15, m6, 1 ; f32v2cmplt a0:1, a0:1, a2:3 }
  { lda32step a2, m15, m7, 1 ; and64 a0:1, a0:1, a6:7 }
  { sta64step a0:1, m15, m1, 1 ; f16v2tof32 a8:9, a8 }
  { nop ; f16v2tof32 a2:3, a2 }
  brnz m0, L38
  lda64 a0:1, m2, m15, 0
  { lda64 a0:1, m2, m15, 2 ; f32v2mac a4:5, a0:1, a8:9 }
  { lda64 a0:1, m2, m15, 4 ; f32v2mul a2:3, a0:1, a2:3 }
  { addi m2, m2, 48 ; f32v2add a2:3, a2:3, a4:5 }
  f32v2tof16 a10, a2:3
  f32v2tof16 a2, a4:5
  { sta32step a2, m15, m3, 1 ; f16v2tof32 a2:3, a10 }
  { sta32step a10, m15, m6, 1 ; f32v2cmplt a0:1, a0:1, a2:3 }
  and64 a0:1, a0:1, a6:7
  sta64step a0:1, m15, m1, 1
L80:
  { exit ; mov32 a14, a14 }
