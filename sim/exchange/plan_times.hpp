// Owns the exchange times of an Image's plans: worked out once a plan, as schedules are static.
#pragma once

#include <vector>

#include "sim/stats/timeline.hpp"

namespace bspike::sim {

// By plan: the tiles that take part, with the cycles that the exchange law charges them.
[[nodiscard]] std::vector<std::vector<ExchangeTime>> times_of_plans(const arch::Image& image,
                                                                    const arch::Machine& machine);

}  // namespace bspike::sim
