.codelet reduce_partials_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L48
  ld32 m3, m12, m15, 2
  shli m1, m2, 3
  addi m5, m3, -1
  seti m6, 4095
  ld32 m2, m12, m15, 1
  shli m3, m1, 1
  ld32 m4, m12, m15, 4
  umin m6, m5, m6
  addi m7, m0, 1
  add m0, m2, m1
  add m1, m4, m3
  ld32 m2, m12, m15, 3
  sub m3, m5, m6
  lda32 a6, m12, m15, 5
  addi m4, m7, -1
L24:
  { addi m5, m0, 0 ; mov64 a0:1, a14:15 }
  { addi m0, m0, 8 ; mov64 a2:3, a14:15 }
  lda64r a4:5, m5, m2
  rpt m6, 1
  { lda64r a4:5, m5, m2 ; f16v4acc a0:3, a4:5 }
  brz m3, L41
  addi m7, m3, 0
  seti m8, 4095
L35:
  umin m9, m7, m8
  sub m7, m7, m9
  rpt m9, 1
  { lda64r a4:5, m5, m2 ; f16v4acc a0:3, a4:5 }
  brnz m7, L35
L41:
  f16v4acc a0:3, a4:5
  { nop ; f32v2mulb a0:1, a6, a0:1 }
  { sta64step a0:1, m15, m1, 1 ; f32v2mulb a2:3, a6, a2:3 }
  sta64step a2:3, m15, m1, 1
  brnzdec m4, L24
L48:
  { exit ; mov32 a14, a14 }
