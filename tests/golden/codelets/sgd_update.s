.codelet sgd_update
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L51
  shli m1, m2, 3
  ld32 m2, m12, m15, 4
  ld32 m3, m12, m15, 1
  ld32 m4, m12, m15, 2
  ld32 m5, m12, m15, 3
  { lda32 a8, m2, m15, 0 ; mov32 a14, a14 }
  { add m2, m3, m1 ; f32neg a8, a8 }
  add m3, m4, m1
  add m1, m5, m1
  lda32 a6, m12, m15, 5
  lda32 a7, m12, m15, 6
  addi m4, m2, 0
  addi m5, m1, 0
  lda64step a4:5, m15, m1, 1
  lda64step a2:3, m15, m3, 1
  lda64step a0:1, m15, m2, 1
  seti m6, 4095
L28:
  umin m7, m0, m6
  sub m0, m0, m7
  { rpt m7, 6 ; mov32 a14, a14 }
  { nop ; f32v2macb a2:3, a7, a0:1 }
  { lda64step a4:5, m15, m1, 1 ; f32v2macb a2:3, a6, a4:5 }
  { sta64step a2:3, m15, m5, 1 ; f32v2macb a0:1, a8, a2:3 }
  { lda64step a2:3, m15, m3, 1 ; mov32 a14, a14 }
  { sta64step a0:1, m15, m4, 1 ; mov32 a14, a14 }
  { lda64step a0:1, m15, m2, 1 ; mov32 a14, a14 }
  brnz m0, L28
  f32v2macb a2:3, a7, a0:1
  { nop ; f32v2macb a2:3, a6, a4:5 }
  { sta64step a2:3, m15, m5, 1 ; f32v2macb a0:1, a8, a2:3 }
  sta64step a0:1, m15, m4, 1
L51:
  exit
