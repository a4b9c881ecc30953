.codelet copy_scalar
  ld32 m0, m12, m15, 2
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L20
  addi m3, m0, 1
  shli m0, m2, 3
  ld32 m1, m12, m15, 0
  ld32 m2, m12, m15, 1
  shli m3, m3, 1
  add m1, m1, m0
  add m0, m2, m0
  addi m3, m3, -1
L17:
  ld32step m2, m15, m1, 1
  st32step m2, m15, m0, 1
  brnzdec m3, L17
L20:
  { exit ; mov32 a14, a14 }
