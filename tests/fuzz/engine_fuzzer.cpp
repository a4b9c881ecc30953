// Feeds programs made of any bytes to both engines.
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/engine_properties.hpp"

// SystemC's library wants it; the fuzzer's own main runs.
extern "C" int sc_main(int, char*[]) { return 0; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string found = bspike::tests::engine_difference({data, size});
  if (found.empty()) return 0;
  std::fputs(found.c_str(), stderr);
  std::abort();
}
