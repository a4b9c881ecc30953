.codelet sparse_to_dense
  seti m2, 0
  ld32 m3, m12, m15, 1
  ld32 m0, m12, m15, 0
  ld32 m1, m12, m15, 2
  sethi m2, 4064
  ld32 m3, m3, m15, 0
  seti m4, 4095
L7:
  umin m5, m3, m4
  sub m3, m3, m5
  rpt m5, 2
  { ld32step m5, m15, m0, 1 ; mov32 a14, a14 }
  { st32x m2, m1, m5 ; mov32 a14, a14 }
  brnz m3, L7
  exit
