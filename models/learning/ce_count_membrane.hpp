// Owns the cross entropy of the membranes' sums over time: ce_count handed the membrane record, as
// the published IPU build's training script does.
#pragma once

#include "models/learning/learning_tables.hpp"

namespace bspike::models {

[[nodiscard]] LossRow ce_count_membrane_row();

}  // namespace bspike::models
