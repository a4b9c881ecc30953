// Owns the assignment of physical registers, and the spilling of values to a worker's scratch area.
// Contract: the result keeps what the code computes; pairs and quads are aligned; a codelet that
// does not fit into registers and scratch area is an error that names it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/emit/code.hpp"
#include "kernels/emit/scheduler.hpp"

namespace bspike::kernels {

// Physical register of each virtual one (its first lane).
using Assignment = std::vector<std::uint8_t>;

// Registers the allocator may use; fewer than the machine has only to put it under pressure.
struct RegisterPool {
  std::uint8_t main = 15;    // m0 .. : m15 reads zero
  std::uint8_t floats = 14;  // a0 .. : a14 and a15 read zero
};

struct AllocatedCode {
  Code code;  // with spill code
  std::vector<BlockSchedule> schedule;
  Assignment assignment;
  std::uint32_t scratch_bytes = 0;  // used by spills, a worker
};

[[nodiscard]] AllocatedCode allocate_registers(Code code, std::uint64_t scratch_bytes,
                                               RegisterPool pool = {});

}  // namespace bspike::kernels
