// Owns Leaky's row.
#include "kernels/codelets/neurons/leaky.hpp"

#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/neurons/leaky_steps.hpp"

namespace bspike::kernels {

NeuronCodeletRow leaky_codelets() {
  NeuronCodeletRow row;
  row.model = "leaky";
  row.parameters = {float_argument("beta", "share of the membrane that stays"),
                    float_argument("threshold", "a membrane above it spikes")};
  row.resets = {{"subtract",
                 {{Unit::kFloat, 6}},
                 "reset and spike: compare and mask each; decay; subtract",
                 6,
                 {{Unit::kFloat, 1}},
                 2},
                {"zero",
                 {{Unit::kFloat, 5}},
                 "reset and spike: compare and mask each; decay",
                 5,
                 {{Unit::kFloat, 3}},
                 4},
                {"none",
                 {{Unit::kLoad, 2}, {Unit::kStore, 2}},
                 "two loads, two stores",
                 4,
                 {{Unit::kFloat, 1}},
                 2}};
  row.emit_forward = emit_leaky_forward;
  row.emit_backward = emit_leaky_backward;
  row.current_gradient_may_be_carry = true;
  return row;
}

}  // namespace bspike::kernels
