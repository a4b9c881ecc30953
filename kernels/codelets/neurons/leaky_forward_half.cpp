// Owns Leaky's step with membranes in f16, four neurons at a time: the step is computed in f32 and
// rounded once; spikes and the next reset follow from the rounded membrane. The compiler gives a
// threshold that f16 holds exactly.
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/neurons/leaky_steps.hpp"

namespace bspike::kernels {

namespace {

struct Step {
  F2 rates;                            // beta and minus the threshold
  F2 threshold, ones;                  // four f16 each
  Int before, after, current, spikes;  // pointers
  F2 mem, reset, out, spike;
  F4 sum, wide;  // current and then the membrane; what is added to it
};

// Four equal f16.
F2 four_halves(Builder& b, F1 value) {
  const F2 four = b.f2();
  b.emit(Op::kBcast32, {four, value});
  b.emit(Op::kF32v2tof16, {four.lo(), four});
  b.emit(Op::kMov32, {four.hi(), four.lo()});
  return four;
}

Step emit_entry(Builder& b, const PairShare& share) {
  Step s;
  s.rates = b.f2();
  b.load_argument(s.rates.lo(), "beta");
  const F1 threshold = b.argument_f32("threshold");
  s.threshold = four_halves(b, threshold);
  b.emit(Op::kF32neg, {s.rates.hi(), threshold});
  s.ones = four_halves(b, b.constant_f32(1.0F));
  const Int wide_offset = b.shift_left(share.offset_bytes, 1);
  const HistorySlots slots = history_slots(b, {"history_base", "stride", "counter"});
  s.before = b.add(slots.slot, share.offset_bytes);
  s.after = b.add(s.before, slots.stride);
  s.current = b.add(b.argument("current"), wide_offset);
  s.spikes = b.add(b.argument("spikes"), wide_offset);
  s.mem = b.f2();
  s.reset = b.f2();
  s.out = b.f2();
  s.spike = b.f2();
  s.sum = b.f4();
  s.wide = b.f4();
  return s;
}

void load_current(Builder& b, const Step& s) {
  load_next(b, s.sum.lo(), s.current);
  load_next(b, s.sum.hi(), s.current);
}

// What the reset takes from the sum, or clears of the membrane before: a mask, and then ones.
void compare(Builder& b, const Step& s, const std::string& reset) {
  if (reset != "none") b.emit(Op::kF16v4cmplt, {s.reset, s.threshold, s.mem});
  if (reset == "zero") b.emit(Op::kAndc64, {s.mem, s.mem, s.reset});
}

void mask(Builder& b, const Step& s, const std::string& reset) {
  if (reset == "subtract") b.emit(Op::kAnd64, {s.reset, s.reset, s.ones});
}

// Both comparisons stand side by side, and both masks, as few registers are left for constants.
void emit_step(Builder& b, const Step& s, const std::string& reset, bool last) {
  b.emit(Op::kF16v4tof32, {s.wide, s.mem});
  if (!last) load_next(b, s.mem, s.before);
  b.emit(Op::kF32v4macb, {s.sum, s.rates.lo(), s.wide});
  if (reset == "subtract") {
    b.emit(Op::kF16v4tof32, {s.wide, s.reset});
    b.emit(Op::kF32v4macb, {s.sum, s.rates.hi(), s.wide});
  }
  b.emit(Op::kF32v4tof16, {s.out, s.sum});
  if (!last) load_current(b, s);
  b.emit(Op::kF16v4cmplt, {s.spike, s.threshold, s.out});
  if (!last) compare(b, s, reset);
  store_next(b, s.out, s.after);
  b.emit(Op::kAnd64, {s.spike, s.spike, s.ones});
  if (!last) mask(b, s, reset);
  b.emit(Op::kF16v4tof32, {s.wide, s.spike});
  store_next(b, s.wide.lo(), s.spikes);
  store_next(b, s.wide.hi(), s.spikes);
}

}  // namespace

void emit_leaky_forward_half(Builder& b, const std::string& reset) {
  with_pair_share(b, [&](const PairShare& share) {
    const Step s = emit_entry(b, share);
    load_next(b, s.mem, s.before);
    load_current(b, s);
    compare(b, s, reset);
    mask(b, s, reset);
    for_pairs(b, share, [&](bool last) { emit_step(b, s, reset, last); });
  });
}

}  // namespace bspike::kernels
