.codelet list_dense
  { ld32 m0, m12, m15, 0 ; aseti a0, 1.0 }
  sub m3, m0, m14
  ld32 m0, m12, m15, 3
  ld32 m1, m12, m15, 4
  ld32 m2, m12, m15, 5
  addi m3, m3, -1
  lda32 a1, m12, m15, 7
  sub m1, m1, m0
  sub m0, m2, m0
  addi m2, m14, 0
  brneg m3, L50
L12:
  ld32 m6, m12, m15, 1
  lda32 a2, m12, m15, 6
  ld32 m4, m12, m15, 2
  ld32 m5, m12, m15, 3
  addi m6, m6, -1
L17:
  ld32 m8, m4, m15, 5
  ld32 m7, m4, m15, 6
  mul m8, m2, m8
  add m9, m8, m7
  ld32 m10, m4, m15, 0
  ld32 m7, m4, m15, 1
  ld32 m8, m4, m15, 2
  add m9, m9, m5
  addi m10, m10, -1
L26:
  addi m11, m9, 0
  add m9, m9, m7
  { addi m13, m8, -1 ; mov32 a14, a14 }
L30:
  { lda32 a3, m11, m15, 0 ; f32cmplt a5, a14, a2 }
  f32cmplt a3, a1, a3
  and32 a4, a3, a5
  { nop ; and32 a4, a4, a0 }
  { sta32 a4, m11, m1, 0 ; andc32 a3, a3, a5 }
  { nop ; andc32 a3, a0, a3 }
  { sta32 a3, m11, m0, 0 ; f32sub a2, a2, a4 }
  addi m11, m11, 4
  brnzdec m13, L30
  brnzdec m10, L26
  addi m4, m4, 32
  brnzdec m6, L17
  addi m3, m3, -6
  addi m2, m2, 6
  brpos m3, L12
L50:
  { exit ; mov32 a14, a14 }
