// Feeds any words to the decoder, the program check and the disassembler.
#include "tests/fuzz/isa_properties.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  bspike::tests::check_words(data, size);
  return 0;
}
