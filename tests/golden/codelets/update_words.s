.codelet update_words
  ld32 m0, m12, m15, 4
  sub m0, m0, m14
  addi m0, m0, -1
  brneg m0, L18
  ld32 m1, m12, m15, 3
  ld32 m2, m12, m15, 2
  ld32 m1, m1, m15, 0
  ld32 m3, m12, m15, 1
  mul m2, m1, m2
  shli m1, m14, 2
  add m2, m3, m2
  ld32 m3, m12, m15, 0
  add m3, m3, m1
  add m2, m2, m1
L14:
  ld32step m1, m15, m3, 6
  addi m0, m0, -6
  st32step m1, m15, m2, 6
  brpos m0, L14
L18:
  { exit ; mov32 a14, a14 }
