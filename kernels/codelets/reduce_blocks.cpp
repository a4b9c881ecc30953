// Owns reduce_blocks: sums equal blocks in block order. The destination may be block 0: a pair is
// read in all blocks before it is written.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/step_codelets.hpp"

namespace bspike::kernels {

namespace {

void emit(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const Int source = b.add(b.argument("source"), share.offset_bytes);
    const Int destination = b.add(b.argument("destination"), share.offset_bytes);
    const Int stride = b.argument("block_stride");
    const auto blocks = b.split(b.argument("blocks"));
    const F2 sum = b.f2();
    const F2 word = b.f2();
    b.loop("pair", b.add(share.last, 1), [&] {
      const Int from = b.copy(source);
      b.emit(Op::kAddi, {source, source, 8});
      clear(b, sum);
      clear(b, word);
      b.repeat("block", blocks, [&] {
        b.emit(Op::kF32v2add, {sum, sum, word});
        b.emit_independent(Op::kLda64r, {word, from, stride});
      });
      b.emit(Op::kF32v2add, {sum, sum, word});
      store_next(b, sum, destination);
    });
  });
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t pairs = shared_pairs(work.arguments.at("pairs"), context, worker);
  Trips result{{"entry", 1}, {"exit", 1}};
  if (pairs == 0) return result;
  result["worker"] = 1;
  result["pair"] = pairs;
  add_split_trips(result, "block", work.arguments.at("blocks"), pairs, context);
  return result;
}

}  // namespace

Codelet reduce_blocks_codelet() {
  Codelet codelet;
  codelet.name = "reduce_blocks";
  codelet.arguments = {integer_argument("pairs", "64-bit words of a block"),
                       address_argument("source", "block 0"),
                       integer_argument("blocks", "how many"),
                       integer_argument("block_stride", "bytes from block to block"),
                       address_argument("destination", "written: the sum; may be block 0")};
  codelet.emit = emit;
  codelet.trips = trips;
  codelet.inner = {"block", 2, "element and block", {{Unit::kLoad, 1}}, "one load"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    const std::uint64_t blocks = work.arguments.at("blocks");
    return WorkCount{2 * pairs * blocks, 8 * pairs * blocks, 8 * pairs};
  };
  return codelet;
}

}  // namespace bspike::kernels
