// Owns copy_slice: 64-bit words of a time step's slice to a fixed place.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/memory_codelets.hpp"

namespace bspike::kernels {

namespace {

// t / divisor. There is no integer division; in f32 the truncated quotient is exact below 2^24.
Int emit_slice_index(Builder& b) {
  const Int counter = b.argument("counter");
  const F1 step = b.f1();
  const F1 divisor = b.argument_f32("divisor");
  b.emit_independent(Op::kLda32, {step, counter, b.zero(), 0});
  b.emit(Op::kU32tof32, {step, step});
  b.emit(Op::kU32tof32, {divisor, divisor});
  b.emit(Op::kF32div, {step, step, divisor});
  b.emit(Op::kF32toi32, {step, step});
  const Int index = b.integer();
  b.emit(Op::kAtom, {index, step});
  return index;
}

void emit(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const Int from = b.mul(emit_slice_index(b), b.argument("stride"));
    add_to(b, from, b.argument("source_base"));
    add_to(b, from, share.offset_bytes);
    const Int to = b.argument("destination");
    add_to(b, to, share.offset_bytes);
    const F2 word = b.f2();
    load_next(b, word, from);
    for_pairs(b, share, [&](bool last) {
      if (last)
        store_next(b, word, to);
      else
        b.emit(Op::kLdst64, {word, from, to, word, 1, 1});
    });
  });
}

}  // namespace

Codelet copy_slice_codelet() {
  Codelet codelet;
  codelet.name = "copy_slice";
  codelet.arguments = {address_argument("source_base", "slice 0"),
                       integer_argument("stride", "bytes from one slice to the next"),
                       address_argument("counter", "of the time step t"),
                       integer_argument("divisor", "the slice is t / divisor"),
                       address_argument("destination", "first word written"),
                       integer_argument("pairs", "64-bit words")};
  codelet.emit = emit;
  codelet.trips = pair_trips;
  codelet.inner = {"pair", 1, "64-bit word", {{Unit::kPaired, 1}}, "one paired load and store"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t bytes = 8 * work.arguments.at("pairs");
    return WorkCount{0, bytes, bytes};
  };
  return codelet;
}

}  // namespace bspike::kernels
