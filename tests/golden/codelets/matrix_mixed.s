.codelet matrix_mixed
  ld32 m0, m12, m15, 2
  mul m1, m0, m14
  ld32 m2, m12, m15, 1
  sub m2, m2, m1
  smin m0, m0, m2
  shli m2, m1, 6
  shli m1, m1, 5
  ld32 m3, m12, m15, 3
  ld32 m4, m12, m15, 5
  addi m5, m0, -1
  add m0, m3, m1
  add m1, m4, m2
  brneg m5, L89
  lda64step a0:1, m15, m0, 0
  { lda64step a0:1, m15, m0, 1 ; f16v2amp a2:3, a0, a14:15, 0 }
  { lda64step a0:1, m15, m0, 0 ; f16v2amp a2:3, a1, a14:15, 1 }
  { lda64step a0:1, m15, m0, 1 ; f16v2amp a2:3, a0, a14:15, 2 }
  { lda64step a0:1, m15, m0, 0 ; f16v2amp a2:3, a1, a14:15, 3 }
  { lda64step a0:1, m15, m0, 1 ; f16v2amp a2:3, a0, a14:15, 4 }
  { lda64step a0:1, m15, m0, 0 ; f16v2amp a2:3, a1, a14:15, 5 }
  { lda64step a0:1, m15, m0, 1 ; f16v2amp a2:3, a0, a14:15, 6 }
  { brz m5, L73 ; mov32 a14, a14 }
  { lda64step a0:1, m15, m0, 0 ; f16v2amp a2:3, a1, a14:15, 7 }
  addi m2, m5, -1
  seti m3, 4095
L34:
  umin m4, m2, m3
  sub m2, m2, m4
  { rpt m4, 8 ; mov32 a14, a14 }
  { ldst64 a0:1, m0, m1, a2:3, 1, 1 ; f16v2amp a2:3, a0, a14:15, 0 }
  { ldst64 a0:1, m0, m1, a2:3, 0, 1 ; f16v2amp a2:3, a1, a14:15, 1 }
  { ldst64 a0:1, m0, m1, a2:3, 1, 1 ; f16v2amp a2:3, a0, a14:15, 2 }
  { ldst64 a0:1, m0, m1, a2:3, 0, 1 ; f16v2amp a2:3, a1, a14:15, 3 }
  { ldst64 a0:1, m0, m1, a2:3, 1, 1 ; f16v2amp a2:3, a0, a14:15, 4 }
  { ldst64 a0:1, m0, m1, a2:3, 0, 1 ; f16v2amp a2:3, a1, a14:15, 5 }
  { ldst64 a0:1, m0, m1, a2:3, 1, 1 ; f16v2amp a2:3, a0, a14:15, 6 }
  { ldst64 a0:1, m0, m1, a2:3, 0, 1 ; f16v2amp a2:3, a1, a14:15, 7 }
  { brnz m2, L34 ; mov32 a14, a14 }
  { ldst64 a0:1, m0, m1, a2:3, 1, 1 ; f16v2amp a2:3, a0, a14:15, 0 }
  { ldst64 a0:1, m0, m1, a2:3, 0, 1 ; f16v2amp a2:3, a1, a14:15, 1 }
  { ldst64 a0:1, m0, m1, a2:3, 1, 1 ; f16v2amp a2:3, a0, a14:15, 2 }
  { ldst64 a0:1, m0, m1, a2:3, 0, 1 ; f16v2amp a2:3, a1, a14:15, 3 }
  { ldst64 a0:1, m0, m1, a2:3, 1, 1 ; f16v2amp a2:3, a0, a14:15, 4 }
  { ldst64 a0:1, m0, m1, a2:3, 0, 1 ; f16v2amp a2:3, a1, a14:15, 5 }
  { ldst64 a0:1, m0, m1, a2:3, 1, 1 ; f16v2amp a2:3, a0, a14:15, 6 }
  { sta64step a2:3, m15, m1, 1 ; f16v2amp a2:3, a1, a14:15, 7 }
  br L74
L73:
  f16v2amp a2:3, a1, a14:15, 7
L74:
  { sta64step a2:3, m15, m1, 1 ; f16v2amp a2:3, a14, a14:15, 0 }
  { sta64step a2:3, m15, m1, 1 ; f16v2amp a2:3, a14, a14:15, 1 }
  { sta64step a2:3, m15, m1, 1 ; f16v2amp a2:3, a14, a14:15, 2 }
  { sta64step a2:3, m15, m1, 1 ; f16v2amp a2:3, a14, a14:15, 3 }
  { sta64step a2:3, m15, m1, 1 ; f16v2amp a2:3, a14, a14:15, 4 }
  { sta64step a2:3, m15, m1, 1 ; f16v2amp a2:3, a14, a14:15, 5 }
  { sta64step a2:3, m15, m1, 1 ; f16v2amp a2:3, a14, a14:15, 6 }
  sta64step a2:3, m15, m1, 1
L89:
  exit
