.codelet spike_forward_f16_sums
  ld32 m0, m12, m15, 1
  shli m1, m0, 3
  ld32 m2, m12, m15, 2
  mul m0, m2, m1
  ld32 m3, m12, m15, 0
  add m3, m3, m0
  shli m4, m14, 2
  ld32 m5, m12, m15, 5
  ld32 m0, m12, m15, 6
  st32 m3, m13, m15, 0
  ld32 m3, m12, m15, 4
  add m4, m5, m4
  st32 m4, m13, m15, 1
  muli m5, m3, 6
  shli m4, m2, 4
  sub m6, m0, m14
  mul m0, m3, m14
  ld32 m2, m12, m15, 3
  st32 m5, m13, m15, 2
  mul m3, m4, m14
  ld32 m5, m12, m15, 7
  muli m7, m4, 5
  addi m4, m6, -1
  add m0, m2, m0
  add m2, m5, m3
  st32 m7, m13, m15, 3
  brneg m4, L70
L27:
  ld32 m5, m13, m15, 1
  ld32step m3, m15, m5, 6
  st32 m5, m13, m15, 1
  seti m5, 4095
  umin m5, m3, m5
  ld32 m7, m13, m15, 0
  ld32 m8, m12, m15, 2
  sub m3, m3, m5
  ld32 m6, m12, m15, 0
  addi m7, m7, 0
  addi m8, m8, -1
L38:
  { addi m10, m0, 0 ; mov64 a2:3, a14:15 }
  lda64step a0:1, m15, m7, 1
  rpt m5, 2
  { ldz16step m9, m15, m10, 1 ; f16v4add a2:3, a2:3, a0:1 }
  { lda64x a0:1, m6, m9 ; mov32 a14, a14 }
  brz m3, L58
  addi m11, m3, 0
  seti m14, 4095
L49:
  umin m9, m11, m14
  sub m11, m11, m9
  rpt m9, 2
  { ldz16step m9, m15, m10, 1 ; f16v4add a2:3, a2:3, a0:1 }
  { lda64x a0:1, m6, m9 ; mov32 a14, a14 }
  { brnz m11, L49 ; mov32 a14, a14 }
L58:
  { add m6, m6, m1 ; f16v4add a2:3, a2:3, a0:1 }
  f16v4tof32 a0:3, a2:3
  sta64step a0:1, m15, m2, 1
  sta64step a2:3, m15, m2, 1
  brnzdec m8, L38
  ld32 m3, m13, m15, 2
  ld32 m5, m13, m15, 3
  addi m4, m4, -6
  add m0, m0, m3
  add m2, m2, m5
  brpos m4, L27
L70:
  { exit ; mov32 a14, a14 }
