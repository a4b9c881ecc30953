.codelet index_add
  ld32 m1, m12, m15, 0
  ld32 m0, m12, m15, 1
  ld32 m1, m1, m15, 0
  add m0, m1, m0
  ld32 m1, m12, m15, 2
  st32 m0, m1, m15, 0
  { exit ; mov32 a14, a14 }
