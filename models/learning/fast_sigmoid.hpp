// Owns the surrogate derivative of a fast sigmoid.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] SurrogateRow fast_sigmoid_row();

}  // namespace bspike::models
