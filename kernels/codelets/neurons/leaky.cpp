// Owns Leaky's row.
#include "kernels/codelets/neurons/leaky.hpp"

#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/neurons/leaky_steps.hpp"

namespace bspike::kernels {

namespace {

constexpr const char* kDecay = "decay and add";

NeuronReset subtract() {
  NeuronReset reset;
  reset.name = "subtract";
  reset.forward_bound = {{Unit::kFloat, 6}};
  reset.half_forward_bound = {{Unit::kFloat, 6}, {Unit::kConvert, 4}};
  reset.forward_minimum = "compare and mask for reset and spike; decay; subtract";
  reset.forward_flops = 6;
  reset.backward_bound = {{Unit::kFloat, 1}};
  reset.backward_flops = 2;
  reset.backward_minimum = kDecay;
  return reset;
}

NeuronReset zero() {
  NeuronReset reset;
  reset.name = "zero";
  reset.forward_bound = {{Unit::kFloat, 5}};
  reset.half_forward_bound = {{Unit::kFloat, 5}, {Unit::kConvert, 3}};
  reset.forward_minimum = "compare and mask for reset and spike; decay";
  reset.forward_flops = 5;
  reset.backward_bound = {{Unit::kFloat, 3}};
  reset.backward_needs_membrane = true;
  reset.backward_flops = 4;
  reset.backward_minimum = std::string("compare, mask, ") + kDecay;
  return reset;
}

NeuronReset none() {
  NeuronReset reset;
  reset.name = "none";
  reset.forward_bound = {{Unit::kLoad, 2}, {Unit::kStore, 2}};
  reset.half_forward_bound = {{Unit::kFloat, 3}, {Unit::kConvert, 3}};
  reset.forward_minimum = "two loads, two stores";
  reset.forward_flops = 4;
  reset.backward_bound = {{Unit::kFloat, 1}};
  reset.backward_flops = 2;
  reset.backward_minimum = kDecay;
  return reset;
}

}  // namespace

NeuronCodeletRow leaky_codelets() {
  NeuronCodeletRow row;
  row.model = "leaky";
  row.parameters = {float_argument("beta", "share of the membrane that stays"),
                    float_argument("threshold", "a membrane above it spikes")};
  row.resets = {subtract(), zero(), none()};
  row.emit_forward = emit_leaky_forward;
  row.emit_forward_half = emit_leaky_forward_half;
  row.emit_backward = emit_leaky_backward;
  row.current_gradient_may_be_carry = true;
  return row;
}

}  // namespace bspike::kernels
