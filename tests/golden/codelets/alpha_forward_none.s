.codelet alpha_forward_none
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L86 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a6, 1.0 }
  { ld32 m3, m12, m15, 3 ; mov32 a7, a6 }
  ld32 m1, m1, m15, 0
  ld32 m4, m12, m15, 2
  mul m5, m1, m3
  shli m1, m2, 3
  add m2, m4, m5
  add m4, m2, m1
  ld32 m6, m12, m15, 6
  lda32 a2, m12, m15, 9
  ld32 m2, m12, m15, 1
  add m5, m4, m3
  add m7, m4, m6
  lda32 a0, m12, m15, 7
  { sta32 a2, m13, m15, 1 ; mov32 a1, a0 }
  lda32 a2, m12, m15, 10
  add m2, m2, m1
  ld32 m3, m12, m15, 5
  add m8, m5, m6
  add m9, m7, m6
  lda32 a12, m12, m15, 8
  sta32 a2, m13, m15, 0
  add m1, m3, m1
  add m3, m8, m6
  lda64step a2:3, m15, m4, 1
  lda64step a4:5, m15, m2, 1
  lda64step a8:9, m15, m7, 1
  lda64step a10:11, m15, m9, 1
  seti m6, 4095
L42:
  umin m10, m0, m6
  sub m0, m0, m10
  { rpt m10, 11 ; mov32 a14, a14 }
  { lda32 a2, m13, m15, 1 ; f32v2mulb a8:9, a12, a8:9 }
  { lda32 a13, m13, m15, 0 ; f32v2mulb a10:11, a2, a10:11 }
  { nop ; f32v2add a8:9, a8:9, a4:5 }
  { sta64step a8:9, m15, m8, 1 ; f32v2sub a10:11, a10:11, a4:5 }
  { sta64step a10:11, m15, m3, 1 ; f32v2add a2:3, a8:9, a10:11 }
  { lda64step a4:5, m15, m2, 1 ; f32v2mulb a2:3, a13, a2:3 }
  { sta64step a2:3, m15, m5, 1 ; f32v2cmplt a2:3, a0:1, a2:3 }
  { lda64step a8:9, m15, m7, 1 ; and64 a2:3, a2:3, a6:7 }
  { lda64step a10:11, m15, m9, 1 ; mov32 a14, a14 }
  { sta64step a2:3, m15, m1, 1 ; mov32 a14, a14 }
  { lda64step a2:3, m15, m4, 1 ; mov32 a14, a14 }
  { brnz m0, L42 ; mov32 a14, a14 }
  { lda32 a2, m13, m15, 1 ; f32v2mulb a8:9, a12, a8:9 }
  { lda32 a12, m13, m15, 0 ; f32v2mulb a10:11, a2, a10:11 }
  { nop ; f32v2add a8:9, a8:9, a4:5 }
  { sta64step a8:9, m15, m8, 1 ; f32v2sub a10:11, a10:11, a4:5 }
  { sta64step a10:11, m15, m3, 1 ; f32v2add a2:3, a8:9, a10:11 }
  { nop ; f32v2mulb a2:3, a12, a2:3 }
  { sta64step a2:3, m15, m5, 1 ; f32v2cmplt a2:3, a0:1, a2:3 }
  and64 a2:3, a2:3, a6:7
  sta64step a2:3, m15, m1, 1
L86:
  { exit ; mov32 a14, a14 }
