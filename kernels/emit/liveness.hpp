// Owns which register lanes are alive where, and which registers may therefore not share a place.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/emit/code.hpp"
#include "kernels/emit/scheduler.hpp"

namespace bspike::kernels {

using LaneSet = std::vector<bool>;  // by register id * 4 + lane

// Lanes alive at the start of each block. Throws if the codelet reads what nothing has written.
[[nodiscard]] std::vector<LaneSet> live_at_start(const Code& code);

// Which registers hold a value in the same slot (whole registers, not lanes).
class Interference {
 public:
  explicit Interference(std::size_t registers)
      : meets_(registers, std::vector<bool>(registers, false)), neighbours_(registers) {}
  void add(std::uint32_t a, std::uint32_t b) {
    if (a == b || meets_[a][b]) return;
    meets_[a][b] = meets_[b][a] = true;
    neighbours_[a].push_back(b);
    neighbours_[b].push_back(a);
  }
  [[nodiscard]] const std::vector<std::uint32_t>& of(std::uint32_t id) const {
    return neighbours_[id];
  }

 private:
  std::vector<std::vector<bool>> meets_;
  std::vector<std::vector<std::uint32_t>> neighbours_;
};
[[nodiscard]] Interference interference(const Code& code,
                                        const std::vector<BlockSchedule>& schedule);

// Executions of a block, guessed from the loops around it: 10 a level.
[[nodiscard]] std::vector<double> block_weights(const Code& code);

}  // namespace bspike::kernels
