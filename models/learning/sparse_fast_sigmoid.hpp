// Owns the surrogate derivative of a fast sigmoid that is 0 far below the threshold.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] SurrogateRow sparse_fast_sigmoid_row();

}  // namespace bspike::models
