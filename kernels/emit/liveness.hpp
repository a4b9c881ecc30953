// Owns which register lanes are alive where, and which registers may therefore not share a place.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "kernels/emit/code.hpp"
#include "kernels/emit/scheduler.hpp"

namespace bspike::kernels {

using LaneSet = std::vector<bool>;  // by register id * 4 + lane

// Lanes alive at the start of each block. Throws if the codelet reads what nothing has written.
[[nodiscard]] std::vector<LaneSet> live_at_start(const Code& code);

// For each register, those that hold a value in the same slot (whole registers, not lanes).
[[nodiscard]] std::vector<std::set<std::uint32_t>> interference(
    const Code& code, const std::vector<BlockSchedule>& schedule);

// Executions of a block, guessed from the loops around it: 10 a level.
[[nodiscard]] std::vector<double> block_weights(const Code& code);

}  // namespace bspike::kernels
