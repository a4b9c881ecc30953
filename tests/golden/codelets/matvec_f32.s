.codelet matvec_f32
  ld32 m2, m12, m15, 0
  ld32 m0, m12, m15, 1
  seti m1, 4095
  ld32 m3, m12, m15, 3
  sub m2, m2, m14
  umin m1, m0, m1
  mul m4, m14, m3
  ld32 m5, m12, m15, 2
  seti m6, 6
  shli m7, m14, 2
  ld32 m8, m12, m15, 5
  addi m9, m2, -1
  sub m0, m0, m1
  ld32 m2, m12, m15, 4
  add m4, m5, m4
  mul m3, m3, m6
  add m5, m8, m7
  brneg m9, L43
L18:
  { addi m6, m4, 0 ; mov64 a4:5, a14:15 }
  { addi m7, m2, 0 ; mov64 a0:1, a14:15 }
  { add m4, m4, m3 ; mov64 a2:3, a14:15 }
  { rpt m1, 1 ; mov32 a14, a14 }
  { ld2x64 a0:3, m6, m7, 1, 1 ; f32v2mac a4:5, a0:1, a2:3 }
  brz m0, L38
  addi m8, m0, 0
  seti m10, 4095
L31:
  umin m11, m8, m10
  sub m8, m8, m11
  rpt m11, 1
  { ld2x64 a0:3, m6, m7, 1, 1 ; f32v2mac a4:5, a0:1, a2:3 }
  { brnz m8, L31 ; mov32 a14, a14 }
L38:
  { addi m9, m9, -6 ; f32v2mac a4:5, a0:1, a2:3 }
  f32add a4, a4, a5
  sta32step a4, m15, m5, 6
  brpos m9, L18
L43:
  exit
