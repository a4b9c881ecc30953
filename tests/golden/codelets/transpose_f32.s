.codelet transpose_f32
  ld32 m0, m12, m15, 0
  sub m0, m0, m14
  addi m6, m0, -1
  ld32 m0, m12, m15, 5
  ld32 m1, m12, m15, 1
  ld32 m2, m12, m15, 2
  ld32 m3, m12, m15, 3
  ld32 m4, m12, m15, 4
  addi m5, m14, 0
  brneg m6, L60
L10:
  shri m8, m5, 1
  seti m9, 512
  andi m7, m5, 1
  mul m8, m8, m3
  mul m9, m5, m9
  add m8, m2, m8
  mul m7, m7, m4
  add m9, m1, m9
  seti m10, 4
  add m8, m8, m7
  addi m7, m9, 64
  addi m10, m10, -1
L22:
  seti m12, 2
  addi m11, m8, 0
  addi m8, m8, 8
  rpt m12, 14
  { ld2x64 a0:3, m9, m7, 1, 1 ; mov32 a14, a14 }
  { ld2x64 a4:7, m9, m7, 1, 1 ; mov32 a8, a1 }
  { nop ; mov32 a1, a2 }
  { sta64r a0:1, m11, m0 ; mov32 a2, a8 }
  { sta64r a2:3, m11, m0 ; mov32 a8, a5 }
  { ld2x64 a0:3, m9, m7, 1, 1 ; mov32 a5, a6 }
  { sta64r a4:5, m11, m0 ; mov32 a6, a8 }
  { sta64r a6:7, m11, m0 ; mov32 a8, a1 }
  { ld2x64 a4:7, m9, m7, 1, 1 ; mov32 a1, a2 }
  { sta64r a0:1, m11, m0 ; mov32 a2, a8 }
  { sta64r a2:3, m11, m0 ; mov32 a8, a5 }
  { nop ; mov32 a5, a6 }
  { sta64r a4:5, m11, m0 ; mov32 a6, a8 }
  { sta64r a6:7, m11, m0 ; mov32 a14, a14 }
  addi m9, m9, 64
  addi m7, m7, 64
  brnzdec m10, L22
  addi m6, m6, -6
  addi m5, m5, 6
  brpos m6, L10
L60:
  { exit ; mov32 a14, a14 }
