.codelet rleaky_forward_subtract_immediate_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L99 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 4 ; aseti a10, 1.0 }
  { ld32 m4, m12, m15, 3 ; mov32 a11, a10 }
  ld32 m3, m1, m15, 0
  shli m1, m2, 3
  ld32 m2, m12, m15, 2
  mul m3, m3, m4
  add m3, m2, m3
  shri m5, m1, 1
  ld32 m2, m12, m15, 1
  add m5, m3, m5
  { lda32 a0, m12, m15, 7 ; mov32 a14, a14 }
  { lda32 a4, m12, m15, 8 ; mov32 a1, a0 }
  add m2, m2, m1
  ld32 m3, m12, m15, 5
  add m4, m5, m4
  ld32 m6, m12, m15, 6
  { lda32step a2, m15, m5, 1 ; mov32 a14, a14 }
  { sta32 a4, m13, m15, 0 ; f16v2tof32 a2:3, a2 }
  add m1, m3, m1
  add m3, m4, m6
  lda64step a4:5, m15, m2, 1
  seti m6, 4095
L38:
  umin m7, m0, m6
  sub m0, m0, m7
  { rpt m7, 17 ; mov32 a14, a14 }
  { lda32 a8, m13, m15, 0 ; f32v2cmplt a6:7, a0:1, a2:3 }
  { nop ; f32v2mulb a2:3, a8, a2:3 }
  { lda64step a4:5, m15, m2, 1 ; f32v2add a2:3, a2:3, a4:5 }
  { nop ; and64 a8:9, a6:7, a0:1 }
  { nop ; f32v2sub a2:3, a2:3, a8:9 }
  { nop ; f32v2tof16 a8, a2:3 }
  { sta32step a8, m15, m3, 1 ; f16v2tof32 a2:3, a8 }
  { nop ; f32v2cmplt a12:13, a0:1, a2:3 }
  { nop ; andc64 a8:9, a6:7, a12:13 }
  { nop ; andc64 a6:7, a12:13, a6:7 }
  { nop ; and64 a6:7, a6:7, a0:1 }
  { nop ; and64 a8:9, a8:9, a0:1 }
  { nop ; f32v2sub a2:3, a2:3, a6:7 }
  { nop ; f32v2add a2:3, a2:3, a8:9 }
  { lda32step a2, m15, m5, 1 ; f32v2tof16 a8, a2:3 }
  { sta32step a8, m15, m4, 1 ; and64 a12:13, a12:13, a10:11 }
  { sta64step a12:13, m15, m1, 1 ; f16v2tof32 a2:3, a2 }
  { brnz m0, L38 ; mov32 a14, a14 }
  { lda32 a8, m13, m15, 0 ; f32v2cmplt a6:7, a0:1, a2:3 }
  f32v2mulb a2:3, a8, a2:3
  f32v2add a2:3, a2:3, a4:5
  and64 a8:9, a6:7, a0:1
  f32v2sub a2:3, a2:3, a8:9
  { nop ; f32v2tof16 a8, a2:3 }
  { sta32step a8, m15, m3, 1 ; f16v2tof32 a2:3, a8 }
  f32v2cmplt a12:13, a0:1, a2:3
  andc64 a8:9, a6:7, a12:13
  andc64 a6:7, a12:13, a6:7
  and64 a6:7, a6:7, a0:1
  and64 a8:9, a8:9, a0:1
  f32v2sub a2:3, a2:3, a6:7
  f32v2add a2:3, a2:3, a8:9
  f32v2tof16 a8, a2:3
  { sta32step a8, m15, m4, 1 ; and64 a12:13, a12:13, a10:11 }
  sta64step a12:13, m15, m1, 1
L99:
  exit
