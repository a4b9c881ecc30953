.codelet copy_runs
  ld32 m1, m12, m15, 2
  ld32 m0, m12, m15, 0
  st32 m1, m13, m15, 0
  ld32 m1, m12, m15, 3
  sub m2, m0, m14
  st32 m1, m13, m15, 1
  ld32 m3, m12, m15, 4
  muli m0, m14, 20
  ld32 m1, m12, m15, 1
  addi m2, m2, -1
  st32 m3, m13, m15, 2
  add m0, m1, m0
  brneg m2, L54
L13:
  ld32 m1, m0, m15, 4
  addi m6, m1, -1
  seti m4, 4095
  ld32 m1, m0, m15, 0
  ld32 m5, m13, m15, 0
  ld32 m3, m0, m15, 2
  ld32 m8, m13, m15, 1
  umin m7, m6, m4
  ld32 m9, m13, m15, 2
  add m1, m5, m1
  add m3, m8, m3
  ld32 m4, m0, m15, 1
  ld32 m5, m0, m15, 3
  sub m6, m6, m7
  addi m8, m9, -1
L28:
  addi m9, m1, 0
  addi m10, m3, 0
  lda32step a0, m15, m9, 1
  rpt m7, 2
  { sta32step a0, m15, m10, 1 ; mov32 a14, a14 }
  { lda32step a0, m15, m9, 1 ; mov32 a14, a14 }
  brz m6, L47
  addi m11, m6, 0
  seti m12, 4095
L39:
  umin m14, m11, m12
  sub m11, m11, m14
  rpt m14, 2
  { sta32step a0, m15, m10, 1 ; mov32 a14, a14 }
  { lda32step a0, m15, m9, 1 ; mov32 a14, a14 }
  brnz m11, L39
L47:
  sta32step a0, m15, m10, 1
  add m1, m1, m4
  add m3, m3, m5
  brnzdec m8, L28
  addi m2, m2, -6
  addi m0, m0, 120
  brpos m2, L13
L54:
  { exit ; mov32 a14, a14 }
