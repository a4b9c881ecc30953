// Owns the surrogate derivative of a triangle.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] SurrogateRow triangular_row();

}  // namespace bspike::models
