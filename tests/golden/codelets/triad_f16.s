.codelet triad_f16
  ld32 m0, m12, m15, 4
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L35
  shli m1, m2, 3
  add m1, m1, m1
  ld32 m2, m12, m15, 1
  ld32 m4, m12, m15, 2
  add m3, m2, m1
  add m4, m4, m1
  lda32 a8, m12, m15, 3
  ld32 m2, m12, m15, 0
  ld2x64 a0:3, m3, m4, 1, 1
  { add m1, m2, m1 ; f16v4macb a0:1, a8, a2:3 }
  ld2x64 a4:7, m3, m4, 1, 1
  seti m2, 4095
L22:
  umin m5, m0, m2
  sub m0, m0, m5
  { rpt m5, 2 ; mov32 a14, a14 }
  { ld2xst64 a0:3, m3, m4, m1, a0:1, 1, 1, 1 ; f16v4macb a4:5, a8, a6:7 }
  { ld2xst64 a4:7, m3, m4, m1, a4:5, 1, 1, 1 ; f16v4macb a0:1, a8, a2:3 }
  { brnz m0, L22 ; mov32 a14, a14 }
  { sta64step a0:1, m15, m1, 1 ; f16v4macb a4:5, a8, a6:7 }
  sta64step a4:5, m15, m1, 1
L35:
  exit
