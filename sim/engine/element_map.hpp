// Owns which memory element an address lies in.
// Timing: each element serves one 64-bit access a cycle; in the interleaved upper part elements
// pair up and alternate by 8-byte words (hardware facts: [stack], [poplar-docs]).
#pragma once

#include <bit>
#include <cstdint>

#include "arch/machine/machine.hpp"

namespace bspike::sim {

class ElementMap {
 public:
  ElementMap() = default;
  explicit ElementMap(const arch::SramSection& sram)
      : base_(static_cast<std::uint32_t>(sram.base_address)),
        plain_bytes_(static_cast<std::uint32_t>(sram.bytes - sram.interleaved_bytes)),
        element_bytes_(static_cast<std::uint32_t>(sram.element_bytes)),
        first_interleaved_((plain_bytes_ + element_bytes_ - 1) / element_bytes_) {
    if (std::has_single_bit(element_bytes_)) shift_ = std::countr_zero(element_bytes_);
  }

  [[nodiscard]] std::uint32_t element(std::uint32_t address) const {
    const std::uint32_t offset = address - base_;
    if (offset < plain_bytes_) return divide(offset);
    const std::uint32_t inside = offset - plain_bytes_;
    return first_interleaved_ + 2 * (divide(inside) / 2) + ((inside >> 3) & 1);
  }

 private:
  [[nodiscard]] std::uint32_t divide(std::uint32_t offset) const {
    return shift_ >= 0 ? offset >> shift_ : offset / element_bytes_;
  }

  std::uint32_t base_ = 0;
  std::uint32_t plain_bytes_ = 0;
  std::uint32_t element_bytes_ = 1;
  std::uint32_t first_interleaved_ = 0;
  int shift_ = -1;  // of a power of two
};

}  // namespace bspike::sim
