.codelet reduce_words
  ld32 m0, m12, m15, 0
  sub m0, m0, m14
  addi m0, m0, -1
  brneg m0, L36
  ld32 m4, m12, m15, 2
  seti m5, 4095
  shli m1, m14, 2
  ld32 m2, m12, m15, 1
  ld32 m3, m12, m15, 4
  umin m5, m4, m5
  add m2, m2, m1
  add m1, m3, m1
  ld32 m3, m12, m15, 3
  sub m4, m4, m5
L14:
  { addi m6, m2, 0 ; mov32 a0, a14 }
  { addi m2, m2, 24 ; mov32 a1, a14 }
  { rpt m5, 1 ; mov32 a14, a14 }
  { lda32r a1, m6, m3 ; f32add a0, a0, a1 }
  brz m4, L32
  addi m7, m4, 0
  seti m8, 4095
L25:
  umin m9, m7, m8
  sub m7, m7, m9
  rpt m9, 1
  { lda32r a1, m6, m3 ; f32add a0, a0, a1 }
  { brnz m7, L25 ; mov32 a14, a14 }
L32:
  { addi m0, m0, -6 ; f32add a0, a0, a1 }
  sta32step a0, m15, m1, 6
  brpos m0, L14
L36:
  { exit ; mov32 a14, a14 }
