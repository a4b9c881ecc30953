// Owns Adam.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] OptimizerRow adam_row();

}  // namespace bspike::models
