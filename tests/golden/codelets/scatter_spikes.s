.codelet scatter_spikes
  { ld32 m0, m12, m15, 3 ; aseti a0, 1.0 }
  ld32 m1, m12, m15, 1
  ld32 m2, m12, m15, 6
  sub m0, m0, m14
  mul m3, m1, m14
  ld32 m4, m12, m15, 0
  shli m5, m14, 2
  ld32 m6, m12, m15, 2
  mul m7, m2, m14
  ld32 m8, m12, m15, 5
  addi m9, m0, -1
  ld32 m0, m12, m15, 4
  add m3, m4, m3
  add m4, m6, m5
  add m5, m8, m7
  muli m1, m1, 6
  muli m2, m2, 6
  brneg m9, L61
L19:
  ld32step m6, m15, m4, 6
  seti m7, 4095
  umin m8, m6, m7
  addi m7, m3, 0
  sub m10, m6, m8
  { rpt m8, 6 ; mov32 a14, a14 }
  { ldz16step m6, m15, m7, 1 ; mov32 a14, a14 }
  { shli m6, m6, 1 ; mov32 a14, a14 }
  { ldz16 m6, m0, m6, 0 ; mov32 a14, a14 }
  { lda32x a1, m5, m6 ; mov32 a14, a14 }
  { nop ; f32add a1, a1, a0 }
  { sta32x a1, m5, m6 ; mov32 a14, a14 }
  brz m10, L57
  addi m8, m10, 0
  seti m10, 4095
L41:
  umin m6, m8, m10
  sub m8, m8, m6
  rpt m6, 6
  { ldz16step m6, m15, m7, 1 ; mov32 a14, a14 }
  { shli m6, m6, 1 ; mov32 a14, a14 }
  { ldz16 m6, m0, m6, 0 ; mov32 a14, a14 }
  { lda32x a1, m5, m6 ; mov32 a14, a14 }
  { nop ; f32add a1, a1, a0 }
  { sta32x a1, m5, m6 ; mov32 a14, a14 }
  brnz m8, L41
L57:
  addi m9, m9, -6
  add m3, m3, m1
  add m5, m5, m2
  brpos m9, L19
L61:
  exit
