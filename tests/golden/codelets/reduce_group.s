.codelet reduce_group
  ld32 m1, m12, m15, 2
  ld32 m0, m12, m15, 3
  ld32 m1, m1, m15, 0
  cmpult m0, m0, m1
  { brz m0, L21 ; mov32 a14, a14 }
  { ld32 m0, m12, m15, 0 ; mov32 a0, a14 }
  { ld32 m1, m12, m15, 1 ; mov32 a1, a14 }
  ld32 m2, m12, m15, 4
  seti m3, 4095
L12:
  umin m4, m1, m3
  sub m1, m1, m4
  { rpt m4, 1 ; mov32 a14, a14 }
  { lda32step a1, m15, m0, 1 ; f32add a0, a0, a1 }
  brnz m1, L12
  f32add a0, a0, a1
  sta32step a0, m15, m2, 1
L21:
  exit
