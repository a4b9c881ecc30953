// Owns the squared error of the first spikes' times.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] LossRow mse_temporal_row();

}  // namespace bspike::models
