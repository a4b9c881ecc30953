.codelet spike_flags
  { ld32 m0, m12, m15, 0 ; aseti a2, 0.0 }
  { ld32 m1, m12, m15, 1 ; aorlo a2, 1 }
  lda32 a0, m0, m15, 0
  lda32 a1, m1, m15, 0
  { ld32 m0, m12, m15, 2 ; f32cmplt a3, a1, a0 }
  { lda32 a1, m0, m15, 0 ; andc32 a4, a2, a3 }
  { ld32 m0, m12, m15, 3 ; and32 a3, a3, a2 }
  { sta32step a3, m15, m0, 1 ; f32cmplt a0, a1, a0 }
  and32 a0, a0, a4
  sta32step a0, m15, m0, 1
  { exit ; mov32 a14, a14 }
