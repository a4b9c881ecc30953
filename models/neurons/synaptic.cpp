// Owns Synaptic's row.
#include "models/neurons/synaptic.hpp"

#include "models/neurons/synaptic_equations.hpp"

namespace bspike::models {

NeuronRow synaptic_row() {
  return with_equations<SynapticEquations>(
      {.name = "Synaptic",
       .states = {"mem", "syn"},
       .parameters = synaptic_parameters(),
       .resets = {Reset::kSubtract, Reset::kZero, Reset::kNone},
       .resets_at_once = true,
       .doc =
           "A synaptic current Y(t) = alpha Y(t-1) + I(t) drives the membrane U(t) = beta U(t-1) "
           "+ Y(t). The reset acts on the membrane alone."});
}

}  // namespace bspike::models
