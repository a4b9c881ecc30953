// Owns the code that keeps a virtual register in the worker's scratch area instead.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/emit/code.hpp"

namespace bspike::kernels {

// Places in a worker's scratch area (m13 points to it), handed out once each.
class ScratchArea {
 public:
  explicit ScratchArea(std::uint64_t bytes) : bytes_(bytes) {}
  // Byte offset of room for so many lanes, aligned to 8 where it holds more than one.
  [[nodiscard]] std::uint32_t take(const Code& code, std::uint8_t lanes);
  [[nodiscard]] std::uint32_t used() const { return used_; }

 private:
  std::uint64_t bytes_;
  std::uint32_t used_ = 0;
};

// Accesses that spilling would add, weighted by loops; negative for registers that can't be.
[[nodiscard]] std::vector<double> spill_costs(const Code& code);

// Every use of `id` gets a register of its own, loaded before and stored behind the operation.
void spill(Code& code, std::uint32_t id, ScratchArea& scratch);

}  // namespace bspike::kernels
