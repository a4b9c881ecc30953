.codelet transpose_f32
  ld32 m0, m12, m15, 0
  shli m0, m0, 2
  sub m0, m0, m14
  addi m6, m0, -1
  ld32 m0, m12, m15, 5
  ld32 m1, m12, m15, 1
  ld32 m2, m12, m15, 2
  ld32 m3, m12, m15, 3
  ld32 m4, m12, m15, 4
  addi m5, m14, 0
  brneg m6, L57
L11:
  shri m7, m5, 2
  shri m8, m7, 1
  andi m7, m7, 1
  mul m9, m8, m3
  andi m8, m5, 3
  add m9, m2, m9
  mul m7, m7, m4
  shli m10, m5, 7
  add m9, m9, m7
  shli m7, m8, 3
  add m8, m1, m10
  seti m10, 2
  add m9, m9, m7
  addi m7, m8, 64
  rpt m10, 14
  { ld2x64 a0:3, m8, m7, 1, 1 ; mov32 a14, a14 }
  { ld2x64 a4:7, m8, m7, 1, 1 ; mov32 a8, a1 }
  { nop ; mov32 a1, a2 }
  { sta64r a0:1, m9, m0 ; mov32 a2, a8 }
  { sta64r a2:3, m9, m0 ; mov32 a8, a5 }
  { ld2x64 a0:3, m8, m7, 1, 1 ; mov32 a5, a6 }
  { sta64r a4:5, m9, m0 ; mov32 a6, a8 }
  { sta64r a6:7, m9, m0 ; mov32 a8, a1 }
  { ld2x64 a4:7, m8, m7, 1, 1 ; mov32 a1, a2 }
  { sta64r a0:1, m9, m0 ; mov32 a2, a8 }
  { sta64r a2:3, m9, m0 ; mov32 a8, a5 }
  { nop ; mov32 a5, a6 }
  { sta64r a4:5, m9, m0 ; mov32 a6, a8 }
  { sta64r a6:7, m9, m0 ; mov32 a14, a14 }
  addi m6, m6, -6
  addi m5, m5, 6
  brpos m6, L11
L57:
  exit
