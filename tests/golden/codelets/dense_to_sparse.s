.codelet dense_to_sparse
  ld32 m0, m12, m15, 2
  ld32 m4, m0, m15, 0
  ld32 m5, m12, m15, 3
  seti m0, 4095
  ld32 m1, m12, m15, 1
  ld32 m2, m12, m15, 0
  ld32 m3, m12, m15, 4
  sub m5, m5, m4
L8:
  umin m6, m4, m0
  sub m4, m4, m6
  { rpt m6, 3 ; mov32 a14, a14 }
  { ld32step m6, m15, m1, 1 ; mov32 a14, a14 }
  { lda32x a0, m2, m6 ; mov32 a14, a14 }
  { sta32step a0, m15, m3, 1 ; mov32 a14, a14 }
  brnz m4, L8
L19:
  umin m1, m5, m0
  sub m5, m5, m1
  rpt m1, 1
  { sta32step a14, m15, m3, 1 ; mov32 a14, a14 }
  brnz m5, L19
  exit
