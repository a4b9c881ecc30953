// Owns the list of neuron models with codelets.
#include <array>

#include "kernels/codelets/neurons/framed_neurons.hpp"
#include "kernels/codelets/neurons/leaky.hpp"
#include "kernels/codelets/neurons/neuron_codelets.hpp"

namespace bspike::kernels {

std::span<const NeuronCodeletRow> neuron_codelet_rows() {
  static const std::array kRows{leaky_codelets()};
  return kRows;
}

std::span<const FramedNeuron> framed_neurons() {
  static const std::array kRows{framed_leaky(),     framed_rleaky(),   framed_synaptic(),
                                framed_rsynaptic(), framed_lapicque(), framed_alpha(),
                                framed_ipu_leaky()};
  return kRows;
}

}  // namespace bspike::kernels
