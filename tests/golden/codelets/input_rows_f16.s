.codelet input_rows_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, -2
  seti m2, 4095
  umin m2, m1, m2
  st32 m2, m13, m15, 3
  ld32 m2, m13, m15, 3
  sub m1, m1, m2
  st32 m1, m13, m15, 5
  ld32 m1, m12, m15, 6
  st32 m1, m13, m15, 6
  cmpeqi m1, m0, 1
  ld32 m0, m12, m15, 1
  st32 m1, m13, m15, 4
  addi m1, m0, -1
  ld32 m0, m12, m15, 2
  st32 m1, m13, m15, 0
  shli m1, m14, 4
  sub m0, m0, m14
  st32 m1, m13, m15, 2
  addi m0, m0, -1
  st32 m0, m13, m15, 1
  ld32 m0, m13, m15, 1
  ld32 m2, m12, m15, 4
  ld32 m5, m12, m15, 8
  brneg m0, L187
L25:
  ld32 m0, m12, m15, 5
  ld32 m1, m13, m15, 2
  add m6, m0, m1
  ld32 m0, m12, m15, 7
  ld32 m1, m13, m15, 2
  ld32 m8, m12, m15, 3
  ld32 m3, m13, m15, 6
  add m7, m0, m1
  lda128r a0:3, m6, m3
  ld32 m1, m13, m15, 6
  addi m0, m8, 0
  ld32 m9, m13, m15, 4
  lda128r a4:7, m6, m1
  addi m1, m8, 4
  addi m8, m8, 8
  addi m3, m7, 0
  addi m4, m7, 8
  lda32r a12, m0, m2
  brnz m9, L88
  { lda32r a13, m1, m2 ; f16v4mulb a8:9, a12, a0:1 }
  { nop ; f16v4macb a8:9, a13, a4:5 }
  { sta64r a8:9, m3, m5 ; f16v4mulb a10:11, a12, a2:3 }
  { ld32 m9, m13, m15, 3 ; f16v4macb a10:11, a13, a6:7 }
  lda32r a12, m0, m2
  rpt m9, 4
  { lda32r a13, m1, m2 ; f16v4mulb a8:9, a12, a0:1 }
  { sta64r a10:11, m4, m5 ; f16v4macb a8:9, a13, a4:5 }
  { sta64r a8:9, m3, m5 ; f16v4mulb a10:11, a12, a2:3 }
  { lda32r a12, m0, m2 ; f16v4macb a10:11, a13, a6:7 }
  ld32 m9, m13, m15, 5
  brz m9, L80
  ld32 m9, m13, m15, 5
  addi m9, m9, 0
  seti m10, 4095
L67:
  umin m11, m9, m10
  sub m9, m9, m11
  rpt m11, 4
  { lda32r a13, m1, m2 ; f16v4mulb a8:9, a12, a0:1 }
  { sta64r a10:11, m4, m5 ; f16v4macb a8:9, a13, a4:5 }
  { sta64r a8:9, m3, m5 ; f16v4mulb a10:11, a12, a2:3 }
  { lda32r a12, m0, m2 ; f16v4macb a10:11, a13, a6:7 }
  { brnz m9, L67 ; mov32 a14, a14 }
L80:
  { lda32r a13, m1, m2 ; f16v4mulb a8:9, a12, a0:1 }
  { sta64r a10:11, m4, m5 ; f16v4macb a8:9, a13, a4:5 }
  { sta64r a8:9, m3, m5 ; f16v4mulb a10:11, a12, a2:3 }
  { br L95 ; f16v4macb a10:11, a13, a6:7 }
L88:
  { lda32r a13, m1, m2 ; f16v4mulb a8:9, a12, a0:1 }
  { nop ; f16v4macb a8:9, a13, a4:5 }
  { sta64r a8:9, m3, m5 ; f16v4mulb a10:11, a12, a2:3 }
  f16v4macb a10:11, a13, a6:7
L95:
  sta64r a10:11, m4, m5
  ld32 m0, m13, m15, 0
  brz m0, L179
  ld32 m0, m13, m15, 0
  addi m9, m0, -1
L100:
  ld32 m0, m13, m15, 6
  lda128r a0:3, m6, m0
  ld32 m1, m13, m15, 6
  addi m0, m8, 0
  ld32 m10, m13, m15, 4
  lda128r a4:7, m6, m1
  addi m1, m8, 4
  addi m8, m8, 8
  addi m3, m7, 0
  addi m4, m7, 8
  lda32r a12, m0, m2
  brnz m10, L168
  { lda128 a8:11, m3, m15, 0 ; mov32 a14, a14 }
  { lda32r a13, m1, m2 ; f16v4macb a8:9, a12, a0:1 }
  { nop ; f16v4macb a8:9, a13, a4:5 }
  { sta64r a8:9, m3, m5 ; f16v4macb a10:11, a12, a2:3 }
  { ld32 m10, m13, m15, 3 ; f16v4macb a10:11, a13, a6:7 }
  lda32r a12, m0, m2
  rpt m10, 6
  { sta64r a10:11, m4, m5 ; mov32 a14, a14 }
  { lda128 a8:11, m3, m15, 0 ; mov32 a14, a14 }
  { lda32r a13, m1, m2 ; f16v4macb a8:9, a12, a0:1 }
  { nop ; f16v4macb a8:9, a13, a4:5 }
  { sta64r a8:9, m3, m5 ; f16v4macb a10:11, a12, a2:3 }
  { lda32r a12, m0, m2 ; f16v4macb a10:11, a13, a6:7 }
  ld32 m10, m13, m15, 5
  brz m10, L157
  ld32 m10, m13, m15, 5
  addi m10, m10, 0
  seti m11, 4095
L141:
  umin m14, m10, m11
  sub m10, m10, m14
  rpt m14, 6
  { sta64r a10:11, m4, m5 ; mov32 a14, a14 }
  { lda128 a8:11, m3, m15, 0 ; mov32 a14, a14 }
  { lda32r a13, m1, m2 ; f16v4macb a8:9, a12, a0:1 }
  { nop ; f16v4macb a8:9, a13, a4:5 }
  { sta64r a8:9, m3, m5 ; f16v4macb a10:11, a12, a2:3 }
  { lda32r a12, m0, m2 ; f16v4macb a10:11, a13, a6:7 }
  brnz m10, L141
L157:
  sta64r a10:11, m4, m5
  { lda128 a8:11, m3, m15, 0 ; mov32 a14, a14 }
  { lda32r a13, m1, m2 ; f16v4macb a8:9, a12, a0:1 }
  { nop ; f16v4macb a8:9, a13, a4:5 }
  { sta64r a8:9, m3, m5 ; f16v4macb a10:11, a12, a2:3 }
  { br L177 ; f16v4macb a10:11, a13, a6:7 }
L168:
  { lda128 a8:11, m3, m15, 0 ; mov32 a14, a14 }
  { lda32r a13, m1, m2 ; f16v4macb a8:9, a12, a0:1 }
  { nop ; f16v4macb a8:9, a13, a4:5 }
  { sta64r a8:9, m3, m5 ; f16v4macb a10:11, a12, a2:3 }
  f16v4macb a10:11, a13, a6:7
L177:
  sta64r a10:11, m4, m5
  brnzdec m9, L100
L179:
  ld32 m0, m13, m15, 2
  addi m0, m0, 96
  st32 m0, m13, m15, 2
  ld32 m0, m13, m15, 1
  addi m0, m0, -6
  st32 m0, m13, m15, 1
  ld32 m0, m13, m15, 1
  brpos m0, L25
L187:
  exit
