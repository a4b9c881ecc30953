// Owns named tensors in the chip's memory, and the reductions of result series.
#pragma once

#include <vector>

#include "sim/chip_memory.hpp"
#include "sim/run.hpp"

namespace bspike::sim {

class ChipTensors final : public Machinery {
 public:
  ChipTensors(const arch::Image& image, const ChipMemory& memory)
      : image_(image), memory_(memory) {}
  [[nodiscard]] std::vector<std::byte> read_tensor(std::uint32_t tensor) const override;
  void write_tensor(std::uint32_t tensor, std::span<const std::byte> bytes) override;

 private:
  const arch::Image& image_;
  const ChipMemory& memory_;
};

// A result series' value from a tensor's elements; NaN where a mean has no element.
[[nodiscard]] double reduce_series(const arch::ResultSeries& series, arch::ElementType type,
                                   std::span<const std::byte> elements);

}  // namespace bspike::sim
