// Owns Synaptic and RSynaptic: Y(t) = alpha Y(t-1) + I(t); U(t) = beta U(t-1) + Y(t).
#include "kernels/codelets/neurons/framed_neurons.hpp"

namespace bspike::kernels {

namespace {

constexpr std::size_t kCurrent = 0;  // of the states behind the membrane

void integrate(ForwardFrame& f) {
  f.numbers.add_product(f.input, "alpha", f.states[kCurrent]);
  f.refill_state(kCurrent);
  f.store_state(kCurrent, f.input);
  f.numbers.multiply(f.mem, "beta", f.mem);
  f.b.emit(Op::kF32v2add, {f.mem, f.mem, f.input});
  f.refill_input();
  if (f.clears()) f.clear_where_reset(f.mem);
  if (f.subtracts()) f.subtract_threshold(f.mem);
}

void pull(BackwardFrame& f) {
  f.take_threshold_of_resets();
  if (f.clears()) f.clear_where_reset(f.gradient);
  if (f.variant.learned) {
    f.b.emit(Op::kF32v2mul, {f.scratch, f.gradient, f.before});
    f.numbers.accumulate("beta", f.scratch);
  }
  const F2 current = f.carry(1);
  f.b.emit(Op::kF32v2add, {current, f.gradient, current});
  f.store_current(current);
  f.numbers.multiply(f.gradient, "beta", f.gradient);
  f.store_carry(0, f.gradient);
  if (f.variant.learned) {
    f.b.emit(Op::kF32v2mul, {f.scratch, current, f.state_before(kCurrent)});
    f.numbers.accumulate("alpha", f.scratch);
  }
  f.numbers.multiply(current, "alpha", current);
  f.store_carry(1, current);
}

FramedNeuron common(const char* model) {
  FramedNeuron row;
  row.model = model;
  row.states = 2;
  row.numbers = {{"alpha", "share of the synaptic current that stays", true},
                 {"beta", "share of the membrane that stays", true}};
  row.resets = {FrameReset::kSubtract, FrameReset::kZero, FrameReset::kNone};
  row.at_once = true;
  row.integrate_ops = 3;
  row.pull_ops = 3;
  row.integrate = integrate;
  row.pull = pull;
  return row;
}

}  // namespace

FramedNeuron framed_synaptic() { return common("synaptic"); }

FramedNeuron framed_rsynaptic() { return common("rsynaptic"); }

}  // namespace bspike::kernels
