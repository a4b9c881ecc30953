.codelet pool_sum_forward
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
  ld32 m0, m12, m15, 2
  st32 m0, m13, m15, 5
  ld32 m1, m12, m15, 10
  ld32 m0, m12, m15, 6
  st32 m1, m13, m15, 6
  ld32 m1, m12, m15, 1
  st32 m1, m13, m15, 9
  ld32 m1, m12, m15, 5
  sub m2, m0, m14
  st32 m1, m13, m15, 7
  ld32 m1, m12, m15, 8
  addi m4, m2, -1
  addi m2, m1, -1
  seti m3, 4095
  st32 m4, m13, m15, 4
  ld32 m1, m12, m15, 9
  umin m3, m2, m3
  lda32 a0, m12, m15, 11
  { ld32 m4, m13, m15, 4 ; mov32 a1, a0 }
  shli m0, m0, 3
  addi m1, m1, 2
  sub m2, m2, m3
  brneg m4, L101
L36:
  ld32 m6, m13, m15, 3
  ld32 m4, m13, m15, 2
  ld32 m5, m13, m15, 0
  addi m6, m6, 0
  ldz16 m4, m4, m15, 0
  st32 m6, m13, m15, 8
  shli m4, m4, 3
  ld32 m6, m13, m15, 1
  add m4, m5, m4
  addi m8, m6, -1
L46:
  ld32 m5, m13, m15, 8
  ld32 m7, m13, m15, 6
  ld32 m6, m13, m15, 5
  addi m5, m5, 0
  addi m7, m7, 0
  addi m9, m6, -1
L52:
  ld32 m6, m7, m15, 0
  addi m11, m1, 0
  lda64 a2:3, m4, m15, 0
  rpt m3, 3
  { ldz16step m10, m15, m11, 1 ; mov32 a14, a14 }
  { lda64x a4:5, m4, m10 ; mov32 a14, a14 }
  { nop ; f32v2add a2:3, a2:3, a4:5 }
  brz m2, L76
  addi m12, m2, 0
  seti m14, 4095
L65:
  umin m10, m12, m14
  sub m12, m12, m10
  rpt m10, 3
  { ldz16step m10, m15, m11, 1 ; mov32 a14, a14 }
  { lda64x a4:5, m4, m10 ; mov32 a14, a14 }
  { nop ; f32v2add a2:3, a2:3, a4:5 }
  { brnz m12, L65 ; mov32 a14, a14 }
L76:
  { add m6, m5, m6 ; f32v2mul a2:3, a2:3, a0:1 }
  sta32 a3, m6, m15, 0
  sta32 a2, m5, m15, 0
  ld32 m6, m13, m15, 9
  add m4, m4, m6
  add m5, m5, m0
  addi m7, m7, 16
  brnzdec m9, L52
  ld32 m5, m13, m15, 7
  ld32 m6, m13, m15, 8
  add m6, m6, m5
  st32 m6, m13, m15, 8
  brnzdec m8, L46
  ld32 m4, m13, m15, 2
  addi m4, m4, 12
  st32 m4, m13, m15, 2
  ld32 m4, m13, m15, 3
  addi m4, m4, 24
  st32 m4, m13, m15, 3
  ld32 m4, m13, m15, 4
  addi m4, m4, -6
  st32 m4, m13, m15, 4
  ld32 m4, m13, m15, 4
  brpos m4, L36
L101:
  exit
