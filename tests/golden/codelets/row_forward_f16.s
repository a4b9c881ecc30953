.codelet row_forward_f16
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
  brneg m6, L82
L22:
  ld32 m8, m12, m15, 2
  ld32 m3, m12, m15, 0
  ld32 m4, m12, m15, 3
  addi m7, m1, 0
  { addi m8, m8, -1 ; mov32 a14, a14 }
L28:
  { addi m9, m0, 0 ; mov64 a4:5, a14:15 }
  { ld2x64 a0:3, m3, m9, 1, 1 ; mov64 a6:7, a14:15 }
  { rpt m5, 1 ; mov32 a14, a14 }
  { ld2x64 a0:3, m3, m9, 1, 1 ; f16v4dot a4:7, a0:1, a2:3 }
  brz m2, L46
  addi m10, m2, 0
  seti m11, 4095
L39:
  umin m14, m10, m11
  sub m10, m10, m14
  rpt m14, 1
  { ld2x64 a0:3, m3, m9, 1, 1 ; f16v4dot a4:7, a0:1, a2:3 }
  { brnz m10, L39 ; mov32 a14, a14 }
L46:
  { addi m9, m0, 0 ; f16v4dot a4:7, a0:1, a2:3 }
  { ld2x64 a0:3, m3, m9, 1, 1 ; f32v2add a4:5, a4:5, a6:7 }
  f32add a8, a4, a5
  mov64 a4:5, a14:15
  { rpt m5, 1 ; mov64 a6:7, a14:15 }
  { ld2x64 a0:3, m3, m9, 1, 1 ; f16v4dot a4:7, a0:1, a2:3 }
  brz m2, L66
  addi m10, m2, 0
  seti m11, 4095
L59:
  umin m14, m10, m11
  sub m10, m10, m14
  rpt m14, 1
  { ld2x64 a0:3, m3, m9, 1, 1 ; f16v4dot a4:7, a0:1, a2:3 }
  { brnz m10, L59 ; mov32 a14, a14 }
L66:
  { lda32step a0, m15, m4, 1 ; f16v4dot a4:7, a0:1, a2:3 }
  f32v2add a4:5, a4:5, a6:7
  f32add a9, a4, a5
  f16v2tof32 a0:1, a0
  f32v2add a8:9, a8:9, a0:1
  sta64step a8:9, m15, m7, 1
  brnzdec m8, L28
  ld32 m3, m13, m15, 1
  muli m3, m3, 6
  ld32 m4, m13, m15, 0
  add m0, m0, m3
  muli m3, m4, 6
  addi m6, m6, -6
  add m1, m1, m3
  brpos m6, L22
L82:
  { exit ; mov32 a14, a14 }
