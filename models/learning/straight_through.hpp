// Owns the straight-through surrogate: the spike passes its gradient on as it is.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] SurrogateRow straight_through_row();

}  // namespace bspike::models
