.codelet half_words
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L38
  shli m1, m2, 3
  ld32 m2, m12, m15, 1
  add m2, m2, m1
  lda32 a6, m12, m15, 3
  ld32 m3, m12, m15, 2
  { lda64step a0:1, m15, m2, 1 ; mov32 a14, a14 }
  { add m1, m3, m1 ; f32v2mulb a0:1, a6, a0:1 }
  seti m3, 4095
L19:
  umin m4, m0, m3
  sub m0, m0, m4
  rpt m4, 5
  { nop ; bcast32 a2:3, a0 }
  { lda64step a0:1, m15, m2, 1 ; bcast32 a4:5, a1 }
  { nop ; f32v2tof16 a2, a2:3 }
  { nop ; f32v2tof16 a3, a4:5 }
  { sta64step a2:3, m15, m1, 1 ; f32v2mulb a0:1, a6, a0:1 }
  brnz m0, L19
  bcast32 a2:3, a0
  bcast32 a4:5, a1
  f32v2tof16 a2, a2:3
  f32v2tof16 a3, a4:5
  sta64step a2:3, m15, m1, 1
L38:
  { exit ; mov32 a14, a14 }
