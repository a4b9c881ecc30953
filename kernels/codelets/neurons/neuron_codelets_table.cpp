// Owns the list of neuron models with codelets.
#include <array>

#include "kernels/codelets/neurons/leaky.hpp"
#include "kernels/codelets/neurons/neuron_codelets.hpp"

namespace bspike::kernels {

std::span<const NeuronCodeletRow> neuron_codelet_rows() {
  static const std::array kRows{leaky_codelets()};
  return kRows;
}

}  // namespace bspike::kernels
