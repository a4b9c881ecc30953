.codelet ipuleaky_forward_none
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L54 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a6, 1.0 }
  { ld32 m4, m12, m15, 3 ; mov32 a7, a6 }
  ld32 m1, m1, m15, 0
  ld32 m3, m12, m15, 2
  mul m5, m1, m4
  shli m1, m2, 3
  ld32 m2, m12, m15, 1
  add m5, m3, m5
  { lda32 a0, m12, m15, 6 ; mov32 a14, a14 }
  { add m2, m2, m1 ; mov32 a1, a0 }
  ld32 m3, m12, m15, 5
  add m5, m5, m1
  lda32 a10, m12, m15, 7
  add m1, m3, m1
  add m3, m5, m4
  lda64step a2:3, m15, m5, 1
  lda64step a4:5, m15, m2, 1
  seti m4, 4095
L32:
  umin m6, m0, m4
  sub m0, m0, m6
  { rpt m6, 5 ; mov32 a14, a14 }
  { nop ; f32v2mulb a2:3, a10, a2:3 }
  { lda64step a4:5, m15, m2, 1 ; f32v2add a2:3, a2:3, a4:5 }
  { sta64step a2:3, m15, m3, 1 ; f32v2cmplt a8:9, a0:1, a2:3 }
  { lda64step a2:3, m15, m5, 1 ; and64 a8:9, a8:9, a6:7 }
  { sta64step a8:9, m15, m1, 1 ; mov32 a14, a14 }
  brnz m0, L32
  f32v2mulb a2:3, a10, a2:3
  { nop ; f32v2add a2:3, a2:3, a4:5 }
  { sta64step a2:3, m15, m3, 1 ; f32v2cmplt a8:9, a0:1, a2:3 }
  and64 a8:9, a8:9, a6:7
  sta64step a8:9, m15, m1, 1
L54:
  { exit ; mov32 a14, a14 }
