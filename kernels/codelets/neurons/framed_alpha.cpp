// Owns Alpha: E(t) = alpha E(t-1) + I(t), N(t) = beta N(t-1) - I(t), U(t) = tau (E(t) + N(t)). A
// reset to zero clears all three; subtract adds N(t-1) to U, takes the threshold from E and clears
// N.
#include "kernels/codelets/neurons/framed_neurons.hpp"

namespace bspike::kernels {

namespace {

enum State : std::size_t { kRising = 0, kFalling = 1 };  // behind the membrane

// The membrane before the step is not needed, so its register takes the falling current.
void integrate(ForwardFrame& f) {
  const F2 rising = f.states[kRising];
  const F2 falling = f.states[kFalling];
  if (f.subtracts()) f.b.emit(Op::kAnd64, {f.scratch, f.resets, falling});
  f.numbers.multiply(rising, "alpha", rising);
  f.b.emit(Op::kF32v2add, {rising, rising, f.input});
  f.numbers.multiply(falling, "beta", falling);
  f.b.emit(Op::kF32v2sub, {falling, falling, f.input});
  f.refill_input();
  f.b.emit(Op::kF32v2add, {f.mem, rising, falling});
  f.numbers.multiply(f.mem, "tau", f.mem);
  if (f.subtracts()) {
    f.b.emit(Op::kF32v2add, {f.mem, f.mem, f.scratch});
    f.subtract_threshold(rising);
  }
  if (f.clears()) {
    f.clear_where_reset(f.mem);
    f.clear_where_reset(rising);
  }
  if (f.clears() || f.subtracts()) f.clear_where_reset(falling);
  f.store_state(kRising, rising);
  f.refill_state(kRising);
  f.store_state(kFalling, falling);
  f.refill_state(kFalling);
}

void pull(BackwardFrame& f) {
  if (f.clears()) f.clear_where_reset(f.gradient);
  const F2 rising = f.carry(1);
  const F2 falling = f.carry(2);
  if (f.clears()) f.clear_where_reset(rising);
  if (f.clears() || f.subtracts()) f.clear_where_reset(falling);
  f.numbers.multiply(f.scratch, "tau", f.gradient);
  f.b.emit(Op::kF32v2add, {rising, rising, f.scratch});
  f.b.emit(Op::kF32v2add, {falling, falling, f.scratch});
  f.b.emit(Op::kF32v2sub, {f.scratch, rising, falling});
  f.store_current(f.scratch);
  f.numbers.multiply(rising, "alpha", rising);
  f.store_carry(1, rising);
  f.numbers.multiply(falling, "beta", falling);
  if (f.subtracts()) {
    f.b.emit(Op::kAnd64, {f.gradient, f.gradient, f.resets});
    f.b.emit(Op::kF32v2add, {falling, falling, f.gradient});
  }
  f.store_carry(2, falling);
}

}  // namespace

FramedNeuron framed_alpha() {
  FramedNeuron row;
  row.model = "alpha";
  row.states = 3;
  row.numbers = {{"alpha", "share of the rising current that stays"},
                 {"beta", "share of the falling current that stays"},
                 {"tau", "membrane for a unit of both currents"}};
  row.resets = {FrameReset::kSubtract, FrameReset::kZero, FrameReset::kNone};
  row.carries_membrane = false;
  row.integrate_ops = 6;
  row.pull_ops = 6;
  row.integrate = integrate;
  row.pull = pull;
  return row;
}

}  // namespace bspike::kernels
