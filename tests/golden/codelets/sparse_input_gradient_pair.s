.codelet sparse_input_gradient_pair
  ld32 m1, m12, m15, 1
  ld32 m3, m12, m15, 3
  ld32 m0, m12, m15, 0
  lda64 a0:1, m1, m15, 0
  ld32 m1, m12, m15, 2
  ld32 m2, m12, m15, 4
  ld32 m3, m3, m15, 0
  seti m4, 4095
L8:
  umin m5, m3, m4
  sub m3, m3, m5
  { rpt m5, 5 ; mov32 a14, a14 }
  { ld32step m5, m15, m1, 1 ; mov32 a14, a14 }
  { lda64x a2:3, m0, m5 ; mov32 a14, a14 }
  { nop ; f32v2mul a2:3, a2:3, a0:1 }
  { nop ; f32add a2, a2, a3 }
  { sta32step a2, m15, m2, 1 ; mov32 a14, a14 }
  brnz m3, L8
  exit
