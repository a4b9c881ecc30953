.codelet leaky_forward_subtract_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L103 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 0 ; aseti a2, 1.0 }
  { lda32 a0, m12, m15, 6 ; bcast32 a2:3, a2 }
  { lda32 a4, m12, m15, 7 ; mov32 a14, a14 }
  { sta64 a0:1, m13, m15, 0 ; bcast32 a0:1, a4 }
  sta64 a0:1, m13, m15, 2
  lda64 a0:1, m13, m15, 2
  { ld32 m1, m12, m15, 4 ; f32v2tof16 a0, a0:1 }
  sta64 a0:1, m13, m15, 2
  lda64 a0:1, m13, m15, 2
  { ld32 m3, m12, m15, 3 ; mov32 a1, a0 }
  sta64 a0:1, m13, m15, 2
  lda64 a0:1, m13, m15, 0
  { ld32 m1, m1, m15, 0 ; f32neg a1, a4 }
  sta64 a0:1, m13, m15, 0
  sta64 a2:3, m13, m15, 1
  { lda64 a0:1, m13, m15, 1 ; mov32 a14, a14 }
  { ld32 m4, m12, m15, 2 ; f32v2tof16 a0, a0:1 }
  sta64 a0:1, m13, m15, 1
  lda64 a0:1, m13, m15, 1
  { mul m5, m1, m3 ; mov32 a1, a0 }
  shli m1, m2, 3
  add m4, m4, m5
  sta64 a0:1, m13, m15, 1
  shli m2, m1, 1
  add m1, m4, m1
  ld32 m4, m12, m15, 1
  add m3, m1, m3
  add m4, m4, m2
  lda64step a8:9, m15, m1, 1
  lda64 a0:1, m13, m15, 2
  { ld32 m5, m12, m15, 5 ; f16v4cmplt a10:11, a0:1, a8:9 }
  lda64step a0:1, m15, m4, 1
  lda64 a4:5, m13, m15, 1
  { add m2, m5, m2 ; and64 a10:11, a10:11, a4:5 }
  lda64step a2:3, m15, m4, 1
  seti m5, 4095
L58:
  umin m6, m0, m5
  sub m0, m0, m6
  { rpt m6, 12 ; mov32 a14, a14 }
  { lda64 a8:9, m13, m15, 0 ; f16v4tof32 a4:7, a8:9 }
  { lda64 a8:9, m13, m15, 0 ; f32v4macb a0:3, a8, a4:7 }
  { lda64 a10:11, m13, m15, 2 ; f16v4tof32 a4:7, a10:11 }
  { lda64 a4:5, m13, m15, 2 ; f32v4macb a0:3, a9, a4:7 }
  { lda64step a8:9, m15, m1, 1 ; f32v4tof16 a0:1, a0:3 }
  { sta64step a0:1, m15, m3, 1 ; f16v4cmplt a0:1, a10:11, a0:1 }
  { lda64 a2:3, m13, m15, 1 ; f16v4cmplt a10:11, a4:5, a8:9 }
  { lda64 a12:13, m13, m15, 1 ; and64 a0:1, a0:1, a2:3 }
  { lda64step a0:1, m15, m4, 1 ; f16v4tof32 a4:7, a0:1 }
  { sta64step a4:5, m15, m2, 1 ; and64 a10:11, a10:11, a12:13 }
  { lda64step a2:3, m15, m4, 1 ; mov32 a14, a14 }
  { sta64step a6:7, m15, m2, 1 ; mov32 a14, a14 }
  { brnz m0, L58 ; mov32 a14, a14 }
  { lda64 a8:9, m13, m15, 0 ; f16v4tof32 a4:7, a8:9 }
  { lda64 a8:9, m13, m15, 0 ; f32v4macb a0:3, a8, a4:7 }
  { lda64 a10:11, m13, m15, 2 ; f16v4tof32 a4:7, a10:11 }
  f32v4macb a0:3, a9, a4:7
  f32v4tof16 a0:1, a0:3
  { sta64step a0:1, m15, m3, 1 ; f16v4cmplt a0:1, a10:11, a0:1 }
  lda64 a2:3, m13, m15, 1
  and64 a0:1, a0:1, a2:3
  f16v4tof32 a4:7, a0:1
  sta64step a4:5, m15, m2, 1
  sta64step a6:7, m15, m2, 1
L103:
  exit
