// Owns the list of surrogate derivatives.
#include <array>

#include "models/learning/atan.hpp"
#include "models/learning/fast_sigmoid.hpp"
#include "models/learning/heaviside.hpp"
#include "models/learning/sigmoid.hpp"
#include "models/learning/sparse_fast_sigmoid.hpp"
#include "models/learning/spike_rate_escape.hpp"
#include "models/learning/straight_through.hpp"
#include "models/learning/triangular.hpp"

namespace bspike::models {

std::span<const SurrogateRow> surrogate_table() {
  static const std::array kRows{fast_sigmoid_row(),      straight_through_row(),   atan_row(),
                                sigmoid_row(),           heaviside_row(),          triangular_row(),
                                spike_rate_escape_row(), sparse_fast_sigmoid_row()};
  return kRows;
}

}  // namespace bspike::models
