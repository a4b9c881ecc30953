// Owns the list of losses.
#include <array>

#include "models/learning/ce_count.hpp"
#include "models/learning/ce_count_membrane.hpp"
#include "models/learning/ce_max_membrane.hpp"
#include "models/learning/ce_membrane_sum.hpp"
#include "models/learning/ce_rate.hpp"
#include "models/learning/ce_temporal.hpp"
#include "models/learning/mse_count.hpp"
#include "models/learning/mse_membrane.hpp"
#include "models/learning/mse_temporal.hpp"

namespace bspike::models {

std::span<const LossRow> loss_table() {
  static const std::array kRows{
      ce_count_row(),        ce_rate_row(),         mse_count_row(),
      ce_max_membrane_row(), ce_membrane_sum_row(), mse_membrane_row(),
      ce_temporal_row(),     mse_temporal_row(),    ce_count_membrane_row()};
  return kRows;
}

}  // namespace bspike::models
