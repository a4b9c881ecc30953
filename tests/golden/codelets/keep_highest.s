.codelet keep_highest
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  brneg m0, L69
  ld32 m3, m12, m15, 1
  ld32 m1, m12, m15, 1
  ld32 m4, m12, m15, 3
  ld32 m3, m3, m15, 0
  lda32 a0, m1, m15, 0
  { ld32 m1, m12, m15, 2 ; u32tof32 a0, a0 }
  { mul m3, m3, m4 ; mov32 a1, a0 }
  { add m3, m1, m3 ; f32v2cmpeq a2:3, a0:1, a14:15 }
  shli m1, m2, 3
  add m2, m3, m4
  ld32 m3, m12, m15, 4
  ld32 m4, m12, m15, 5
  add m2, m2, m1
  add m3, m3, m1
  add m1, m4, m1
  seti m4, 4095
L28:
  umin m5, m0, m4
  sub m0, m0, m5
  { rpt m5, 11 ; mov32 a14, a14 }
  { lda64step a4:5, m15, m2, 1 ; mov32 a14, a14 }
  { lda64 a6:7, m3, m15, 0 ; mov32 a14, a14 }
  { lda64 a8:9, m1, m15, 0 ; f32v2cmplt a10:11, a6:7, a4:5 }
  { nop ; or64 a10:11, a10:11, a2:3 }
  { nop ; andc64 a6:7, a6:7, a10:11 }
  { nop ; and64 a4:5, a4:5, a10:11 }
  { nop ; andc64 a8:9, a8:9, a10:11 }
  { nop ; and64 a10:11, a10:11, a0:1 }
  { nop ; or64 a6:7, a6:7, a4:5 }
  { sta64step a6:7, m15, m3, 1 ; or64 a8:9, a8:9, a10:11 }
  { sta64step a8:9, m15, m1, 1 ; mov32 a14, a14 }
  brnz m0, L28
  lda64step a4:5, m15, m2, 1
  { lda64 a6:7, m3, m15, 0 ; mov32 a14, a14 }
  { lda64 a8:9, m1, m15, 0 ; f32v2cmplt a10:11, a6:7, a4:5 }
  or64 a10:11, a10:11, a2:3
  andc64 a6:7, a6:7, a10:11
  and64 a4:5, a4:5, a10:11
  andc64 a8:9, a8:9, a10:11
  and64 a10:11, a10:11, a0:1
  or64 a6:7, a6:7, a4:5
  { sta64step a6:7, m15, m3, 1 ; or64 a8:9, a8:9, a10:11 }
  sta64step a8:9, m15, m1, 1
L69:
  exit
