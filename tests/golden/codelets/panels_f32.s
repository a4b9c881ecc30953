.codelet panels_f32
  ld32 m0, m12, m15, 0
  shli m2, m14, 5
  ld32 m3, m12, m15, 2
  sub m4, m0, m14
  shli m0, m14, 6
  ld32 m1, m12, m15, 1
  add m2, m3, m2
  ld32 m3, m12, m15, 3
  addi m5, m4, -1
  add m0, m1, m0
  add m1, m2, m3
  seti m3, 320
  seti m4, 160
  brneg m5, L35
L14:
  lda64step a0:1, m15, m0, 1
  lda64step a2:3, m15, m0, 1
  sta64step a0:1, m15, m2, 1
  lda64step a0:1, m15, m0, 1
  sta64step a2:3, m15, m2, 1
  lda64step a2:3, m15, m0, 1
  sta64step a0:1, m15, m2, 1
  lda64step a0:1, m15, m0, 1
  sta64step a2:3, m15, m2, 1
  lda64step a2:3, m15, m0, 1
  sta64step a0:1, m15, m1, 1
  lda64step a0:1, m15, m0, 1
  sta64step a2:3, m15, m1, 1
  lda64step a2:3, m15, m0, 1
  sta64step a0:1, m15, m1, 1
  sta64step a2:3, m15, m1, 1
  addi m5, m5, -6
  add m0, m0, m3
  add m2, m2, m4
  add m1, m1, m4
  brpos m5, L14
L35:
  exit
