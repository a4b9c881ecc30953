// Owns what is kept of the outputs over time for losses that look once: keep_highest, the largest
// membrane and its time step; keep_first_spike, the time step of the first spike; pick_step, which
// lets a gradient through at the kept time step alone. Time steps are kept as f32.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/step_codelets.hpp"

namespace bspike::kernels {

namespace {

// t in both lanes.
F2 emit_time(Builder& b) {
  const F2 time = b.f2();
  b.emit_independent(Op::kLda32, {time.lo(), b.argument("counter"), b.zero(), 0});
  b.emit(Op::kU32tof32, {time.lo(), time.lo()});
  b.emit(Op::kMov32, {time.hi(), time.lo()});
  return time;
}

// All ones at t = 0.
F2 emit_is_first(Builder& b, F2 time) {
  const F2 first = b.f2();
  b.emit(Op::kF32v2cmpeq, {first, time, b.zero2()});
  return first;
}

// The larger membrane takes the place; equal ones leave the earlier time step.
void emit_highest(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const F2 time = emit_time(b);
    const F2 first = emit_is_first(b, time);
    const HistorySlots slots = history_slots(b, {"history_base", "stride", "counter"});
    const Int membranes = b.add(b.add(slots.slot, slots.stride), share.offset_bytes);
    const Int highest = b.add(b.argument("highest"), share.offset_bytes);
    const Int steps = b.add(b.argument("steps"), share.offset_bytes);
    const F2 membrane = b.f2(), best = b.f2(), step = b.f2(), larger = b.f2();
    const auto body = [&] {
      load_next(b, membrane, membranes);
      b.emit_independent(Op::kLda64, {best, highest, b.zero(), 0});
      b.emit_independent(Op::kLda64, {step, steps, b.zero(), 0});
      b.emit(Op::kF32v2cmplt, {larger, best, membrane});
      b.emit(Op::kOr64, {larger, larger, first});
      b.emit(Op::kAndc64, {step, step, larger});
      b.emit(Op::kAndc64, {best, best, larger});
      b.emit(Op::kAnd64, {membrane, membrane, larger});
      b.emit(Op::kAnd64, {larger, larger, time});
      b.emit(Op::kOr64, {best, best, membrane});
      store_next(b, best, highest);
      b.emit(Op::kOr64, {step, step, larger});
      store_next(b, step, steps);
    };
    b.repeat("pair", share.last, body);
    body();
  });
}

// min(time kept, t) where there is a spike; before the first step the last one is kept.
void emit_first_spike(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const F2 time = emit_time(b);
    const F2 first = emit_is_first(b, time);
    const F2 none = b.argument_f32v2("last_step");
    b.emit(Op::kAnd64, {none, none, first});
    const Int spikes = b.add(b.argument("spikes"), share.offset_bytes);
    const Int steps = b.add(b.argument("steps"), share.offset_bytes);
    const F2 spike = b.f2(), step = b.f2(), earlier = b.f2();
    const auto body = [&] {
      load_next(b, spike, spikes);
      b.emit_independent(Op::kLda64, {step, steps, b.zero(), 0});
      b.emit(Op::kAndc64, {step, step, first});
      b.emit(Op::kOr64, {step, step, none});
      b.emit(Op::kF32v2cmplt, {spike, b.zero2(), spike});
      b.emit(Op::kF32v2min, {earlier, step, time});
      b.emit(Op::kSel64, {spike, earlier, step});
      store_next(b, spike, steps);
    };
    b.repeat("pair", share.last, body);
    body();
  });
}

void emit_pick(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const F2 time = emit_time(b);
    const Int gradients = b.add(b.argument("gradient"), share.offset_bytes);
    const Int steps = b.add(b.argument("steps"), share.offset_bytes);
    const Int picked = b.add(b.argument("picked"), share.offset_bytes);
    const F2 gradient = b.f2(), step = b.f2();
    const auto load = [&] {
      load_next(b, step, steps);
      load_next(b, gradient, gradients);
    };
    load();
    for_pairs(b, share, [&](bool last) {
      b.emit(Op::kF32v2cmpeq, {step, step, time});
      b.emit(Op::kAnd64, {gradient, gradient, step});
      store_next(b, gradient, picked);
      if (!last) load();
    });
  });
}

Codelet summary_codelet(const std::string& name, Arguments arguments,
                        void (*emit)(Builder&, const EmitContext&), InnerLoop inner,
                        WorkCount pair) {
  Codelet codelet;
  codelet.name = name;
  codelet.arguments = joined({integer_argument("pairs", "pairs of outputs, over all samples"),
                              address_argument("counter", "of the time step t")},
                             arguments);
  codelet.emit = emit;
  codelet.trips = pair_trips;
  codelet.inner = std::move(inner);
  codelet.count = [pair](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{pair.flops * pairs, pair.bytes_read * pairs, pair.bytes_written * pairs};
  };
  return codelet;
}

}  // namespace

Codelet keep_highest_codelet() {
  return summary_codelet(
      "keep_highest",
      {address_argument("history_base", "membrane, slot 0"),
       integer_argument("stride", "bytes from slot t to t + 1, which is read"),
       address_argument("highest", "largest so far, read and written"),
       address_argument("steps", "its time step, read and written")},
      emit_highest,
      {"pair", 2, "output", {{Unit::kFloat, 8}}, "compare, two selects of three operations"},
      {2, 24, 16});
}

Codelet keep_first_spike_codelet() {
  return summary_codelet("keep_first_spike",
                         {address_argument("spikes", "of the step"),
                          address_argument("steps", "of the first spike, read and written"),
                          float_argument("last_step", "kept where there is no spike")},
                         emit_first_spike,
                         {"pair", 2, "output", {{Unit::kFloat, 5}}, "first step, compare, select"},
                         {4, 16, 8});
}

Codelet pick_step_codelet() {
  return summary_codelet(
      "pick_step",
      {address_argument("gradient", "of what was kept"),
       address_argument("steps", "kept time steps"),
       address_argument("picked", "written: the gradient at its step, else 0")},
      emit_pick,
      {"pair", 2, "output", {{Unit::kLoad, 2}, {Unit::kStore, 1}}, "two loads, one store"},
      {2, 16, 8});
}

}  // namespace bspike::kernels
