.codelet load_chain
  ld32 m0, m12, m15, 0
  ld32 m1, m12, m15, 1
  seti m2, 4095
L3:
  umin m3, m1, m2
  sub m1, m1, m3
  rpt m3, 1
  { ld32 m0, m0, m15, 0 ; mov32 a14, a14 }
  brnz m1, L3
  shli m1, m14, 2
  ld32 m2, m12, m15, 2
  add m1, m2, m1
  st32 m0, m1, m15, 0
  exit
