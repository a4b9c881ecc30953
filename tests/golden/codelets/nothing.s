.codelet nothing
  { exit ; mov32 a14, a14 }
