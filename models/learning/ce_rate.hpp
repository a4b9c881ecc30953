// Owns the cross entropy of the spikes of each time step, averaged over time.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] LossRow ce_rate_row();

}  // namespace bspike::models
