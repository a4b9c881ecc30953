// Owns the list of neuron models.
#include "models/neurons/neuron_table.hpp"

#include <array>

#include "models/neurons/alpha.hpp"
#include "models/neurons/ipu_leaky.hpp"
#include "models/neurons/lapicque.hpp"
#include "models/neurons/leaky.hpp"
#include "models/neurons/rleaky.hpp"
#include "models/neurons/rsynaptic.hpp"
#include "models/neurons/sparse_leaky.hpp"
#include "models/neurons/synaptic.hpp"

namespace bspike::models {

std::span<const NeuronRow> neuron_table() {
  static const std::array kRows{leaky_row(), sparse_leaky_row(), lapicque_row(),  synaptic_row(),
                                alpha_row(), rleaky_row(),       rsynaptic_row(), ipu_leaky_row()};
  return kRows;
}

}  // namespace bspike::models
