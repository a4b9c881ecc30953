// Owns the RLeaky model: Leaky that hears the spikes of its own population one step late.
#pragma once

#include "models/neurons/neuron_table.hpp"

namespace bspike::models {

[[nodiscard]] NeuronRow rleaky_row();

}  // namespace bspike::models
