.codelet copy_pairs
  ld32 m0, m12, m15, 2
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L24
  shli m1, m2, 3
  ld32 m2, m12, m15, 0
  ld32 m3, m12, m15, 1
  add m2, m2, m1
  add m3, m3, m1
  lda64step a0:1, m15, m2, 1
  seti m1, 4095
L16:
  umin m4, m0, m1
  sub m0, m0, m4
  { rpt m4, 1 ; mov32 a14, a14 }
  { ldst64 a0:1, m2, m3, a0:1, 1, 1 ; mov32 a14, a14 }
  brnz m0, L16
  sta64step a0:1, m15, m3, 1
L24:
  { exit ; mov32 a14, a14 }
