// Owns Leaky's step: U(t) = beta U(t-1) + I(t), with the delayed reset R = U(t-1) > threshold:
// subtract takes R threshold away, zero clears U(t-1) where R; spike = U(t) > threshold.
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/neurons/leaky_steps.hpp"

namespace bspike::kernels {

namespace {

struct Step {
  F1 beta, threshold;
  F2 thresholds, ones;
  Int before, after, current, spikes;  // pointers
  F2 mem, input, reset, spike;         // membrane before, current and then membrane after
};

Step emit_entry(Builder& b, const PairShare& share, const std::string& reset) {
  Step s{b.argument_f32("beta"),
         b.argument_f32("threshold"),
         b.f2(),
         b.constant_f32v2(1.0F),
         {},
         {},
         b.argument("current"),
         b.argument("spikes"),
         b.f2(),
         b.f2(),
         b.f2(),
         b.f2()};
  if (reset == "subtract") b.emit(Op::kBcast32, {s.thresholds, s.threshold});
  const HistorySlots slots = history_slots(b, {"history_base", "stride", "counter"});
  s.before = b.add(slots.slot, share.offset_bytes);
  s.after = b.add(s.before, slots.stride);
  add_to(b, s.current, share.offset_bytes);
  add_to(b, s.spikes, share.offset_bytes);
  return s;
}

// What the reset needs of the membrane before, ahead of the step that uses it.
void emit_reset(Builder& b, const Step& s, const std::string& reset) {
  if (reset == "none") return;
  b.emit(Op::kF32v2cmpltb, {s.reset, s.threshold, s.mem});
  if (reset == "subtract")
    b.emit(Op::kAnd64, {s.reset, s.reset, s.thresholds});
  else
    b.emit(Op::kAndc64, {s.mem, s.mem, s.reset});
}

void emit_step(Builder& b, const Step& s, const std::string& reset, bool last) {
  b.emit(Op::kF32v2macb, {s.input, s.beta, s.mem});
  if (!last) load_next(b, s.mem, s.before);
  if (reset == "subtract") b.emit(Op::kF32v2sub, {s.input, s.input, s.reset});
  b.emit(Op::kF32v2cmpltb, {s.spike, s.threshold, s.input});
  b.emit(Op::kAnd64, {s.spike, s.spike, s.ones});
  store_next(b, s.input, s.after);
  if (!last) load_next(b, s.input, s.current);
  store_next(b, s.spike, s.spikes);
  if (!last) emit_reset(b, s, reset);
}

}  // namespace

void emit_leaky_forward(Builder& b, const std::string& reset) {
  with_pair_share(b, [&](const PairShare& share) {
    const Step s = emit_entry(b, share, reset);
    load_next(b, s.mem, s.before);
    load_next(b, s.input, s.current);
    emit_reset(b, s, reset);
    for_pairs(b, share, [&](bool last) { emit_step(b, s, reset, last); });
  });
}

}  // namespace bspike::kernels
