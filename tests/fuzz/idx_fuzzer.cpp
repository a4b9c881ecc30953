// Owns the fuzzer of the IDX reader: any bytes are read or refused with a located error.
#include <cstddef>
#include <cstdint>
#include <span>

#include "arch/base/diagnostics.hpp"
#include "models/inputs/idx_dataset.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bspike;
  try {
    const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
    models::IdxArray array = models::parse_idx(bytes, "fuzz");
    const models::IdxArray labels{{array.dims[0]},
                                  std::vector<std::uint8_t>(array.dims[0], std::uint8_t{1})};
    const auto dataset = models::join_idx(std::move(array), "images", labels, "labels", 2);
    for (std::uint64_t i = 0; i < dataset->samples(); ++i)
      if (dataset->image(i).size() != dataset->input_size()) __builtin_trap();
  } catch (const arch::base::FormatError&) {
  }
  return 0;
}
