// Owns the IpuLeaky model: Leaky as the published IPU build of snnTorch computes it, where the
// reset comes before the decay.
#pragma once

#include "models/neurons/neuron_table.hpp"

namespace bspike::models {

[[nodiscard]] NeuronRow ipu_leaky_row();

}  // namespace bspike::models
