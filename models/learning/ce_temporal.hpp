// Owns the cross entropy of the first spikes, the earlier the better.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] LossRow ce_temporal_row();

}  // namespace bspike::models
