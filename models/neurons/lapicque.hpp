// Owns the Lapicque model: a resistor and a capacitor.
#pragma once

#include "models/neurons/neuron_table.hpp"

namespace bspike::models {

[[nodiscard]] NeuronRow lapicque_row();

}  // namespace bspike::models
