.codelet alpha_forward_subtract_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L143
  lda64 a0:1, m13, m15, 4
  lda32 a0, m12, m15, 7
  sta64 a0:1, m13, m15, 4
  { lda64 a0:1, m13, m15, 4 ; mov32 a14, a14 }
  { lda32 a2, m12, m15, 8 ; mov32 a1, a0 }
  sta64 a0:1, m13, m15, 4
  sta32 a2, m13, m15, 4
  lda32 a0, m12, m15, 9
  sta32 a0, m13, m15, 5
  lda32 a0, m12, m15, 10
  ld32 m1, m12, m15, 4
  sta32 a0, m13, m15, 6
  ld32 m3, m12, m15, 3
  ld32 m4, m1, m15, 0
  shli m1, m2, 3
  { lda64 a0:1, m13, m15, 1 ; mov32 a14, a14 }
  { ld32 m2, m12, m15, 2 ; aseti a0, 1.0 }
  mul m4, m4, m3
  add m2, m2, m4
  shri m4, m1, 1
  sta64 a0:1, m13, m15, 1
  add m4, m2, m4
  ld32 m6, m12, m15, 6
  { lda64 a0:1, m13, m15, 1 ; mov32 a14, a14 }
  { ld32 m2, m12, m15, 1 ; mov32 a1, a0 }
  add m7, m4, m6
  add m2, m2, m1
  add m5, m4, m3
  add m9, m7, m6
  sta64 a0:1, m13, m15, 1
  ld32 m3, m12, m15, 5
  add m8, m5, m6
  lda32step a0, m15, m4, 1
  { lda64step a2:3, m15, m2, 1 ; f16v2tof32 a0:1, a0 }
  { lda32step a6, m15, m7, 1 ; mov32 a14, a14 }
  { lda32step a8, m15, m9, 1 ; f16v2tof32 a6:7, a6 }
  { add m1, m3, m1 ; f16v2tof32 a8:9, a8 }
  add m3, m8, m6
  sta64 a2:3, m13, m15, 5
  seti m6, 4095
L59:
  umin m10, m0, m6
  sub m0, m0, m10
  rpt m10, 22
  { lda64 a2:3, m13, m15, 4 ; mov32 a14, a14 }
  { lda32 a0, m13, m15, 4 ; f32v2cmplt a2:3, a2:3, a0:1 }
  { lda32 a10, m13, m15, 5 ; and64 a4:5, a2:3, a8:9 }
  { lda64 a0:1, m13, m15, 5 ; f32v2mulb a6:7, a0, a6:7 }
  { lda64 a10:11, m13, m15, 5 ; f32v2mulb a8:9, a10, a8:9 }
  { lda64step a0:1, m15, m2, 1 ; f32v2add a6:7, a6:7, a0:1 }
  { sta64 a0:1, m13, m15, 5 ; f32v2sub a8:9, a8:9, a10:11 }
  { lda32 a10, m13, m15, 6 ; f32v2add a0:1, a6:7, a8:9 }
  { lda64 a10:11, m13, m15, 4 ; f32v2mulb a0:1, a10, a0:1 }
  { nop ; f32v2add a0:1, a0:1, a4:5 }
  { nop ; and64 a4:5, a2:3, a10:11 }
  { nop ; f32v2sub a6:7, a6:7, a4:5 }
  { nop ; andc64 a8:9, a8:9, a2:3 }
  { lda32step a6, m15, m7, 1 ; f32v2tof16 a2, a6:7 }
  { sta32step a2, m15, m8, 1 ; f32v2tof16 a2, a8:9 }
  { sta32step a2, m15, m3, 1 ; f32v2tof16 a4, a0:1 }
  { lda64 a2:3, m13, m15, 4 ; f16v2tof32 a0:1, a4 }
  { lda64 a0:1, m13, m15, 1 ; f32v2cmplt a2:3, a2:3, a0:1 }
  { lda32step a8, m15, m9, 1 ; and64 a2:3, a2:3, a0:1 }
  { sta32step a4, m15, m5, 1 ; f16v2tof32 a6:7, a6 }
  { lda32step a0, m15, m4, 1 ; f16v2tof32 a8:9, a8 }
  { sta64step a2:3, m15, m1, 1 ; f16v2tof32 a0:1, a0 }
  brnz m0, L59
  lda64 a2:3, m13, m15, 4
  { lda32 a0, m13, m15, 4 ; f32v2cmplt a2:3, a2:3, a0:1 }
  { lda32 a10, m13, m15, 5 ; and64 a4:5, a2:3, a8:9 }
  { lda64 a0:1, m13, m15, 5 ; f32v2mulb a6:7, a0, a6:7 }
  { lda64 a10:11, m13, m15, 5 ; f32v2mulb a8:9, a10, a8:9 }
  { lda32 a12, m13, m15, 6 ; f32v2add a6:7, a6:7, a0:1 }
  { lda64 a10:11, m13, m15, 4 ; f32v2sub a8:9, a8:9, a10:11 }
  f32v2add a0:1, a6:7, a8:9
  f32v2mulb a0:1, a12, a0:1
  f32v2add a0:1, a0:1, a4:5
  and64 a4:5, a2:3, a10:11
  f32v2sub a6:7, a6:7, a4:5
  f32v2tof16 a4, a6:7
  { sta32 a4, m13, m15, 0 ; andc64 a8:9, a8:9, a2:3 }
  { lda32 a2, m13, m15, 0 ; f32v2tof16 a3, a8:9 }
  { sta32step a2, m15, m8, 1 ; f32v2tof16 a4, a0:1 }
  { sta32 a3, m13, m15, 7 ; f16v2tof32 a0:1, a4 }
  lda32 a2, m13, m15, 7
  sta32step a2, m15, m3, 1
  { lda64 a2:3, m13, m15, 4 ; mov32 a14, a14 }
  { lda64 a0:1, m13, m15, 1 ; f32v2cmplt a2:3, a2:3, a0:1 }
  { sta32step a4, m15, m5, 1 ; and64 a2:3, a2:3, a0:1 }
  sta64step a2:3, m15, m1, 1
L143:
  exit
