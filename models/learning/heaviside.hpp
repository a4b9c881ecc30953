// Owns the surrogate derivative that is the spike itself.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] SurrogateRow heaviside_row();

}  // namespace bspike::models
