// Owns the list of optimisers.
#include <array>

#include "models/learning/adam.hpp"
#include "models/learning/adamw.hpp"
#include "models/learning/sgd.hpp"

namespace bspike::models {

std::span<const OptimizerRow> optimizer_table() {
  static const std::array kRows{sgd_row(), adam_row(), adamw_row()};
  return kRows;
}

}  // namespace bspike::models
