// Owns the cross entropy of spike counts.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] LossRow ce_count_row();

}  // namespace bspike::models
