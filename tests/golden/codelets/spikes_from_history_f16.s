.codelet spikes_from_history_f16
  ld32 m0, m12, m15, 0
  addi m1, m0, 5
  muli m1, m1, 2731
  shri m1, m1, 14
  mul m2, m1, m14
  sub m0, m0, m2
  smin m0, m1, m0
  addi m0, m0, -1
  { brneg m0, L48 ; mov32 a14, a14 }
  { ld32 m1, m12, m15, 3 ; aseti a0, 1.0 }
  { ld32 m3, m12, m15, 2 ; bcast32 a6:7, a0 }
  { ld32 m4, m1, m15, 0 ; f32v2tof16 a6, a6:7 }
  { ld32 m1, m12, m15, 1 ; mov32 a7, a6 }
  mul m4, m4, m3
  lda32 a0, m12, m15, 4
  { add m4, m1, m4 ; bcast32 a4:5, a0 }
  { shli m1, m2, 3 ; f32v2tof16 a4, a4:5 }
  { add m2, m4, m3 ; mov32 a5, a4 }
  add m2, m2, m1
  lda64step a8:9, m15, m2, 1
  { shli m1, m1, 1 ; f16v4cmplt a8:9, a4:5, a8:9 }
  { ld32 m3, m12, m15, 5 ; and64 a8:9, a8:9, a6:7 }
  add m1, m3, m1
  seti m3, 4095
L34:
  umin m4, m0, m3
  sub m0, m0, m4
  { rpt m4, 3 ; mov32 a14, a14 }
  { lda64step a8:9, m15, m2, 1 ; f16v4tof32 a0:3, a8:9 }
  { sta64step a0:1, m15, m1, 1 ; f16v4cmplt a8:9, a4:5, a8:9 }
  { sta64step a2:3, m15, m1, 1 ; and64 a8:9, a8:9, a6:7 }
  brnz m0, L34
  f16v4tof32 a0:3, a8:9
  sta64step a0:1, m15, m1, 1
  sta64step a2:3, m15, m1, 1
L48:
  { exit ; mov32 a14, a14 }
