.codelet fill_zero
  ld32 m0, m12, m15, 1
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L20
  shli m1, m2, 3
  ld32 m2, m12, m15, 0
  add m2, m2, m1
  seti m1, 4095
L13:
  umin m3, m0, m1
  sub m0, m0, m3
  rpt m3, 1
  { sta64step a14:15, m15, m2, 1 ; mov32 a14, a14 }
  brnz m0, L13
  sta64step a14:15, m15, m2, 1
L20:
  { exit ; mov32 a14, a14 }
