.codelet leaky_forward_none_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L74 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 0 ; aseti a2, 1.0 }
  { ld32 m3, m12, m15, 4 ; bcast32 a10:11, a2 }
  { shli m1, m2, 3 ; f32v2tof16 a10, a10:11 }
  { lda32 a0, m12, m15, 6 ; mov32 a11, a10 }
  ld32 m4, m12, m15, 3
  ld32 m5, m3, m15, 0
  sta64 a0:1, m13, m15, 0
  lda32 a0, m12, m15, 7
  { shli m2, m1, 1 ; bcast32 a8:9, a0 }
  { ld32 m3, m12, m15, 2 ; f32v2tof16 a8, a8:9 }
  { mul m5, m5, m4 ; mov32 a9, a8 }
  ld32 m6, m12, m15, 1
  lda64 a4:5, m13, m15, 0
  { add m3, m3, m5 ; f32neg a5, a0 }
  add m5, m6, m2
  add m1, m3, m1
  ld32 m6, m12, m15, 5
  lda64step a0:1, m15, m5, 1
  sta64 a4:5, m13, m15, 0
  add m3, m1, m4
  add m2, m6, m2
  lda64step a12:13, m15, m1, 1
  lda64step a2:3, m15, m5, 1
  seti m4, 4095
L42:
  umin m6, m0, m4
  sub m0, m0, m6
  { rpt m6, 8 ; mov32 a14, a14 }
  { lda64 a12:13, m13, m15, 0 ; f16v4tof32 a4:7, a12:13 }
  { lda64step a12:13, m15, m1, 1 ; f32v4macb a0:3, a12, a4:7 }
  { lda64step a0:1, m15, m5, 1 ; f32v4tof16 a4:5, a0:3 }
  { sta64step a4:5, m15, m3, 1 ; f16v4cmplt a4:5, a8:9, a4:5 }
  { lda64step a2:3, m15, m5, 1 ; and64 a4:5, a4:5, a10:11 }
  { nop ; f16v4tof32 a4:7, a4:5 }
  { sta64step a4:5, m15, m2, 1 ; mov32 a14, a14 }
  { sta64step a6:7, m15, m2, 1 ; mov32 a14, a14 }
  { brnz m0, L42 ; mov32 a14, a14 }
  { lda64 a12:13, m13, m15, 0 ; f16v4tof32 a4:7, a12:13 }
  f32v4macb a0:3, a12, a4:7
  f32v4tof16 a4:5, a0:3
  { sta64step a4:5, m15, m3, 1 ; f16v4cmplt a4:5, a8:9, a4:5 }
  and64 a4:5, a4:5, a10:11
  f16v4tof32 a4:7, a4:5
  sta64step a4:5, m15, m2, 1
  sta64step a6:7, m15, m2, 1
L74:
  { exit ; mov32 a14, a14 }
