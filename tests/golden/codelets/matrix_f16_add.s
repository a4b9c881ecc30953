.codelet matrix_f16_add
  ld32 m0, m12, m15, 2
  mul m1, m0, m14
  ld32 m2, m12, m15, 1
  sub m2, m2, m1
  smin m0, m0, m2
  shli m2, m1, 5
  shli m1, m1, 5
  ld32 m3, m12, m15, 3
  ld32 m4, m12, m15, 4
  ld32 m5, m12, m15, 5
  addi m6, m0, -1
  add m0, m3, m1
  add m1, m4, m2
  add m2, m5, m2
  brneg m6, L59
  ld2x64 a0:3, m0, m1, 1, 1
  { ld2x64 a0:3, m0, m1, 1, 1 ; f16v4amp a4:5, a0:1, a2:3, 0 }
  { ld2x64 a0:3, m0, m1, 1, 1 ; f16v4amp a4:5, a0:1, a2:3, 1 }
  { ld2x64 a0:3, m0, m1, 1, 1 ; f16v4amp a4:5, a0:1, a2:3, 2 }
  { brz m6, L51 ; mov32 a14, a14 }
  { ld2x64 a0:3, m0, m1, 1, 1 ; f16v4amp a4:5, a0:1, a2:3, 3 }
  addi m3, m6, -1
  seti m4, 4095
L28:
  umin m5, m3, m4
  sub m3, m3, m5
  { rpt m5, 4 ; mov32 a14, a14 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 1, 1, 1 ; f16v4amp a4:5, a0:1, a2:3, 0 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 1, 1, 1 ; f16v4amp a4:5, a0:1, a2:3, 1 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 1, 1, 1 ; f16v4amp a4:5, a0:1, a2:3, 2 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 1, 1, 1 ; f16v4amp a4:5, a0:1, a2:3, 3 }
  { brnz m3, L28 ; mov32 a14, a14 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 1, 1, 1 ; f16v4amp a4:5, a0:1, a2:3, 0 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 1, 1, 1 ; f16v4amp a4:5, a0:1, a2:3, 1 }
  { ld2xst64 a0:3, m0, m1, m2, a4:5, 1, 1, 1 ; f16v4amp a4:5, a0:1, a2:3, 2 }
  { sta64step a4:5, m15, m2, 1 ; f16v4amp a4:5, a0:1, a2:3, 3 }
  br L52
L51:
  f16v4amp a4:5, a0:1, a2:3, 3
L52:
  { sta64step a4:5, m15, m2, 1 ; f16v4amp a4:5, a14:15, a14:15, 0 }
  { sta64step a4:5, m15, m2, 1 ; f16v4amp a4:5, a14:15, a14:15, 1 }
  { sta64step a4:5, m15, m2, 1 ; f16v4amp a4:5, a14:15, a14:15, 2 }
  sta64step a4:5, m15, m2, 1
L59:
  exit
