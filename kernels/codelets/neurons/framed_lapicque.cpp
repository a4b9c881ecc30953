// Owns Lapicque: U(t) = decay U(t-1) + gain I(t); a reset to zero clears all of it.
#include "kernels/codelets/neurons/framed_neurons.hpp"

namespace bspike::kernels {

namespace {

void integrate(ForwardFrame& f) {
  f.numbers.multiply(f.input, "gain", f.input);
  f.numbers.multiply(f.mem, "decay", f.mem);
  f.b.emit(Op::kF32v2add, {f.mem, f.input, f.mem});
  f.refill_input();
  if (f.clears()) f.clear_where_reset(f.mem);
  if (f.subtracts()) f.subtract_threshold(f.mem);
}

void pull(BackwardFrame& f) {
  f.take_threshold_of_resets();
  if (f.clears()) f.clear_where_reset(f.gradient);
  f.numbers.multiply(f.scratch, "gain", f.gradient);
  f.store_current(f.scratch);
  f.numbers.multiply(f.gradient, "decay", f.gradient);
  f.store_carry(0, f.gradient);
}

}  // namespace

FramedNeuron framed_lapicque() {
  FramedNeuron row;
  row.model = "lapicque";
  row.numbers = {{"decay", "1 - time step / (R C)"}, {"gain", "time step / C"}};
  row.trainable_threshold = true;
  row.resets = {FrameReset::kSubtract, FrameReset::kZero, FrameReset::kNone};
  row.integrate_ops = 3;
  row.pull_ops = 2;
  row.integrate = integrate;
  row.pull = pull;
  return row;
}

}  // namespace bspike::kernels
