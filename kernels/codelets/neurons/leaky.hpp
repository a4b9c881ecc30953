// Owns the Leaky neuron on tiles.
#pragma once

#include "kernels/codelets/neurons/neuron_codelets.hpp"

namespace bspike::kernels {

[[nodiscard]] NeuronCodeletRow leaky_codelets();

}  // namespace bspike::kernels
