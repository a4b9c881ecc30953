.codelet sum_lanes
  { brnz m14, L19 ; mov32 a14, a14 }
  { ld32 m0, m12, m15, 1 ; mov64 a0:1, a14:15 }
  { ld32 m1, m12, m15, 0 ; mov64 a2:3, a14:15 }
  seti m2, 4095
L7:
  umin m3, m1, m2
  sub m1, m1, m3
  rpt m3, 1
  { lda64step a2:3, m15, m0, 1 ; f32v2add a0:1, a0:1, a2:3 }
  { brnz m1, L7 ; mov32 a14, a14 }
  { ld32 m0, m12, m15, 2 ; f32v2add a0:1, a0:1, a2:3 }
  f32add a0, a0, a1
  mov32 a1, a0
  sta64 a0:1, m0, m15, 0
L19:
  exit
