// Owns RSynaptic's row.
#include "models/neurons/rsynaptic.hpp"

#include "models/neurons/synaptic_equations.hpp"

namespace bspike::models {

NeuronRow rsynaptic_row() {
  return with_equations<SynapticEquations>(
      {.name = "RSynaptic",
       .states = {"mem", "syn"},
       .parameters = synaptic_parameters(),
       .resets = {Reset::kSubtract, Reset::kZero, Reset::kNone},
       .resets_at_once = true,
       .recurrent = true,
       .doc = "Synaptic with recurrence: I(t) has what the population's own spikes of the step "
              "before bring."});
}

}  // namespace bspike::models
