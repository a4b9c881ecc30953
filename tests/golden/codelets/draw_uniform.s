.codelet draw_uniform
  ld32 m0, m12, m15, 1
  sub m0, m0, m14
  addi m0, m0, -1
  brneg m0, L31
  seti m1, 227769
  seti m2, 248427
  ld32 m3, m12, m15, 3
  sethi m1, 10125
  sethi m2, 8570
  ld32 m3, m3, m15, 0
  mul m4, m14, m1
  mul m5, m3, m2
  shli m1, m14, 2
  ld32 m2, m12, m15, 0
  seti m3, 175669
  add m4, m5, m4
  ld32 m5, m12, m15, 2
  seti m6, 55894
  add m1, m2, m1
  sethi m3, 12460
  add m4, m4, m5
  sethi m6, 11603
L22:
  shri m2, m4, 16
  xor m2, m4, m2
  mul m2, m2, m3
  shri m5, m2, 16
  xor m2, m2, m5
  addi m0, m0, -6
  st32step m2, m15, m1, 6
  add m4, m4, m6
  brpos m0, L22
L31:
  exit
