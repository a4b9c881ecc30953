// Owns the fuzzer of AEDAT 3.1: any bytes are read or refused with a located error, and what was
// read lies on the sensor and in the time that was asked for.
#include "arch/base/diagnostics.hpp"
#include "models/inputs/aedat.hpp"
#include "tests/fuzz/memory_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bspike;
  const fuzz::MemoryFile memory(data, size);
  try {
    const models::AedatFile file(memory.path(), 128, 128);
    const auto all = file.events(0, UINT32_MAX);
    const auto some = file.events(1000, 2000);
    for (const models::Event& event : all)
      if (event.x >= 128 || event.y >= 128) __builtin_trap();
    for (const models::Event& event : some)
      if (event.time_us >= 1000) __builtin_trap();
    if (some.size() > all.size() || all.size() > size / 8) __builtin_trap();
  } catch (const arch::base::DiagnosedError&) {
  }
  return 0;
}
