// Owns what makes an exchange plan long besides its bytes: pieces and changes of source.
// Contract: derived from the plan alone, in plan order; the exchange law charges the same changes.
#pragma once

#include <cstdint>
#include <vector>

#include "arch/program/image.hpp"

namespace bspike::sim {

struct PlanShape {
  std::uint64_t pieces = 0;          // runs of neighbouring bytes; a multicast counts once
  std::uint64_t source_changes = 0;  // the most at one receiver; the first source is none
};

[[nodiscard]] PlanShape plan_shape(const arch::ExchangePlan& plan,
                                   const std::vector<std::vector<arch::TileId>>& groups);

}  // namespace bspike::sim
