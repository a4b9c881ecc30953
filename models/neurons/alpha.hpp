// Owns the Alpha model: a membrane that is the difference of two decaying currents.
#pragma once

#include "models/neurons/neuron_table.hpp"

namespace bspike::models {

[[nodiscard]] NeuronRow alpha_row();

}  // namespace bspike::models
