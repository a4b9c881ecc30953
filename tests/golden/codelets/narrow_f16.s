.codelet narrow_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L35
  shli m1, m2, 3
  add m2, m1, m1
  ld32 m3, m12, m15, 1
  add m2, m3, m2
  ld32 m3, m12, m15, 2
  lda32 a6, m12, m15, 3
  add m1, m3, m1
  lda128step a0:3, m15, m2, 1
  seti m3, 4095
L18:
  umin m4, m0, m3
  sub m0, m0, m4
  { rpt m4, 4 ; mov32 a14, a14 }
  { nop ; f32v2mulb a0:1, a6, a0:1 }
  { nop ; f32v2mulb a2:3, a6, a2:3 }
  { lda128step a0:3, m15, m2, 1 ; f32v4tof16 a4:5, a0:3 }
  { sta64step a4:5, m15, m1, 1 ; mov32 a14, a14 }
  brnz m0, L18
  f32v2mulb a0:1, a6, a0:1
  f32v2mulb a2:3, a6, a2:3
  f32v4tof16 a4:5, a0:3
  sta64step a4:5, m15, m1, 1
L35:
  exit
