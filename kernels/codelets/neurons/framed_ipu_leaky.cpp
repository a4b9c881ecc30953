// Owns IpuLeaky: U(t) = beta (U(t-1) - R threshold) + I(t); a reset to zero clears all of it.
#include "kernels/codelets/neurons/framed_neurons.hpp"

namespace bspike::kernels {

namespace {

void integrate(ForwardFrame& f) {
  if (f.subtracts()) f.subtract_threshold(f.mem);
  f.numbers.multiply(f.mem, "beta", f.mem);
  f.b.emit(Op::kF32v2add, {f.mem, f.mem, f.input});
  f.refill_input();
  if (f.clears()) f.clear_where_reset(f.mem);
}

void pull(BackwardFrame& f) {
  if (f.clears()) f.clear_where_reset(f.gradient);
  f.store_current(f.gradient);
  if (f.variant.learned) {
    if (f.subtracts()) {
      f.b.emit(Op::kAnd64, {f.scratch, f.resets, f.numbers.threshold()});
      f.b.emit(Op::kF32v2sub, {f.before, f.before, f.scratch});
    }
    f.b.emit(Op::kF32v2mul, {f.scratch, f.gradient, f.before});
    f.numbers.accumulate("beta", f.scratch);
  }
  f.numbers.multiply(f.gradient, "beta", f.gradient);
  f.store_carry(0, f.gradient);
  f.take_threshold_of_resets();
}

}  // namespace

FramedNeuron framed_ipu_leaky() {
  FramedNeuron row;
  row.model = "ipuleaky";
  row.numbers = {{"beta", "share of the membrane that stays", true}};
  row.resets = {FrameReset::kSubtract, FrameReset::kZero, FrameReset::kNone};
  row.integrate_ops = 2;
  row.pull_ops = 1;
  row.integrate = integrate;
  row.pull = pull;
  return row;
}

}  // namespace bspike::kernels
