.codelet widen_slice
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L36
  ld32 m1, m12, m15, 3
  ld32 m3, m12, m15, 2
  ld32 m1, m1, m15, 0
  ld32 m4, m12, m15, 1
  mul m3, m1, m3
  shli m1, m2, 3
  add m2, m4, m3
  add m2, m2, m1
  shli m1, m1, 1
  ld32 m3, m12, m15, 4
  add m1, m3, m1
  lda64step a4:5, m15, m2, 1
  seti m3, 4095
L22:
  umin m4, m0, m3
  sub m0, m0, m4
  { rpt m4, 3 ; mov32 a14, a14 }
  { lda64step a4:5, m15, m2, 1 ; f16v4tof32 a0:3, a4:5 }
  { sta64step a0:1, m15, m1, 1 ; mov32 a14, a14 }
  { sta64step a2:3, m15, m1, 1 ; mov32 a14, a14 }
  brnz m0, L22
  f16v4tof32 a0:3, a4:5
  sta64step a0:1, m15, m1, 1
  sta64step a2:3, m15, m1, 1
L36:
  { exit ; mov32 a14, a14 }
