.codelet matrix_f16
  ld32 m0, m12, m15, 2
  mul m1, m0, m14
  ld32 m2, m12, m15, 1
  sub m2, m2, m1
  smin m0, m0, m2
  shli m2, m1, 5
  shli m1, m1, 5
  ld32 m3, m12, m15, 3
  ld32 m4, m12, m15, 5
  addi m5, m0, -1
  add m0, m3, m1
  add m1, m4, m2
  brneg m5, L57
  lda64step a0:1, m15, m0, 1
  { lda64step a0:1, m15, m0, 1 ; f16v4amp a2:3, a0:1, a14:15, 0 }
  { lda64step a0:1, m15, m0, 1 ; f16v4amp a2:3, a0:1, a14:15, 1 }
  { lda64step a0:1, m15, m0, 1 ; f16v4amp a2:3, a0:1, a14:15, 2 }
  { brz m5, L49 ; mov32 a14, a14 }
  { lda64step a0:1, m15, m0, 1 ; f16v4amp a2:3, a0:1, a14:15, 3 }
  addi m2, m5, -1
  seti m3, 4095
L26:
  umin m4, m2, m3
  sub m2, m2, m4
  { rpt m4, 4 ; mov32 a14, a14 }
  { ldst64 a0:1, m0, m1, a2:3, 1, 1 ; f16v4amp a2:3, a0:1, a14:15, 0 }
  { ldst64 a0:1, m0, m1, a2:3, 1, 1 ; f16v4amp a2:3, a0:1, a14:15, 1 }
  { ldst64 a0:1, m0, m1, a2:3, 1, 1 ; f16v4amp a2:3, a0:1, a14:15, 2 }
  { ldst64 a0:1, m0, m1, a2:3, 1, 1 ; f16v4amp a2:3, a0:1, a14:15, 3 }
  { brnz m2, L26 ; mov32 a14, a14 }
  { ldst64 a0:1, m0, m1, a2:3, 1, 1 ; f16v4amp a2:3, a0:1, a14:15, 0 }
  { ldst64 a0:1, m0, m1, a2:3, 1, 1 ; f16v4amp a2:3, a0:1, a14:15, 1 }
  { ldst64 a0:1, m0, m1, a2:3, 1, 1 ; f16v4amp a2:3, a0:1, a14:15, 2 }
  { sta64step a2:3, m15, m1, 1 ; f16v4amp a2:3, a0:1, a14:15, 3 }
  br L50
L49:
  f16v4amp a2:3, a0:1, a14:15, 3
L50:
  { sta64step a2:3, m15, m1, 1 ; f16v4amp a2:3, a14:15, a14:15, 0 }
  { sta64step a2:3, m15, m1, 1 ; f16v4amp a2:3, a14:15, a14:15, 1 }
  { sta64step a2:3, m15, m1, 1 ; f16v4amp a2:3, a14:15, a14:15, 2 }
  sta64step a2:3, m15, m1, 1
L57:
  exit
