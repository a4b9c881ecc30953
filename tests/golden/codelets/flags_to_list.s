.codelet flags_to_list
  ld32 m0, m12, m15, 1
  ld32 m1, m12, m15, 3
  addi m2, m1, 0
  brz m0, L17
  brz m2, L17
  addi m4, m0, -1
  ld32 m5, m12, m15, 2
  ld32 m0, m12, m15, 0
  ld32 m3, m12, m15, 4
  add m5, m5, m4
L10:
  ld32step m6, m15, m0, 1
  brz m6, L16
  sub m6, m5, m4
  addi m2, m2, -1
  st32step m6, m15, m3, 1
  brz m2, L17
L16:
  brnzdec m4, L10
L17:
  sub m0, m1, m2
  ld32 m1, m12, m15, 5
  st32 m0, m1, m15, 0
  { exit ; mov32 a14, a14 }
