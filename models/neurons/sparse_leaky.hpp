// Owns the SparseLeaky model: a leaky neuron that scales its input by g = gain (1 - beta) and is
// cleared to zero in the step after a spike: U(t) = g I(t) where U(t-1) was above the threshold,
// beta U(t-1) + g I(t) elsewhere. The gradient through the leak is beta always, also where the
// membrane was cleared.
#pragma once

#include "models/neurons/neuron_table.hpp"

namespace bspike::models {

[[nodiscard]] NeuronRow sparse_leaky_row();

// g, in double; compilers round it to their precision once.
[[nodiscard]] double sparse_leaky_input_factor(const Population& population);

}  // namespace bspike::models
