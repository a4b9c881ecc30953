.codelet reduce_blocks_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L43
  ld32 m1, m12, m15, 2
  addi m4, m1, -1
  seti m5, 4095
  shli m1, m2, 3
  ld32 m2, m12, m15, 1
  ld32 m3, m12, m15, 4
  umin m5, m4, m5
  addi m6, m0, 1
  add m0, m2, m1
  add m1, m3, m1
  ld32 m2, m12, m15, 3
  sub m3, m4, m5
  addi m4, m6, -1
L22:
  { addi m6, m0, 0 ; mov64 a0:1, a14:15 }
  { addi m0, m0, 8 ; mov64 a2:3, a14:15 }
  lda64r a4:5, m6, m2
  rpt m5, 1
  { lda64r a4:5, m6, m2 ; f16v4acc a0:3, a4:5 }
  brz m3, L39
  addi m7, m3, 0
  seti m8, 4095
L33:
  umin m9, m7, m8
  sub m7, m7, m9
  rpt m9, 1
  { lda64r a4:5, m6, m2 ; f16v4acc a0:3, a4:5 }
  brnz m7, L33
L39:
  f16v4acc a0:3, a4:5
  f32v4tof16 a4:5, a0:3
  sta64step a4:5, m15, m1, 1
  brnzdec m4, L22
L43:
  exit
