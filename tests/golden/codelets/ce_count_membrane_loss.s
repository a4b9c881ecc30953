.codelet ce_count_membrane_loss
  shli m1, m14, 2
  ld32 m0, m12, m15, 4
  add m4, m0, m1
  ld32 m2, m12, m15, 5
  ld32 m3, m12, m15, 0
  ld32 m0, m12, m15, 8
  st32 m4, m13, m15, 0
  add m4, m2, m1
  sub m3, m3, m14
  ld32 m1, m12, m15, 7
  ld32 m2, m0, m15, 0
  st32 m4, m13, m15, 1
  addi m3, m3, -1
  ld32 m0, m12, m15, 6
  mul m1, m2, m1
  st32 m3, m13, m15, 2
  add m0, m0, m1
  ld32 m1, m12, m15, 3
  ld32 m2, m13, m15, 2
  lda32 a0, m12, m15, 9
  sub m0, m0, m1
  addi m1, m14, 0
  { brneg m2, L125 ; mov32 a14, a14 }
L24:
  { ld32 m3, m13, m15, 0 ; aseti a1, 261632 }
  ld32step m2, m15, m3, 6
  ld32 m6, m12, m15, 1
  st32 m3, m13, m15, 0
  addi m3, m15, 0
  addi m2, m2, 0
  ld32 m4, m12, m15, 2
  ld32 m5, m12, m15, 3
  addi m6, m6, -1
L34:
  ld32 m8, m4, m15, 5
  ld32 m7, m4, m15, 6
  mul m8, m1, m8
  add m9, m8, m7
  ld32 m10, m4, m15, 0
  ld32 m7, m4, m15, 1
  ld32 m8, m4, m15, 2
  add m9, m9, m5
  addi m10, m10, -1
L43:
  addi m11, m9, 0
  add m9, m9, m7
  addi m14, m8, -1
L46:
  movz m3, m11, m2
  lda32step a2, m15, m11, 1
  { addi m2, m2, -1 ; f32max a1, a1, a2 }
  brnzdec m14, L46
  brnzdec m10, L43
  addi m4, m4, 32
  brnzdec m6, L34
  { ld32 m5, m12, m15, 1 ; mov32 a2, a14 }
  ld32 m2, m12, m15, 2
  ld32 m4, m12, m15, 3
  addi m5, m5, -1
L59:
  ld32 m7, m2, m15, 5
  ld32 m6, m2, m15, 6
  mul m7, m1, m7
  add m8, m7, m6
  ld32 m9, m2, m15, 0
  ld32 m6, m2, m15, 1
  ld32 m7, m2, m15, 2
  add m8, m8, m4
  addi m9, m9, -1
L68:
  addi m10, m8, 0
  add m8, m8, m6
  addi m11, m7, -1
L71:
  lda32step a3, m15, m10, 1
  f32sub a3, a3, a1
  f32exp a3, a3
  { sta32 a3, m10, m0, -1 ; f32add a2, a2, a3 }
  brnzdec m11, L71
  brnzdec m9, L68
  addi m2, m2, 32
  brnzdec m5, L59
  { ld32 m5, m12, m15, 1 ; f32div a3, a0, a2 }
  ld32 m2, m12, m15, 2
  ld32 m4, m12, m15, 3
  addi m5, m5, -1
L85:
  ld32 m7, m2, m15, 5
  ld32 m6, m2, m15, 6
  mul m7, m1, m7
  add m8, m7, m6
  ld32 m9, m2, m15, 0
  ld32 m6, m2, m15, 1
  ld32 m7, m2, m15, 2
  add m8, m8, m4
  addi m9, m9, -1
L94:
  addi m10, m8, 0
  add m8, m8, m6
  addi m11, m7, -1
L97:
  lda32 a4, m10, m0, 0
  { addi m10, m10, 4 ; f32mul a4, a4, a3 }
  sta32 a4, m10, m0, -1
  brnzdec m11, L97
  brnzdec m9, L94
  addi m2, m2, 32
  { brnzdec m5, L85 ; mov32 a14, a14 }
  { lda32 a2, m3, m0, 0 ; f32ln a3, a2 }
  { lda32 a4, m3, m15, 0 ; f32sub a2, a2, a0 }
  { sta32 a2, m3, m0, 0 ; f32add a3, a3, a1 }
  { ld32 m2, m13, m15, 1 ; f32sub a3, a3, a4 }
  { addi m1, m1, 6 ; f32mul a3, a3, a0 }
  sta32 a3, m2, m15, 0
  ld32 m2, m13, m15, 1
  addi m2, m2, 24
  st32 m2, m13, m15, 1
  ld32 m2, m13, m15, 2
  addi m2, m2, -6
  st32 m2, m13, m15, 2
  ld32 m2, m13, m15, 2
  brpos m2, L24
L125:
  exit
