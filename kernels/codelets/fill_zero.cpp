// Owns fill_zero: 64-bit words to 0.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/memory_codelets.hpp"

namespace bspike::kernels {

namespace {

void emit(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const Int address = b.argument("address");
    add_to(b, address, share.offset_bytes);
    for_pairs(b, share, [&](bool) { store_next(b, b.zero2(), address); });
  });
}

}  // namespace

Codelet fill_zero_codelet() {
  Codelet codelet;
  codelet.name = "fill_zero";
  codelet.arguments = {address_argument("address", "first word"),
                       integer_argument("pairs", "64-bit words")};
  codelet.emit = emit;
  codelet.trips = pair_trips;
  codelet.inner = {"pair", 1, "64-bit word", {{Unit::kStore, 1}}, "one store"};
  codelet.count = [](const WorkSize& work) {
    return WorkCount{0, 0, 8 * work.arguments.at("pairs")};
  };
  return codelet;
}

}  // namespace bspike::kernels
