.codelet pool_sum_backward
  shli m0, m14, 1
  ld32 m1, m12, m15, 7
  add m0, m1, m0
  st32 m0, m13, m15, 2
  ld32 m2, m12, m15, 0
  shli m0, m14, 2
  ld32 m1, m12, m15, 4
  st32 m2, m13, m15, 0
  add m0, m1, m0
  st32 m0, m13, m15, 3
  ld32 m0, m12, m15, 3
  st32 m0, m13, m15, 1
  ld32 m1, m12, m15, 2
  ld32 m0, m12, m15, 6
  st32 m1, m13, m15, 5
  ld32 m1, m12, m15, 10
  st32 m1, m13, m15, 6
  ld32 m2, m12, m15, 5
  sub m1, m0, m14
  st32 m2, m13, m15, 7
  addi m2, m1, -1
  ld32 m3, m12, m15, 8
  seti m1, 4095
  st32 m2, m13, m15, 4
  umin m4, m3, m1
  ld32 m5, m13, m15, 4
  ld32 m1, m12, m15, 1
  shli m0, m0, 3
  ld32 m2, m12, m15, 9
  sub m3, m3, m4
  brneg m5, L91
L31:
  ld32 m7, m13, m15, 3
  ld32 m5, m13, m15, 2
  ld32 m6, m13, m15, 0
  addi m7, m7, 0
  ldz16 m5, m5, m15, 0
  st32 m7, m13, m15, 8
  shli m5, m5, 3
  ld32 m7, m13, m15, 1
  add m5, m6, m5
  addi m9, m7, -1
L41:
  ld32 m6, m13, m15, 8
  ld32 m8, m13, m15, 6
  ld32 m7, m13, m15, 5
  addi m6, m6, 0
  addi m8, m8, 0
  addi m10, m7, -1
L47:
  ld32 m7, m8, m15, 0
  lda64 a2:3, m8, m15, 1
  lda32 a0, m6, m15, 0
  { lda32 a1, m6, m7, 0 ; mov32 a14, a14 }
  { addi m11, m2, 0 ; f32v2mul a0:1, a0:1, a2:3 }
  { rpt m4, 2 ; mov32 a14, a14 }
  { ldz16step m7, m15, m11, 1 ; mov32 a14, a14 }
  { sta64x a0:1, m5, m7 ; mov32 a14, a14 }
  brz m3, L71
  addi m12, m3, 0
  seti m14, 4095
L63:
  umin m7, m12, m14
  sub m12, m12, m7
  rpt m7, 2
  { ldz16step m7, m15, m11, 1 ; mov32 a14, a14 }
  { sta64x a0:1, m5, m7 ; mov32 a14, a14 }
  brnz m12, L63
L71:
  add m5, m5, m1
  add m6, m6, m0
  addi m8, m8, 16
  brnzdec m10, L47
  ld32 m6, m13, m15, 7
  ld32 m7, m13, m15, 8
  add m7, m7, m6
  st32 m7, m13, m15, 8
  brnzdec m9, L41
  ld32 m5, m13, m15, 2
  addi m5, m5, 12
  st32 m5, m13, m15, 2
  ld32 m5, m13, m15, 3
  addi m5, m5, 24
  st32 m5, m13, m15, 3
  ld32 m5, m13, m15, 4
  addi m5, m5, -6
  st32 m5, m13, m15, 4
  ld32 m5, m13, m15, 4
  brpos m5, L31
L91:
  exit
