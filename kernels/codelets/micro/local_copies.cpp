// Owns copy_scalar and copy_paced: a copy within a tile, word by word or with paired accesses.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/micro/micro_codelets.hpp"

namespace bspike::kernels {

namespace {

struct Ends {
  Int from, to;
};

Ends ends_of(Builder& b, const PairShare& share) {
  return {b.add(b.argument("source"), share.offset_bytes),
          b.add(b.argument("destination"), share.offset_bytes)};
}

// What a compiler makes of `*to++ = *from++`: load, store, loop.
void emit_scalar(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const Ends ends = ends_of(b, share);
    const Int words = b.shift_left(b.add(share.last, 1), 1);
    const Int word = b.integer();
    b.loop("word", words, [&] {
      b.emit(Op::kLd32step, {word, b.zero(), ends.from, 1});
      b.emit(Op::kSt32step, {word, b.zero(), ends.to, 1});
    });
  });
}

Trips scalar_trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t pairs = shared_pairs(work.arguments.at("pairs"), context, worker);
  Trips trips{{"entry", 1}, {"exit", 1}};
  if (pairs == 0) return trips;
  trips["worker"] = 1;
  trips["word"] = 2 * pairs;
  return trips;
}

void emit_paced(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const Ends ends = ends_of(b, share);
    const F2 word = b.f2();
    load_next(b, word, ends.from);
    for_pairs(b, share, [&](bool last) {
      if (last)
        store_next(b, word, ends.to);
      else
        b.emit(Op::kLdst64, {word, ends.from, ends.to, word, 1, 1});
    });
  });
}

Codelet local_copy(const std::string& name) {
  Codelet codelet;
  codelet.name = name;
  codelet.arguments = {address_argument("source", "first word read"),
                       address_argument("destination", "first word written"),
                       integer_argument("pairs", "64-bit words")};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t bytes = 8 * work.arguments.at("pairs");
    return WorkCount{0, bytes, bytes};
  };
  return codelet;
}

}  // namespace

Codelet copy_scalar_codelet() {
  Codelet codelet = local_copy("copy_scalar");
  codelet.emit = emit_scalar;
  codelet.trips = scalar_trips;
  codelet.inner = {"word",
                   1,
                   "32-bit word",
                   {{Unit::kLoad, 1}, {Unit::kStore, 1}, {Unit::kControl, 1}},
                   "load, store, branch"};
  return codelet;
}

Codelet copy_paced_codelet() {
  Codelet codelet = local_copy("copy_paced");
  codelet.emit = emit_paced;
  codelet.trips = pair_trips;
  codelet.inner = {"pair", 1, "64-bit word", {{Unit::kPaired, 1}}, "one paired load and store"};
  return codelet;
}

}  // namespace bspike::kernels
