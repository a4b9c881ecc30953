.codelet bias_gradient
  ld32 m0, m12, m15, 1
  ld32 m4, m12, m15, 2
  seti m5, 4095
  sub m6, m0, m14
  shli m1, m14, 3
  ld32 m2, m12, m15, 0
  ld32 m3, m12, m15, 3
  umin m5, m4, m5
  addi m6, m6, -1
  shli m0, m0, 3
  add m2, m2, m1
  add m1, m3, m1
  sub m3, m4, m5
  brneg m6, L36
L14:
  { addi m4, m1, 0 ; mov64 a0:1, a14:15 }
  lda64 a2:3, m2, m15, 0
  rpt m5, 1
  { lda64r a2:3, m4, m0 ; f32v2add a0:1, a0:1, a2:3 }
  brz m3, L30
  addi m7, m3, 0
  seti m8, 4095
L23:
  umin m9, m7, m8
  sub m7, m7, m9
  rpt m9, 1
  { lda64r a2:3, m4, m0 ; f32v2add a0:1, a0:1, a2:3 }
  { brnz m7, L23 ; mov32 a14, a14 }
L30:
  { addi m6, m6, -6 ; f32v2add a0:1, a0:1, a2:3 }
  sta64 a0:1, m2, m15, 0
  addi m2, m2, 48
  addi m1, m1, 48
  brpos m6, L14
L36:
  { exit ; mov32 a14, a14 }
