.codelet matrix_f32_add
  ld32 m0, m12, m15, 2
  mul m1, m0, m14
  ld32 m2, m12, m15, 1
  sub m2, m2, m1
  smin m0, m0, m2
  shli m2, m1, 6
  shli m1, m1, 5
  ld32 m3, m12, m15, 3
  ld32 m4, m12, m15, 4
  ld32 m5, m12, m15, 5
  addi m6, m0, -1
  add m0, m3, m1
  add m1, m4, m2
  add m2, m5, m2
  brneg m6, L91
  ld2x64 a0:3, m0, m1, 0, 1
  { ld2x64 a0:3, m0, m1, 1, 1 ; f32amp a4:5, a0, a2:3, 0 }
  { ld2x64 a0:3, m0, m1, 0, 1 ; f32amp a4:5, a1, a2:3, 1 }
  { ld2x64 a0:3, m0, m1, 1, 1 ; f32amp a4:5, a0, a2:3, 2 }
  { ld2x64 a0:3, m0, m1, 0, 1 ; f32amp a4:5, a1, a2:3, 3 }
  { ld2x64 a0:3, m0, m1, 1, 1 ; f32amp a4:5, a0, a2:3, 4 }
  { ld2x64 a0:3, m0, m1, 0, 1 ; f32amp a4:5, a1, a2:3, 5 }
  { ld2x64 a0:3, m0, m1, 1, 1 ; f32amp a4:5, a0, a2:3, 6 }
  { brz m6, L75 ; mov32 a14, a14 }
  { ld2x64 a0:3, m0, m1, 0, 1 ; f32amp a4:5, a1, a2:3, 7 }
  addi m3, m6, -1
  seti m4, 4095
L36:
  umin m5, m3, m4
  sub m3, m3, m5
  { rpt m5, 8 ; mov32 a14, a14 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 1, 1, 1 ; f32amp a4:5, a0, a2:3, 0 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 0, 1, 1 ; f32amp a4:5, a1, a2:3, 1 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 1, 1, 1 ; f32amp a4:5, a0, a2:3, 2 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 0, 1, 1 ; f32amp a4:5, a1, a2:3, 3 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 1, 1, 1 ; f32amp a4:5, a0, a2:3, 4 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 0, 1, 1 ; f32amp a4:5, a1, a2:3, 5 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 1, 1, 1 ; f32amp a4:5, a0, a2:3, 6 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 0, 1, 1 ; f32amp a4:5, a1, a2:3, 7 }
  { brnz m3, L36 ; mov32 a14, a14 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 1, 1, 1 ; f32amp a4:5, a0, a2:3, 0 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 0, 1, 1 ; f32amp a4:5, a1, a2:3, 1 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 1, 1, 1 ; f32amp a4:5, a0, a2:3, 2 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 0, 1, 1 ; f32amp a4:5, a1, a2:3, 3 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 1, 1, 1 ; f32amp a4:5, a0, a2:3, 4 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 0, 1, 1 ; f32amp a4:5, a1, a2:3, 5 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 1, 1, 1 ; f32amp a4:5, a0, a2:3, 6 }
  { sta64step a4:5, m15, m2, 1 ; f32amp a4:5, a1, a2:3, 7 }
  br L76
L75:
  f32amp a4:5, a1, a2:3, 7
L76:
  { sta64step a4:5, m15, m2, 1 ; f32amp a4:5, a14, a14:15, 0 }
  { sta64step a4:5, m15, m2, 1 ; f32amp a4:5, a14, a14:15, 1 }
  { sta64step a4:5, m15, m2, 1 ; f32amp a4:5, a14, a14:15, 2 }
  { sta64step a4:5, m15, m2, 1 ; f32amp a4:5, a14, a14:15, 3 }
  { sta64step a4:5, m15, m2, 1 ; f32amp a4:5, a14, a14:15, 4 }
  { sta64step a4:5, m15, m2, 1 ; f32amp a4:5, a14, a14:15, 5 }
  { sta64step a4:5, m15, m2, 1 ; f32amp a4:5, a14, a14:15, 6 }
  sta64step a4:5, m15, m2, 1
L91:
  exit
