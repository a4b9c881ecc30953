// Owns multiply_add: sum = base + factor * other, elementwise, the other one of step t of a
// history.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/step_codelets.hpp"

namespace bspike::kernels {

namespace {

void emit(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const Int base = b.add(b.argument("base"), share.offset_bytes);
    const Int factors = b.add(b.argument("factor"), share.offset_bytes);
    const HistorySlots slots = history_slots(b, {"other_base", "stride", "counter"});
    const Int others = b.add(slots.slot, share.offset_bytes);
    const Int written = b.add(b.argument("sum"), share.offset_bytes);
    const F2 sum = b.f2();
    const F2 factor = b.f2();
    const F2 other = b.f2();
    const auto load = [&] {
      load_next(b, factor, factors);
      load_next(b, other, others);
    };
    load();
    load_next(b, sum, base);
    for_pairs(b, share, [&](bool last) {
      b.emit(Op::kF32v2mac, {sum, factor, other});
      if (!last) load();
      store_next(b, sum, written);
      if (!last) load_next(b, sum, base);
    });
  });
}

}  // namespace

Codelet multiply_add_codelet() {
  Codelet codelet;
  codelet.name = "multiply_add";
  codelet.arguments = {integer_argument("pairs", "pairs of elements"),
                       address_argument("base", "first summand"),
                       address_argument("factor", "factor that does not change with t"),
                       address_argument("other_base", "the other factor, slot 0"),
                       integer_argument("stride", "bytes from slot t to t + 1; 0: one slot"),
                       address_argument("counter", "of the time step t: slot t is read"),
                       address_argument("sum", "written; may be the base")};
  codelet.emit = emit;
  codelet.trips = pair_trips;
  codelet.inner = {
      "pair", 2, "element", {{Unit::kLoad, 3}, {Unit::kStore, 1}}, "three loads, one store"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{4 * pairs, 24 * pairs, 8 * pairs};
  };
  return codelet;
}

}  // namespace bspike::kernels
