// Owns one step of BPTT through Leaky: dU(t) = g sigma'(U(t) - threshold) + k dU(t+1), and
// dI(t) = dU(t); k = beta, cut to 0 by a reset to zero in step t + 1, that is where U(t) is above
// the threshold. The carry is dU itself, so U(t) is all a step needs of the history.
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/neurons/leaky_steps.hpp"
#include "kernels/codelets/optimizers/half_pairs.hpp"

namespace bspike::kernels {

namespace {

struct Step {
  bool clears = false;  // reset to zero
  bool needs_membrane = false;
  bool half_states = false;
  F1 beta, threshold;
  Int gradients, membranes, carries, carries_out, results;  // pointers
  F2 gradient, mem, carry, mask;  // the membrane turns into its distance from the threshold
};

void emit_pointers(Builder& b, const PairShare& share, Step& s) {
  s.gradients = b.argument("spike_gradient");
  add_to(b, s.gradients, share.offset_bytes);
  s.carries = b.add(b.argument("carry"), share.offset_bytes);
  s.carries_out = b.copy(s.carries);
  s.results = b.add(b.argument("current_gradient"), share.offset_bytes);
  if (!s.needs_membrane) return;
  const HistorySlots slots = history_slots(b, {"history_base", "stride", "counter"});
  s.membranes = b.add(b.add(slots.slot, slots.stride), pair_offset(b, share, s.half_states));
}

// What of a pair runs ahead of its gradient: all that follows from its membrane.
void emit_ahead(Builder& b, const Step& s, const SurrogateCode& surrogate, bool has_distance) {
  load_next(b, s.carry, s.carries);
  if (s.needs_membrane) load_pair(b, s.mem, s.membranes, s.half_states);
  if (s.clears) b.emit(Op::kF32v2cmpltb, {s.mask, s.threshold, s.mem});
  if (s.clears) b.emit(Op::kAndc64, {s.carry, s.carry, s.mask});
  if (!has_distance) return;
  b.emit(Op::kF32v2subb, {s.mem, s.threshold, s.mem});
  surrogate.shape(s.mem);
}

void emit_step(Builder& b, const Step& s, const SurrogateCode& surrogate, bool has_distance,
               bool last) {
  surrogate.apply(s.gradient, s.mem);
  b.emit(Op::kF32v2macb, {s.gradient, s.beta, s.carry});
  if (!last) emit_ahead(b, s, surrogate, has_distance);
  store_next(b, s.gradient, s.carries_out);
  store_next(b, s.gradient, s.results);
  if (!last) load_next(b, s.gradient, s.gradients);
}

}  // namespace

void emit_leaky_backward(Builder& b, const std::string& reset, const SurrogateEmitter& surrogate,
                         bool half_states) {
  with_pair_share(b, [&](const PairShare& share) {
    Step s;
    s.clears = reset == "zero";
    s.half_states = half_states;
    s.needs_membrane = s.clears || surrogate.needs_distance;
    s.beta = b.argument_f32("beta");
    if (s.needs_membrane) s.threshold = b.argument_f32("threshold");
    s.gradient = b.f2();
    s.mem = b.f2();
    s.carry = b.f2();
    s.mask = b.f2();
    emit_pointers(b, share, s);
    const SurrogateCode code = surrogate.prepare(b);
    emit_ahead(b, s, code, surrogate.needs_distance);
    load_next(b, s.gradient, s.gradients);
    for_pairs(b, share, [&](bool last) { emit_step(b, s, code, surrogate.needs_distance, last); });
  });
}

}  // namespace bspike::kernels
