.codelet sgd_update_stateless_f16_weights
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L45
  shli m1, m2, 3
  shri m3, m1, 1
  ld32 m4, m12, m15, 1
  ld32 m2, m12, m15, 3
  add m3, m4, m3
  ld32 m4, m12, m15, 2
  lda32 a5, m2, m15, 0
  { add m1, m4, m1 ; f32neg a5, a5 }
  addi m2, m3, 0
  lda32step a0, m15, m3, 1
  { lda32 a4, m12, m15, 4 ; f16v2tof32 a0:1, a0 }
  lda64step a2:3, m15, m1, 1
  seti m4, 4095
L24:
  umin m5, m0, m4
  sub m0, m0, m5
  { rpt m5, 6 ; mov32 a14, a14 }
  { nop ; f32v2macb a2:3, a4, a0:1 }
  { lda64step a2:3, m15, m1, 1 ; f32v2macb a0:1, a5, a2:3 }
  { nop ; f32v2tof16 a0, a0:1 }
  { sta32step a0, m15, m2, 1 ; mov32 a14, a14 }
  { lda32step a0, m15, m3, 1 ; mov32 a14, a14 }
  { nop ; f16v2tof32 a0:1, a0 }
  brnz m0, L24
  f32v2macb a2:3, a4, a0:1
  f32v2macb a0:1, a5, a2:3
  f32v2tof16 a0, a0:1
  sta32step a0, m15, m2, 1
L45:
  exit
