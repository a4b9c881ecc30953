// Owns the list of neuron models.
#include "models/neurons/neuron_table.hpp"

#include <array>

#include "models/neurons/leaky.hpp"
#include "models/neurons/sparse_leaky.hpp"

namespace bspike::models {

std::span<const NeuronRow> neuron_table() {
  static const std::array kRows{leaky_row(), sparse_leaky_row()};
  return kRows;
}

}  // namespace bspike::models
