// Owns the list of losses.
#include <array>

#include "models/learning/ce_count.hpp"
#include "models/learning/ce_rate.hpp"
#include "models/learning/mse_count.hpp"

namespace bspike::models {

std::span<const LossRow> loss_table() {
  static const std::array kRows{ce_count_row(), ce_rate_row(), mse_count_row()};
  return kRows;
}

}  // namespace bspike::models
