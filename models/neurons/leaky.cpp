// Owns Leaky's row: equations as snnTorch 0.9.4 applies them.
#include "models/neurons/leaky.hpp"

#include "models/neurons/leaky_equations.hpp"

namespace bspike::models {
namespace {

// Only the old membrane is cleared by a reset to zero, not the input of this step.
template <class Real>
using Leaky = LeakyEquations<Real, false>;

}  // namespace

NeuronRow leaky_row() {
  return with_equations<Leaky>(
      {.name = "Leaky",
       .states = {"mem"},
       .parameters = {decay_parameter("beta", kMembraneDecayDoc, Training::kShare),
                      threshold_parameter(Training::kFree)},
       .resets = {Reset::kSubtract, Reset::kZero, Reset::kNone},
       .resets_at_once = true,
       .doc = "Leaky integrate and fire: U(t) = beta U(t-1) + I(t); the reset acts in the step "
              "after the spike."});
}

}  // namespace bspike::models
