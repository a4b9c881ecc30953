.codelet copy_slice
  ld32 m0, m12, m15, 5
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L36
  ld32 m1, m12, m15, 2
  { lda32 a1, m12, m15, 3 ; mov32 a14, a14 }
  { lda32 a0, m1, m15, 0 ; u32tof32 a1, a1 }
  { ld32 m3, m12, m15, 1 ; u32tof32 a0, a0 }
  { ld32 m4, m12, m15, 0 ; f32div a0, a0, a1 }
  { shli m1, m2, 3 ; f32toi32 a0, a0 }
  atom m2, a0
  mul m2, m2, m3
  add m2, m2, m4
  add m2, m2, m1
  ld32 m3, m12, m15, 4
  add m3, m3, m1
  lda64step a0:1, m15, m2, 1
  seti m1, 4095
L28:
  umin m4, m0, m1
  sub m0, m0, m4
  { rpt m4, 1 ; mov32 a14, a14 }
  { ldst64 a0:1, m2, m3, a0:1, 1, 1 ; mov32 a14, a14 }
  brnz m0, L28
  sta64step a0:1, m15, m3, 1
L36:
  { exit ; mov32 a14, a14 }
