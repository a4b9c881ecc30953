// Owns AdamW.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] OptimizerRow adamw_row();

}  // namespace bspike::models
