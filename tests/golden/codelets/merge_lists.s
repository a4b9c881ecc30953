.codelet merge_lists
  ld32 m4, m12, m15, 3
  seti m0, 4095
  ld32 m1, m12, m15, 0
  ld32 m2, m12, m15, 1
  ld32 m3, m12, m15, 2
  ld32 m5, m12, m15, 5
  ld32 m6, m12, m15, 4
  addi m4, m4, -1
L8:
  ld32step m7, m15, m3, 1
  umin m7, m7, m6
  addi m8, m1, 0
  sub m6, m6, m7
L12:
  umin m9, m7, m0
  sub m7, m7, m9
  { rpt m9, 2 ; mov32 a14, a14 }
  { ld32step m9, m15, m8, 1 ; mov32 a14, a14 }
  { st32step m9, m15, m5, 1 ; mov32 a14, a14 }
  brnz m7, L12
  add m1, m1, m2
  brnzdec m4, L8
  ld32 m0, m12, m15, 4
  sub m0, m0, m6
  ld32 m1, m12, m15, 6
  st32 m0, m1, m15, 0
  exit
