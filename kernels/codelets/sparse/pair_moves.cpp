// Owns what moves 64-bit words: slice_pairs, update_pairs, copy_pairs.
#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

namespace {

void move_pairs(Builder& b, const PairShare& share, Int from, Int to) {
  add_to(b, from, share.offset_bytes);
  add_to(b, to, share.offset_bytes);
  const F2 word = b.f2();
  load_next(b, word, from);
  for_pairs(b, share, [&](bool last) {
    if (last)
      store_next(b, word, to);
    else
      b.emit(Op::kLdst64, {word, from, to, word, 1, 1});
  });
}

void emit_slice(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const HistorySlots at = history_slots(b, {"source_base", "stride", "index"});
    move_pairs(b, share, at.slot, b.argument("destination"));
  });
}

void emit_update(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const HistorySlots at = history_slots(b, {"destination_base", "stride", "index"});
    move_pairs(b, share, b.argument("source"), at.slot);
  });
}

void emit_copy(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const Int from = b.argument("source");
    move_pairs(b, share, from, b.argument("destination"));
  });
}

Codelet pairs_codelet(const std::string& name, Arguments arguments) {
  Codelet codelet;
  codelet.name = name;
  codelet.arguments = std::move(arguments);
  codelet.arguments.push_back(integer_argument("pairs", "64-bit words"));
  codelet.trips = pair_trips;
  codelet.inner = {
      "pair", 1, "64-bit word", {{Unit::kPaired, 1}}, "one paired load and store; pipelined"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t bytes = 8 * work.arguments.at("pairs");
    return WorkCount{0, bytes, bytes};
  };
  return codelet;
}

}  // namespace

Codelet slice_pairs_codelet() {
  Codelet codelet =
      pairs_codelet("slice_pairs", {address_argument("source_base", "slice 0"),
                                    integer_argument("stride", "bytes from one slice to the next"),
                                    address_argument("index", "u32, of the slice"),
                                    address_argument("destination", "first word written")});
  codelet.emit = emit_slice;
  return codelet;
}

Codelet update_pairs_codelet() {
  Codelet codelet =
      pairs_codelet("update_pairs", {address_argument("source", "first word read"),
                                     address_argument("destination_base", "slice 0"),
                                     integer_argument("stride", "bytes from one slice to the next"),
                                     address_argument("index", "u32, of the slice written")});
  codelet.emit = emit_update;
  return codelet;
}

Codelet copy_pairs_codelet() {
  Codelet codelet =
      pairs_codelet("copy_pairs", {address_argument("source", "first word read"),
                                   address_argument("destination", "first word written")});
  codelet.emit = emit_copy;
  return codelet;
}

}  // namespace bspike::kernels
