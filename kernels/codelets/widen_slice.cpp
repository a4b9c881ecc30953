// Owns widen_slice: a time step's slice of f16 to a fixed place, as f32.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/step_codelets.hpp"

namespace bspike::kernels {

namespace {

void emit(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const HistorySlots slots = history_slots(b, {"source_base", "stride", "counter"});
    const Int from = b.add(slots.slot, share.offset_bytes);
    const Int to = b.add(b.argument("destination"), b.shift_left(share.offset_bytes, 1));
    const F2 halves = b.f2();
    const F4 wide = b.f4();
    load_next(b, halves, from);
    for_pairs(b, share, [&](bool last) {
      b.emit(Op::kF16v4tof32, {wide, halves});
      if (!last) load_next(b, halves, from);
      store_next(b, wide.lo(), to);
      store_next(b, wide.hi(), to);
    });
  });
}

}  // namespace

Codelet widen_slice_codelet() {
  Codelet codelet;
  codelet.name = "widen_slice";
  codelet.arguments = {integer_argument("pairs", "64-bit words: four f16 each"),
                       address_argument("source_base", "f16, slice 0"),
                       integer_argument("stride", "bytes from one slice to the next"),
                       address_argument("counter", "of the time step t, whose slice is read"),
                       address_argument("destination", "f32, written")};
  codelet.emit = emit;
  codelet.trips = pair_trips;
  codelet.inner = {
      "pair", 4, "element", {{Unit::kLoad, 1}, {Unit::kStore, 2}}, "one load, two stores"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t words = work.arguments.at("pairs");
    return WorkCount{0, 8 * words, 16 * words};
  };
  return codelet;
}

}  // namespace bspike::kernels
