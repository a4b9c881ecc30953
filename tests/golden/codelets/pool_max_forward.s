.codelet pool_max_forward
  ld32 m3, m12, m15, 6
  shli m0, m14, 1
  ld32 m1, m12, m15, 7
  ld32 m2, m12, m15, 14
  st32 m3, m13, m15, 0
  add m0, m1, m0
  ld32 m3, m12, m15, 13
  ld32 m4, m2, m15, 0
  st32 m0, m13, m15, 5
  ld32 m5, m12, m15, 0
  shli m0, m14, 2
  ld32 m1, m12, m15, 4
  ld32 m2, m12, m15, 12
  mul m3, m4, m3
  st32 m5, m13, m15, 3
  add m4, m1, m0
  add m1, m2, m3
  st32 m4, m13, m15, 6
  add m0, m1, m0
  st32 m0, m13, m15, 7
  ld32 m0, m12, m15, 3
  st32 m0, m13, m15, 4
  ld32 m0, m12, m15, 2
  st32 m0, m13, m15, 9
  ld32 m0, m12, m15, 10
  st32 m0, m13, m15, 10
  ld32 m0, m12, m15, 1
  st32 m0, m13, m15, 14
  ld32 m1, m13, m15, 0
  ld32 m0, m12, m15, 5
  st32 m0, m13, m15, 11
  ld32 m0, m12, m15, 9
  st32 m0, m13, m15, 16
  ld32 m2, m12, m15, 11
  ld32 m0, m12, m15, 8
  st32 m2, m13, m15, 15
  addi m0, m0, -1
  st32 m0, m13, m15, 2
  seti m0, 4095
  ld32 m2, m13, m15, 2
  umin m0, m2, m0
  st32 m0, m13, m15, 17
  ld32 m0, m13, m15, 16
  ld32 m2, m13, m15, 2
  ld32 m4, m13, m15, 17
  addi m0, m0, 2
  st32 m0, m13, m15, 16
  ld32 m0, m13, m15, 0
  sub m0, m0, m14
  st32 m0, m13, m15, 1
  ld32 m0, m13, m15, 1
  addi m0, m0, -1
  st32 m0, m13, m15, 8
  ld32 m3, m13, m15, 8
  shli m0, m1, 3
  sub m1, m2, m4
  brneg m3, L154
L57:
  ld32 m4, m13, m15, 6
  ld32 m2, m13, m15, 5
  ld32 m3, m13, m15, 3
  addi m4, m4, 0
  st32 m4, m13, m15, 12
  ld32 m4, m13, m15, 7
  addi m4, m4, 0
  ldz16 m2, m2, m15, 0
  st32 m4, m13, m15, 13
  shli m2, m2, 3
  ld32 m4, m13, m15, 4
  add m2, m3, m2
  addi m7, m4, -1
L70:
  ld32 m3, m13, m15, 12
  ld32 m6, m13, m15, 13
  ld32 m5, m13, m15, 10
  ld32 m4, m13, m15, 9
  addi m3, m3, 0
  addi m6, m6, 0
  addi m5, m5, 0
  addi m8, m4, -1
L78:
  ld32 m4, m13, m15, 15
  ld32 m9, m13, m15, 16
  addi m11, m4, 0
  ld32 m12, m13, m15, 17
  ld32 m4, m5, m15, 0
  addi m10, m9, 0
  lda64 a0:1, m2, m15, 0
  lda64step a2:3, m15, m11, 1
  { rpt m12, 6 ; mov32 a14, a14 }
  { ldz16step m9, m15, m10, 1 ; mov32 a14, a14 }
  { lda64x a4:5, m2, m9 ; mov32 a14, a14 }
  { lda64step a6:7, m15, m11, 1 ; f32v2cmplt a8:9, a0:1, a4:5 }
  { nop ; sel64 a8:9, a6:7, a2:3 }
  { nop ; f32v2max a0:1, a0:1, a4:5 }
  { nop ; mov64 a2:3, a8:9 }
  brz m1, L119
  addi m12, m1, 0
  seti m14, 4095
L103:
  umin m9, m12, m14
  sub m12, m12, m9
  rpt m9, 6
  { ldz16step m9, m15, m10, 1 ; mov32 a14, a14 }
  { lda64x a4:5, m2, m9 ; mov32 a14, a14 }
  { lda64step a6:7, m15, m11, 1 ; f32v2cmplt a8:9, a0:1, a4:5 }
  { nop ; sel64 a8:9, a6:7, a2:3 }
  { nop ; f32v2max a0:1, a0:1, a4:5 }
  { nop ; mov64 a2:3, a8:9 }
  brnz m12, L103
L119:
  add m9, m3, m4
  sta32 a1, m9, m15, 0
  sta32 a0, m3, m15, 0
  add m4, m6, m4
  sta32 a3, m4, m15, 0
  sta32 a2, m6, m15, 0
  ld32 m4, m13, m15, 14
  add m2, m2, m4
  add m3, m3, m0
  add m6, m6, m0
  addi m5, m5, 16
  brnzdec m8, L78
  ld32 m3, m13, m15, 11
  ld32 m4, m13, m15, 12
  add m4, m4, m3
  st32 m4, m13, m15, 12
  ld32 m3, m13, m15, 11
  ld32 m4, m13, m15, 13
  add m4, m4, m3
  st32 m4, m13, m15, 13
  brnzdec m7, L70
  ld32 m2, m13, m15, 5
  addi m2, m2, 12
  st32 m2, m13, m15, 5
  ld32 m2, m13, m15, 6
  addi m2, m2, 24
  st32 m2, m13, m15, 6
  ld32 m2, m13, m15, 7
  addi m2, m2, 24
  st32 m2, m13, m15, 7
  ld32 m2, m13, m15, 8
  addi m2, m2, -6
  st32 m2, m13, m15, 8
  ld32 m2, m13, m15, 8
  brpos m2, L57
L154:
  { exit ; mov32 a14, a14 }
