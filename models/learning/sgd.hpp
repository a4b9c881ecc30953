// Owns stochastic gradient descent with momentum and weight decay.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] OptimizerRow sgd_row();

}  // namespace bspike::models
