// Owns the cross entropy of the largest membranes.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] LossRow ce_max_membrane_row();

}  // namespace bspike::models
