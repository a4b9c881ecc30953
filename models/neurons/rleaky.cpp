// Owns RLeaky's row. A reset to zero clears the input of the step too, unlike Leaky's.
#include "models/neurons/rleaky.hpp"

#include "models/neurons/leaky_equations.hpp"

namespace bspike::models {
namespace {

template <class Real>
using RLeaky = LeakyEquations<Real, true>;

}  // namespace

NeuronRow rleaky_row() {
  return with_equations<RLeaky>(
      {.name = "RLeaky",
       .states = {"mem"},
       .parameters = {decay_parameter("beta", kMembraneDecayDoc, Training::kShare),
                      threshold_parameter(Training::kFree)},
       .resets = {Reset::kSubtract, Reset::kZero, Reset::kNone},
       .resets_at_once = true,
       .recurrent = true,
       .doc = "Leaky with recurrence: I(t) has what the population's own spikes of the step before "
              "bring. A reset to zero clears I(t) too."});
}

}  // namespace bspike::models
