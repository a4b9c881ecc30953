// Feeds any text to the assembler.
#include "tests/fuzz/isa_properties.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  bspike::tests::check_assembly({reinterpret_cast<const char*>(data), size});
  return 0;
}
