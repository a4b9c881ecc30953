.codelet spread_number
  ld32 m0, m12, m15, 6
  ld32 m1, m12, m15, 1
  ld32 m2, m12, m15, 3
  sub m7, m0, m14
  mul m3, m14, m2
  ld32 m4, m12, m15, 2
  mul m5, m14, m1
  ld32 m6, m12, m15, 0
  { lda32 a0, m12, m15, 4 ; mov32 a14, a14 }
  { lda32 a2, m12, m15, 5 ; mov32 a1, a0 }
  { addi m7, m7, -1 ; mov32 a3, a2 }
  mul m0, m0, m1
  add m3, m4, m3
  add m4, m6, m5
  muli m2, m2, 6
  muli m1, m1, 6
  brneg m7, L34
L20:
  { lda64 a4:5, m3, m15, 0 ; mov32 a14, a14 }
  { ld32 m6, m12, m15, 7 ; f32v2max a4:5, a4:5, a0:1 }
  { addi m5, m4, 0 ; f32v2min a4:5, a4:5, a2:3 }
  addi m6, m6, -1
L27:
  sta64 a4:5, m5, m15, 0
  add m5, m5, m0
  brnzdec m6, L27
  addi m7, m7, -6
  add m3, m3, m2
  add m4, m4, m1
  brpos m7, L20
L34:
  { exit ; mov32 a14, a14 }
