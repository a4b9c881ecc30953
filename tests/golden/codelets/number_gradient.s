.codelet number_gradient
  ld32 m0, m12, m15, 6
  ld32 m1, m12, m15, 1
  ld32 m2, m12, m15, 3
  sub m9, m0, m14
  mul m3, m14, m2
  ld32 m4, m12, m15, 2
  mul m5, m14, m1
  ld32 m6, m12, m15, 0
  shli m7, m14, 3
  ld32 m8, m12, m15, 8
  { lda32 a0, m12, m15, 4 ; mov32 a14, a14 }
  { lda32 a2, m12, m15, 5 ; mov32 a1, a0 }
  { addi m9, m9, -1 ; mov32 a3, a2 }
  mul m0, m0, m1
  add m3, m4, m3
  add m4, m6, m5
  add m5, m8, m7
  muli m2, m2, 6
  muli m1, m1, 6
  { brneg m9, L44 ; mov32 a14, a14 }
L24:
  { ld32 m7, m12, m15, 7 ; mov64 a4:5, a14:15 }
  addi m6, m4, 0
  addi m7, m7, -1
L28:
  { lda64 a6:7, m6, m15, 0 ; mov32 a14, a14 }
  { add m6, m6, m0 ; f32v2add a4:5, a4:5, a6:7 }
  brnzdec m7, L28
  lda64 a8:9, m3, m15, 0
  { addi m9, m9, -6 ; f32v2max a6:7, a8:9, a0:1 }
  { add m3, m3, m2 ; f32v2min a6:7, a6:7, a2:3 }
  { add m4, m4, m1 ; f32v2cmpeq a6:7, a6:7, a8:9 }
  and64 a4:5, a4:5, a6:7
  sta64 a4:5, m5, m15, 0
  addi m5, m5, 48
  brpos m9, L24
L44:
  { exit ; mov32 a14, a14 }
