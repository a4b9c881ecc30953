// Owns how wide a codelet's float registers are held: as one value for the widest view that any of
// its instructions takes, so that views of one width cost nothing.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "arch/isa/instruction.hpp"
#include "sim/engine/compiled/code_blocks.hpp"

namespace bspike::sim {

class FloatViews {
 public:
  explicit FloatViews(const std::vector<CodeBlock>& blocks);

  // The value that holds a register: its first register, and how many.
  [[nodiscard]] std::uint8_t first(std::uint8_t number) const {
    return static_cast<std::uint8_t>(number - number % width_[number]);
  }
  [[nodiscard]] std::uint8_t width(std::uint8_t number) const { return width_[number]; }

 private:
  void widen(const arch::isa::Instruction& instruction);
  std::array<std::uint8_t, arch::isa::kFloatRegisters> width_{};
};

}  // namespace bspike::sim
