.codelet fill_zero_words
  ld32 m0, m12, m15, 1
  sub m0, m0, m14
  addi m0, m0, -1
  brneg m0, L10
  shli m1, m14, 2
  ld32 m2, m12, m15, 0
  add m1, m2, m1
L7:
  addi m0, m0, -6
  st32step m15, m15, m1, 6
  brpos m0, L7
L10:
  { exit ; mov32 a14, a14 }
