// Owns the barrier law as numbers, without SystemC.
#pragma once

#include <cstdint>
#include <vector>

#include "arch/machine/machine.hpp"

namespace bspike::sim {

// By tile: cycles from the last arrival to the tile's release.
[[nodiscard]] std::vector<std::uint64_t> sync_cycles(const arch::Machine& machine);

}  // namespace bspike::sim
