.codelet row_forward_f32
  ld32 m0, m12, m15, 1
  st32 m0, m13, m15, 1
  ld32 m3, m13, m15, 1
  ld32 m0, m12, m15, 7
  st32 m0, m13, m15, 0
  ld32 m0, m13, m15, 1
  shri m0, m0, 3
  ld32 m1, m12, m15, 4
  ld32 m2, m13, m15, 0
  addi m4, m0, -1
  seti m5, 4095
  sub m6, m1, m14
  mul m0, m3, m14
  ld32 m1, m12, m15, 5
  mul m2, m2, m14
  ld32 m3, m12, m15, 6
  umin m5, m4, m5
  addi m6, m6, -1
  add m0, m1, m0
  add m1, m3, m2
  sub m2, m4, m5
  brneg m6, L76
L22:
  ld32 m8, m12, m15, 2
  ld32 m3, m12, m15, 0
  ld32 m4, m12, m15, 3
  addi m7, m1, 0
  { addi m8, m8, -1 ; mov32 a14, a14 }
L28:
  { addi m9, m0, 0 ; mov64 a4:5, a14:15 }
  ld2x64 a0:3, m3, m9, 1, 1
  rpt m5, 1
  { ld2x64 a0:3, m3, m9, 1, 1 ; f32v2mac a4:5, a0:1, a2:3 }
  brz m2, L44
  addi m10, m2, 0
  seti m11, 4095
L37:
  umin m14, m10, m11
  sub m10, m10, m14
  rpt m14, 1
  { ld2x64 a0:3, m3, m9, 1, 1 ; f32v2mac a4:5, a0:1, a2:3 }
  { brnz m10, L37 ; mov32 a14, a14 }
L44:
  { addi m9, m0, 0 ; f32v2mac a4:5, a0:1, a2:3 }
  { ld2x64 a0:3, m3, m9, 1, 1 ; f32add a6, a4, a5 }
  { rpt m5, 1 ; mov64 a4:5, a14:15 }
  { ld2x64 a0:3, m3, m9, 1, 1 ; f32v2mac a4:5, a0:1, a2:3 }
  brz m2, L62
  addi m10, m2, 0
  seti m11, 4095
L55:
  umin m14, m10, m11
  sub m10, m10, m14
  rpt m14, 1
  { ld2x64 a0:3, m3, m9, 1, 1 ; f32v2mac a4:5, a0:1, a2:3 }
  { brnz m10, L55 ; mov32 a14, a14 }
L62:
  { lda64step a0:1, m15, m4, 1 ; f32v2mac a4:5, a0:1, a2:3 }
  f32add a7, a4, a5
  f32v2add a6:7, a6:7, a0:1
  sta64step a6:7, m15, m7, 1
  brnzdec m8, L28
  ld32 m3, m13, m15, 1
  muli m3, m3, 6
  ld32 m4, m13, m15, 0
  add m0, m0, m3
  muli m3, m4, 6
  addi m6, m6, -6
  add m1, m1, m3
  brpos m6, L22
L76:
  { exit ; mov32 a14, a14 }
