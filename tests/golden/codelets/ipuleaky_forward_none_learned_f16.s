.codelet ipuleaky_forward_none_learned_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L65 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a6, 1.0 }
  { ld32 m6, m12, m15, 3 ; mov32 a7, a6 }
  ld32 m3, m1, m15, 0
  shli m1, m2, 3
  ld32 m2, m12, m15, 2
  mul m3, m3, m6
  add m2, m2, m3
  shri m3, m1, 1
  ld32 m4, m12, m15, 1
  add m7, m2, m3
  muli m2, m1, 4
  ld32 m3, m12, m15, 6
  add m4, m4, m1
  ld32 m5, m12, m15, 5
  add m6, m7, m6
  lda32step a2, m15, m7, 1
  { add m2, m3, m2 ; f16v2tof32 a2:3, a2 }
  add m1, m5, m1
  lda64step a4:5, m15, m4, 1
  seti m3, 4095
L33:
  umin m5, m0, m3
  sub m0, m0, m5
  rpt m5, 8
  { lda64 a0:1, m2, m15, 0 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 2 ; f32v2mul a2:3, a0:1, a2:3 }
  { lda64step a4:5, m15, m4, 1 ; f32v2add a2:3, a2:3, a4:5 }
  { addi m2, m2, 32 ; f32v2tof16 a2, a2:3 }
  { sta32step a2, m15, m6, 1 ; f16v2tof32 a2:3, a2 }
  { lda32step a2, m15, m7, 1 ; f32v2cmplt a0:1, a0:1, a2:3 }
  { nop ; and64 a0:1, a0:1, a6:7 }
  { sta64step a0:1, m15, m1, 1 ; f16v2tof32 a2:3, a2 }
  brnz m0, L33
  lda64 a0:1, m2, m15, 0
  { lda64 a0:1, m2, m15, 2 ; f32v2mul a2:3, a0:1, a2:3 }
  { addi m2, m2, 32 ; f32v2add a2:3, a2:3, a4:5 }
  { nop ; f32v2tof16 a2, a2:3 }
  { sta32step a2, m15, m6, 1 ; f16v2tof32 a2:3, a2 }
  f32v2cmplt a0:1, a0:1, a2:3
  and64 a0:1, a0:1, a6:7
  sta64step a0:1, m15, m1, 1
L65:
  exit
