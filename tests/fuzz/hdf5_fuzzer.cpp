// Owns the fuzzer of what is read from HDF5 files: any bytes are read as spoken words and as a
// network, or refused with a located error, whatever the HDF5 library does with them.
#include "arch/base/diagnostics.hpp"
#include "models/inputs/shd.hpp"
#include "models/nir/nir_layers.hpp"
#include "tests/fuzz/memory_file.hpp"

namespace {

template <class Read>
void try_to(const Read& read) {
  try {
    read();
  } catch (const bspike::arch::base::DiagnosedError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bspike;
  const fuzz::MemoryFile memory(data, size);
  try_to([&] {
    const auto dataset = models::open_shd_file(memory.path(), 700, 20);
    for (std::uint64_t i = 0; i < dataset->samples(); ++i)
      for (const models::Event& event : dataset->recording(i))
        if (event.x >= 700) __builtin_trap();
  });
  try_to([&] {
    const models::NirFile file = models::read_nir(memory.path());
    const models::NirLayers stack = models::layers_of(file, 0.001);
    std::size_t fan_in = stack.inputs;
    for (const models::NirLayer& layer : stack.layers) {
      const std::size_t weights = layer.convolution
                                      ? layer.convolution->channels * layer.convolution->taps()
                                      : layer.size * fan_in;
      if (layer.weight.size() != weights) __builtin_trap();
      fan_in = layer.size;
    }
  });
  return 0;
}
