// Owns the cross entropy of the membranes of each time step, summed over time.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] LossRow ce_membrane_sum_row();

}  // namespace bspike::models
