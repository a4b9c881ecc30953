// Owns the surrogate derivative of the logistic function.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] SurrogateRow sigmoid_row();

}  // namespace bspike::models
