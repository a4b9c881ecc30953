// Owns the Synaptic model: a leaky membrane behind a synaptic current.
#pragma once

#include "models/neurons/neuron_table.hpp"

namespace bspike::models {

[[nodiscard]] NeuronRow synaptic_row();

}  // namespace bspike::models
