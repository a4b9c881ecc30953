// Owns the entry of test binaries that link SystemC: its library defines main and calls sc_main.
#include <gtest/gtest.h>

#include <systemc>  // declares sc_main with C linkage

int sc_main(int argc, char* argv[]) {
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
