// Owns spikes_from_history: the spikes of step t again, from the membrane in slot t + 1.
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

}  // namespace

Codelet spikes_from_history_codelet() {
  Codelet codelet;
  codelet.name = "spikes_from_history";
  codelet.arguments = {integer_argument("pairs", "pairs of neurons, over all samples"),
                       address_argument("history_base", "membrane, slot 0"),
                       integer_argument("stride", "bytes from slot t to t + 1"),
                       address_argument("counter", "of the time step t: slot t + 1 is read"),
                       float_argument("threshold", "a membrane above it spikes"),
                       address_argument("spikes", "written: 0 or 1")};
  codelet.emit = emit;
  codelet.trips = pair_trips;
  codelet.inner = {"pair", 2, "neuron", {{Unit::kFloat, 2}}, "compare, mask"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{2 * pairs, 8 * pairs, 8 * pairs};
  };
  return codelet;
}

}  // namespace bspike::kernels
