// Owns spikes_from_history: the spikes of step t again, from the membrane in slot t + 1; and its
// twin for membranes in f16, four neurons at a time.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/step_codelets.hpp"

namespace bspike::kernels {

namespace {

void emit(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const F1 threshold = b.argument_f32("threshold");
    const F2 ones = b.constant_f32v2(1.0F);
    const HistorySlots slots = history_slots(b, {"history_base", "stride", "counter"});
    const Int membranes = b.add(b.add(slots.slot, slots.stride), share.offset_bytes);
    const Int spikes = b.add(b.argument("spikes"), share.offset_bytes);
    const F2 membrane = b.f2();
    const F2 spike = b.f2();
    const auto compare = [&] {
      load_next(b, membrane, membranes);
      b.emit(Op::kF32v2cmpltb, {spike, threshold, membrane});
    };
    compare();
    for_pairs(b, share, [&](bool last) {
      b.emit(Op::kAnd64, {spike, spike, ones});
      store_next(b, spike, spikes);
      if (!last) compare();
    });
  });
}

// The mask of four lanes, of which ones in f16 stay; then they are widened.
void emit_half(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const auto four = [&](F1 value) {
      const F2 halves = b.f2();
      b.emit(Op::kBcast32, {halves, value});
      b.emit(Op::kF32v2tof16, {halves.lo(), halves});
      b.emit(Op::kMov32, {halves.hi(), halves.lo()});
      return halves;
    };
    const F2 threshold = four(b.argument_f32("threshold"));
    const F2 ones = four(b.constant_f32(1.0F));
    const HistorySlots slots = history_slots(b, {"history_base", "stride", "counter"});
    const Int membranes = b.add(b.add(slots.slot, slots.stride), share.offset_bytes);
    const Int spikes = b.add(b.argument("spikes"), b.shift_left(share.offset_bytes, 1));
    const F2 membrane = b.f2();
    const F4 wide = b.f4();
    const auto compare = [&] {
      load_next(b, membrane, membranes);
      b.emit(Op::kF16v4cmplt, {membrane, threshold, membrane});
      b.emit(Op::kAnd64, {membrane, membrane, ones});
    };
    compare();
    for_pairs(b, share, [&](bool last) {
      b.emit(Op::kF16v4tof32, {wide, membrane});
      if (!last) compare();
      store_next(b, wide.lo(), spikes);
      store_next(b, wide.hi(), spikes);
    });
  });
}

Codelet history_codelet(bool half) {
  Codelet codelet;
  codelet.name = half ? "spikes_from_history_f16" : "spikes_from_history";
  codelet.arguments = {
      integer_argument("pairs", half ? "quads of neurons, over all samples"
                                     : "pairs of neurons, over all samples"),
      address_argument("history_base", half ? "membrane, f16, slot 0" : "membrane, slot 0"),
      integer_argument("stride", "bytes from slot t to t + 1"),
      address_argument("counter", "of the time step t: slot t + 1 is read"),
      float_argument("threshold", "a membrane above it spikes"),
      address_argument("spikes", "written: 0 or 1")};
  codelet.emit = half ? emit_half : emit;
  codelet.trips = pair_trips;
  codelet.inner = {"pair", 2, "neuron", {{Unit::kFloat, 2}}, "compare, mask"};
  if (half)
    codelet.inner = {
        "pair", 4, "neuron", {{Unit::kLoad, 1}, {Unit::kStore, 2}}, "one load, two stores"};
  codelet.count = [half](const WorkSize& work) {
    const std::uint64_t words = work.arguments.at("pairs");
    return half ? WorkCount{4 * words, 8 * words, 16 * words}
                : WorkCount{2 * words, 8 * words, 8 * words};
  };
  return codelet;
}

}  // namespace

Codelet spikes_from_history_codelet() { return history_codelet(false); }
Codelet spikes_from_history_f16_codelet() { return history_codelet(true); }

}  // namespace bspike::kernels
