// Owns reduce_group and reduce_words: sums in the order of their members. Both loops add the word
// that the trip before has loaded.
#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

namespace {

struct Sum {
  F1 sum, word;
};

Sum start_sum(Builder& b) {
  const Sum sum{b.f1(), b.f1()};
  b.emit(Op::kMov32, {sum.sum, b.zero1()});
  b.emit(Op::kMov32, {sum.word, b.zero1()});
  return sum;
}

void add_word(Builder& b, const Sum& sum) { b.emit(Op::kF32add, {sum.sum, sum.sum, sum.word}); }

void emit_group(Builder& b, const EmitContext& /*context*/) {
  const Int listed = b.integer();
  b.emit(Op::kCmpult, {listed, b.argument("slot"), pointed_word(b, "count")});
  b.if_nonzero(listed, [&] {
    b.region("listed");
    const Int next = b.argument("partials");
    const Int members = b.argument("members");
    const Int result = b.argument("result");
    const Sum sum = start_sum(b);
    b.repeat("member", members, [&] {
      add_word(b, sum);
      load_next(b, sum.word, next);
    });
    add_word(b, sum);
    store_next(b, sum.sum, result);
    b.region("exit");
  });
  b.exit();
}

void emit_words(Builder& b, const EmitContext& /*context*/) {
  for_words(b, [&](const WordShare& share) {
    const Int source = b.add(b.argument("source"), share.offset_bytes);
    const Int destination = b.add(b.argument("destination"), share.offset_bytes);
    const Int stride = b.argument("block_stride");
    const auto blocks = b.split(b.argument("blocks"));
    return [=, &b] {
      const Int from = b.copy(source);
      b.emit(Op::kAddi, {source, source, 4 * share.step});
      const Sum sum = start_sum(b);
      b.repeat("block", blocks, [&] {
        add_word(b, sum);
        b.emit_independent(Op::kLda32r, {sum.word, from, stride});
      });
      add_word(b, sum);
      b.emit(Op::kSta32step, {sum.sum, b.zero(), destination, share.step});
    };
  });
}

Trips group_trips(const WorkSize& work, const EmitContext& context) {
  Trips trips{{"entry", 1}, {"exit", 1}};
  if (work.arguments.at("slot") >= work.list_counts.at(0)) return trips;
  trips["listed"] = 1;
  add_repeat_trips(trips, "member", work.arguments.at("members"), context);
  return trips;
}

Trips words_trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  Trips trips = word_trips(work, context, worker);
  const auto words = trips.find("word");
  if (words == trips.end()) return trips;
  add_split_trips(trips, "block", work.arguments.at("blocks"), words->second, context);
  return trips;
}

WorkCount group_count(const WorkSize& work) {
  if (work.arguments.at("slot") >= work.list_counts.at(0)) return {0, 4, 0};
  const std::uint64_t members = work.arguments.at("members");
  return {members - 1, 4 * members + 4, 4};
}

WorkCount words_count(const WorkSize& work) {
  const std::uint64_t words = work.arguments.at("words");
  const std::uint64_t blocks = work.arguments.at("blocks");
  return {words * (blocks - 1), 4 * words * blocks, 4 * words};
}

}  // namespace

Codelet reduce_group_codelet() {
  Codelet codelet = single_worker_codelet(
      "reduce_group",
      {address_argument("partials", "f32 [members]"), integer_argument("members", "1 or more"),
       address_argument("count", "u32, entries of the sample's list"),
       integer_argument("slot", "entry of the list; nothing is done from the count on"),
       address_argument("result", "f32, written: the sum")},
      group_trips);
  codelet.emit = emit_group;
  codelet.inner = {"member", 1, "member", {{Unit::kLoad, 1}}, "one load; pipelined"};
  codelet.count = group_count;
  return codelet;
}

Codelet reduce_words_codelet() {
  Codelet codelet;
  codelet.name = "reduce_words";
  codelet.arguments = {integer_argument("words", "of a block"),
                       address_argument("source", "f32, block 0"),
                       integer_argument("blocks", "1 or more"),
                       integer_argument("block_stride", "bytes from block to block"),
                       address_argument("destination", "f32, written: the sum")};
  codelet.emit = emit_words;
  codelet.trips = words_trips;
  codelet.inner = {"block", 1, "word and block", {{Unit::kLoad, 1}}, "one load; pipelined"};
  codelet.count = words_count;
  return codelet;
}

}  // namespace bspike::kernels
