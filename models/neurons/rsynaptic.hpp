// Owns the RSynaptic model: Synaptic that hears the spikes of its own population one step late.
#pragma once

#include "models/neurons/neuron_table.hpp"

namespace bspike::models {

[[nodiscard]] NeuronRow rsynaptic_row();

}  // namespace bspike::models
