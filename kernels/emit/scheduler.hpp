// Owns the order of a block's operations: list scheduling into issue slots of one MAIN and one AUX.
// Contract: a value is read at the earliest one slot after its write; a register may be overwritten
// in the slot of its last read (both halves of a bundle read before either writes); loads and
// stores keep their order unless marked independent, stores always; the block's last operation
// issues last.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/emit/code.hpp"

namespace bspike::kernels {

inline constexpr int kEmptyHalf = -1;

// What issues in one slot: indices into the block's operations.
struct Slotted {
  int main = kEmptyHalf;
  int aux = kEmptyHalf;
  bool operator==(const Slotted&) const = default;
};

using BlockSchedule = std::vector<Slotted>;

enum class ScheduleOrder : std::uint8_t {
  kCriticalPath,  // fewest slots
  kSource,        // the author's order, which keeps fewer registers alive
};

[[nodiscard]] BlockSchedule schedule_block(const Code& code, const Block& block,
                                           ScheduleOrder order);

}  // namespace bspike::kernels
