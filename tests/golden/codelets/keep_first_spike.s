.codelet keep_first_spike
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L51
  ld32 m1, m12, m15, 1
  { lda32 a0, m1, m15, 0 ; mov32 a14, a14 }
  { lda32 a4, m12, m15, 4 ; u32tof32 a0, a0 }
  { shli m1, m2, 3 ; mov32 a1, a0 }
  { ld32 m2, m12, m15, 2 ; f32v2cmpeq a2:3, a0:1, a14:15 }
  { ld32 m3, m12, m15, 3 ; mov32 a5, a4 }
  { add m2, m2, m1 ; and64 a4:5, a4:5, a2:3 }
  add m1, m3, m1
  seti m3, 4095
L24:
  umin m4, m0, m3
  sub m0, m0, m4
  { rpt m4, 7 ; mov32 a14, a14 }
  { lda64 a8:9, m1, m15, 0 ; mov32 a14, a14 }
  { lda64step a6:7, m15, m2, 1 ; andc64 a8:9, a8:9, a2:3 }
  { nop ; or64 a8:9, a8:9, a4:5 }
  { nop ; f32v2cmplt a6:7, a14:15, a6:7 }
  { nop ; f32v2min a10:11, a8:9, a0:1 }
  { nop ; sel64 a6:7, a10:11, a8:9 }
  { sta64step a6:7, m15, m1, 1 ; mov32 a14, a14 }
  brnz m0, L24
  lda64 a8:9, m1, m15, 0
  { lda64step a6:7, m15, m2, 1 ; andc64 a8:9, a8:9, a2:3 }
  or64 a8:9, a8:9, a4:5
  f32v2cmplt a6:7, a14:15, a6:7
  f32v2min a10:11, a8:9, a0:1
  sel64 a6:7, a10:11, a8:9
  sta64step a6:7, m15, m1, 1
L51:
  exit
