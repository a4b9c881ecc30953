// Owns Leaky with trained numbers or a reset at once, and RLeaky: U(t) = beta U(t-1) + I(t). A
// reset to zero clears Leaky's old membrane alone, RLeaky's input too.
#include "kernels/codelets/neurons/framed_neurons.hpp"

namespace bspike::kernels {

namespace {

void integrate(ForwardFrame& f, bool clears_input) {
  if (f.clears() && !clears_input) f.clear_where_reset(f.mem);
  f.numbers.multiply(f.mem, "beta", f.mem);
  f.b.emit(Op::kF32v2add, {f.mem, f.mem, f.input});
  f.refill_input();
  if (f.clears() && clears_input) f.clear_where_reset(f.mem);
  if (f.subtracts()) f.subtract_threshold(f.mem);
}

void pull(BackwardFrame& f, bool clears_input) {
  f.take_threshold_of_resets();
  if (!clears_input) f.store_current(f.gradient);
  if (f.clears()) f.clear_where_reset(f.gradient);
  if (clears_input) f.store_current(f.gradient);
  if (f.variant.learned) {
    f.b.emit(Op::kF32v2mul, {f.scratch, f.gradient, f.before});
    f.numbers.accumulate("beta", f.scratch);
  }
  f.numbers.multiply(f.gradient, "beta", f.gradient);
  f.store_carry(0, f.gradient);
}

FramedNeuron common(const char* model) {
  FramedNeuron row;
  row.model = model;
  row.numbers = {{"beta", "share of the membrane that stays", true}};
  row.resets = {FrameReset::kSubtract, FrameReset::kZero, FrameReset::kNone};
  row.at_once = true;
  row.integrate_ops = 2;
  row.pull_ops = 1;
  return row;
}

}  // namespace

FramedNeuron framed_leaky() {
  FramedNeuron row = common("leaky");
  row.fixed_elsewhere = true;
  row.integrate = [](ForwardFrame& f) { integrate(f, false); };
  row.pull = [](BackwardFrame& f) { pull(f, false); };
  return row;
}

FramedNeuron framed_rleaky() {
  FramedNeuron row = common("rleaky");
  row.integrate = [](ForwardFrame& f) { integrate(f, true); };
  row.pull = [](BackwardFrame& f) { pull(f, true); };
  return row;
}

}  // namespace bspike::kernels
