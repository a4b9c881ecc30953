// Owns the surrogate derivative of a shifted arc tangent.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] SurrogateRow atan_row();

}  // namespace bspike::models
