.codelet sgd_update_stateless_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L59
  shli m1, m2, 3
  shri m2, m1, 1
  ld32 m3, m12, m15, 2
  add m4, m3, m2
  lda32step a2, m15, m4, 1
  { lda32 a4, m12, m15, 5 ; f16v2tof32 a2:3, a2 }
  { shri m2, m1, 1 ; f32v2mulb a2:3, a4, a2:3 }
  { ld32 m3, m12, m15, 1 ; f32v2sub a4:5, a2:3, a2:3 }
  { ld32 m1, m12, m15, 3 ; f32v2cmpeq a4:5, a4:5, a4:5 }
  { add m2, m3, m2 ; and64 a2:3, a2:3, a4:5 }
  { lda32 a7, m1, m15, 0 ; mov32 a14, a14 }
  { addi m1, m2, 0 ; f32neg a7, a7 }
  { lda32step a0, m15, m2, 1 ; mov32 a14, a14 }
  { lda32 a6, m12, m15, 4 ; f16v2tof32 a0:1, a0 }
  seti m3, 4095
L33:
  umin m5, m0, m3
  sub m0, m0, m5
  rpt m5, 9
  { lda32 a4, m12, m15, 5 ; f32v2macb a2:3, a6, a0:1 }
  { lda32step a2, m15, m4, 1 ; f32v2macb a0:1, a7, a2:3 }
  { nop ; f16v2tof32 a2:3, a2 }
  { nop ; f32v2mulb a2:3, a4, a2:3 }
  { nop ; f32v2sub a4:5, a2:3, a2:3 }
  { nop ; f32v2tof16 a0, a0:1 }
  { sta32step a0, m15, m1, 1 ; f32v2cmpeq a4:5, a4:5, a4:5 }
  { lda32step a0, m15, m2, 1 ; and64 a2:3, a2:3, a4:5 }
  { nop ; f16v2tof32 a0:1, a0 }
  brnz m0, L33
  f32v2macb a2:3, a6, a0:1
  f32v2macb a0:1, a7, a2:3
  f32v2tof16 a0, a0:1
  sta32step a0, m15, m1, 1
L59:
  exit
