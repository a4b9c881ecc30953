.codelet cast_to_float
  ld32 m0, m12, m15, 2
  sub m0, m0, m14
  addi m0, m0, -1
  brneg m0, L14
  shli m1, m14, 2
  ld32 m2, m12, m15, 0
  ld32 m3, m12, m15, 1
  add m2, m2, m1
  add m1, m3, m1
L9:
  lda32step a0, m15, m2, 6
  { addi m0, m0, -6 ; u32tof32 a0, a0 }
  sta32step a0, m15, m1, 6
  brpos m0, L9
L14:
  { exit ; mov32 a14, a14 }
