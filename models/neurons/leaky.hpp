// Owns the Leaky integrate-and-fire model: U(t) = beta U(t-1) + I(t) less the reset, which is one
// step late: it acts where U(t-1) was above the threshold.
#pragma once

#include "models/neurons/neuron_table.hpp"

namespace bspike::models {

[[nodiscard]] NeuronRow leaky_row();

}  // namespace bspike::models
