// Owns the squared error of the membranes against targets.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] LossRow mse_membrane_row();

}  // namespace bspike::models
