.codelet bias_gradient_f16
  ld32 m0, m12, m15, 1
  ld32 m1, m12, m15, 2
  addi m5, m1, -1
  seti m6, 4095
  sub m7, m0, m14
  shli m1, m14, 3
  ld32 m2, m12, m15, 0
  shli m3, m14, 4
  ld32 m4, m12, m15, 3
  umin m6, m5, m6
  addi m7, m7, -1
  shli m0, m0, 4
  add m1, m2, m1
  add m2, m4, m3
  lda32 a8, m12, m15, 4
  sub m3, m5, m6
  { brneg m7, L46 ; mov32 a14, a14 }
L18:
  { addi m4, m2, 0 ; mov64 a0:1, a14:15 }
  { lda128r a4:7, m4, m0 ; mov64 a2:3, a14:15 }
  { rpt m6, 1 ; mov32 a14, a14 }
  { lda128r a4:7, m4, m0 ; f32v4add a0:3, a4:7 }
  brz m3, L36
  addi m5, m3, 0
  seti m8, 4095
L29:
  umin m9, m5, m8
  sub m5, m5, m9
  rpt m9, 1
  { lda128r a4:7, m4, m0 ; f32v4add a0:3, a4:7 }
  { brnz m5, L29 ; mov32 a14, a14 }
L36:
  { lda64 a4:5, m1, m15, 0 ; f32v4add a0:3, a4:7 }
  { addi m7, m7, -6 ; f16v4tof32 a4:7, a4:5 }
  { addi m2, m2, 96 ; f32v4macb a4:7, a8, a0:3 }
  f32v4tof16 a4:5, a4:7
  sta64 a4:5, m1, m15, 0
  addi m1, m1, 48
  brpos m7, L18
L46:
  { exit ; mov32 a14, a14 }
