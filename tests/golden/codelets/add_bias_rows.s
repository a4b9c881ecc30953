.codelet add_bias_rows
  ld32 m2, m12, m15, 0
  shli m0, m14, 6
  ld32 m1, m12, m15, 1
  sub m2, m2, m14
  add m1, m1, m0
  addi m4, m2, -1
  ld32 m0, m12, m15, 2
  addi m2, m1, 0
  seti m3, 320
  brneg m4, L45
L10:
  addi m5, m0, 0
  ld2x64 a0:3, m1, m5, 1, 1
  { ld2x64 a4:7, m1, m5, 1, 1 ; f32v2add a0:1, a0:1, a2:3 }
  { sta64step a0:1, m15, m2, 1 ; f32v2add a4:5, a4:5, a6:7 }
  { ld2x64 a0:3, m1, m5, 1, 1 ; mov32 a14, a14 }
  { sta64step a4:5, m15, m2, 1 ; f32v2add a0:1, a0:1, a2:3 }
  { ld2x64 a4:7, m1, m5, 1, 1 ; mov32 a14, a14 }
  { sta64step a0:1, m15, m2, 1 ; f32v2add a4:5, a4:5, a6:7 }
  { ld2x64 a0:3, m1, m5, 1, 1 ; mov32 a14, a14 }
  { sta64step a4:5, m15, m2, 1 ; f32v2add a0:1, a0:1, a2:3 }
  { ld2x64 a4:7, m1, m5, 1, 1 ; mov32 a14, a14 }
  { sta64step a0:1, m15, m2, 1 ; f32v2add a4:5, a4:5, a6:7 }
  { ld2x64 a0:3, m1, m5, 1, 1 ; mov32 a14, a14 }
  { sta64step a4:5, m15, m2, 1 ; f32v2add a0:1, a0:1, a2:3 }
  { ld2x64 a4:7, m1, m5, 1, 1 ; mov32 a14, a14 }
  { sta64step a0:1, m15, m2, 1 ; f32v2add a4:5, a4:5, a6:7 }
  sta64step a4:5, m15, m2, 1
  addi m4, m4, -6
  add m1, m1, m3
  add m2, m2, m3
  brpos m4, L10
L45:
  exit
