.codelet merge_thresholds
  ld32 m4, m12, m15, 3
  seti m0, 4095
  ld32 m1, m12, m15, 0
  ld32 m2, m12, m15, 1
  ld32 m3, m12, m15, 2
  ld32 m5, m12, m15, 5
  ld32 m6, m12, m15, 4
  addi m7, m4, -1
L8:
  ld32step m8, m15, m3, 1
  umin m8, m8, m6
  addi m9, m1, 0
  sub m6, m6, m8
L12:
  umin m10, m8, m0
  sub m8, m8, m10
  { rpt m10, 2 ; mov32 a14, a14 }
  { ld32step m10, m15, m9, 1 ; mov32 a14, a14 }
  { st32step m10, m15, m5, 1 ; mov32 a14, a14 }
  brnz m8, L12
  add m1, m1, m2
  brnzdec m7, L8
  ld32 m8, m12, m15, 4
  ld32 m7, m12, m15, 6
  sub m8, m8, m6
  st32step m8, m15, m7, 1
  addi m4, m4, -1
L28:
  ld32step m8, m15, m3, 1
  umin m8, m8, m6
  addi m9, m1, 0
  sub m6, m6, m8
L32:
  umin m10, m8, m0
  sub m8, m8, m10
  { rpt m10, 2 ; mov32 a14, a14 }
  { ld32step m10, m15, m9, 1 ; mov32 a14, a14 }
  { st32step m10, m15, m5, 1 ; mov32 a14, a14 }
  brnz m8, L32
  add m1, m1, m2
  brnzdec m4, L28
  ld32 m0, m12, m15, 4
  sub m0, m0, m6
  st32 m0, m7, m15, 0
  { exit ; mov32 a14, a14 }
