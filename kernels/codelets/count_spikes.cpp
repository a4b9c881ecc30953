// Owns count_spikes: count += spikes.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/step_codelets.hpp"

namespace bspike::kernels {

namespace {

void emit(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const Int spikes = b.add(b.argument("spikes"), share.offset_bytes);
    const Int counts = b.add(b.argument("count"), share.offset_bytes);
    const Int written = b.copy(counts);
    const F4 pair = b.f4();
    const F2 sum = b.f2();
    const auto load = [&] { b.emit_independent(Op::kLd2x64, {pair, spikes, counts, 1, 1}); };
    load();
    for_pairs(b, share, [&](bool last) {
      b.emit(Op::kF32v2add, {sum, pair.lo(), pair.hi()});
      if (!last) load();
      store_next(b, sum, written);
    });
  });
}

}  // namespace

Codelet count_spikes_codelet() {
  Codelet codelet;
  codelet.name = "count_spikes";
  codelet.arguments = {integer_argument("pairs", "pairs of neurons, over all samples"),
                       address_argument("spikes", "of the step"),
                       address_argument("count", "sum over the steps, read and written")};
  codelet.emit = emit;
  codelet.trips = pair_trips;
  codelet.inner = {"pair",
                   2,
                   "neuron",
                   {{Unit::kPaired, 1}, {Unit::kStore, 1}},
                   "two loads in one instruction, one store"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{2 * pairs, 16 * pairs, 8 * pairs};
  };
  return codelet;
}

}  // namespace bspike::kernels
