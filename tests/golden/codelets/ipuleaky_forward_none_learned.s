.codelet ipuleaky_forward_none_learned
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L58 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a6, 1.0 }
  { ld32 m6, m12, m15, 3 ; mov32 a7, a6 }
  ld32 m1, m1, m15, 0
  ld32 m3, m12, m15, 2
  mul m5, m1, m6
  shli m1, m2, 3
  ld32 m4, m12, m15, 1
  add m7, m3, m5
  muli m2, m1, 4
  ld32 m3, m12, m15, 6
  add m4, m4, m1
  ld32 m5, m12, m15, 5
  add m7, m7, m1
  add m2, m3, m2
  add m1, m5, m1
  add m3, m7, m6
  lda64step a2:3, m15, m7, 1
  lda64step a4:5, m15, m4, 1
  seti m5, 4095
L31:
  umin m6, m0, m5
  sub m0, m0, m6
  rpt m6, 7
  { lda64 a0:1, m2, m15, 0 ; mov32 a14, a14 }
  { lda64 a0:1, m2, m15, 2 ; f32v2mul a2:3, a0:1, a2:3 }
  { lda64step a4:5, m15, m4, 1 ; f32v2add a2:3, a2:3, a4:5 }
  { sta64step a2:3, m15, m3, 1 ; f32v2cmplt a0:1, a0:1, a2:3 }
  { lda64step a2:3, m15, m7, 1 ; and64 a0:1, a0:1, a6:7 }
  { sta64step a0:1, m15, m1, 1 ; mov32 a14, a14 }
  { addi m2, m2, 32 ; mov32 a14, a14 }
  brnz m0, L31
  lda64 a0:1, m2, m15, 0
  { lda64 a0:1, m2, m15, 2 ; f32v2mul a2:3, a0:1, a2:3 }
  { addi m2, m2, 32 ; f32v2add a2:3, a2:3, a4:5 }
  { sta64step a2:3, m15, m3, 1 ; f32v2cmplt a0:1, a0:1, a2:3 }
  and64 a0:1, a0:1, a6:7
  sta64step a0:1, m15, m1, 1
L58:
  { exit ; mov32 a14, a14 }
