// Owns sparse_input_gradient_pair and sparse_input_gradient: of each listed id, the product of its
// weight row with the sample's current gradient. Even and odd neurons are summed apart.
#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

namespace {

// Both halves' sum becomes the next entry.
void emit_result(Builder& b, F2 sum, Int next_gradient) {
  const F1 result = b.f1();
  b.emit(Op::kF32add, {result, sum.lo(), sum.hi()});
  store_next(b, result, next_gradient);
}

void emit_two_neurons(Builder& b, const EmitContext& /*context*/) {
  const Int weights = b.argument("weights");
  const F2 current = load_pair(b, b.argument("current_gradient"));
  const Int next_id = b.argument("ids");
  const Int next_gradient = b.argument("gradient");
  const Int count = pointed_word(b, "count");
  b.repeat("entry_listed", count, [&] {
    const Int id = b.integer();
    const F2 row = b.f2();
    load_id(b, id, next_id);
    b.emit_independent(Op::kLda64x, {row, weights, id});
    b.emit(Op::kF32v2mul, {row, row, current});
    emit_result(b, row, next_gradient);
  });
  b.exit();
}

void emit_row(Builder& b, Int row_address, Int current, const Builder::SplitTrips& pairs, F2 sum) {
  const Int next_current = b.copy(current);
  clear(b, sum);
  b.repeat("pair", pairs, [&] {
    const F2 weight = b.f2();
    const F2 factor = b.f2();
    load_next(b, weight, row_address);
    load_next(b, factor, next_current);
    b.emit(Op::kF32v2mac, {sum, weight, factor});
  });
}

void emit_rows(Builder& b, const EmitContext& /*context*/) {
  const Int count = pointed_word(b, "count");
  const Label done = b.new_label();
  b.branch(Op::kBrz, count, done);
  b.region("list");
  const auto pairs = b.split(b.argument("pairs"));
  const Int row_bytes = b.shift_left(b.argument("pairs"), 3);
  const Int weights = b.argument("weights");
  const Int current = b.argument("current_gradient");
  const Int next_id = b.argument("ids");
  const Int next_gradient = b.argument("gradient");
  b.loop("entry_listed", count, [&] {
    const Int row = b.integer();
    const F2 sum = b.f2();
    load_id(b, row, next_id);
    b.emit(Op::kMul, {row, row, row_bytes});
    add_to(b, row, weights);
    emit_row(b, row, current, pairs, sum);
    emit_result(b, sum, next_gradient);
  });
  b.region("exit");
  b.bind(done);
  b.exit();
}

Trips pair_vertex_trips(const WorkSize& work, const EmitContext& context) {
  Trips trips{{"entry", 1}};
  add_repeat_trips(trips, "entry_listed", work.list_counts.at(0), context);
  return trips;
}

Trips rows_vertex_trips(const WorkSize& work, const EmitContext& context) {
  const std::uint64_t entries = work.list_counts.at(0);
  Trips trips{{"entry", 1}, {"exit", 1}};
  if (entries == 0) return trips;
  trips["list"] = 1;
  trips["entry_listed"] = entries;
  add_split_trips(trips, "pair", work.arguments.at("pairs"), entries, context);
  return trips;
}

Arguments arguments(const std::string& row) {
  return {address_argument("weights", "f32 [ids]" + row),
          address_argument("current_gradient", "f32 " + row), address_argument("ids", "u32 list"),
          address_argument("count", "u32, how many ids"),
          address_argument("gradient", "f32, written for each id of the list")};
}

WorkCount work_count(const WorkSize& work, std::uint64_t pairs) {
  const std::uint64_t entries = work.list_counts.at(0);
  return {(4 * pairs - 1) * entries, (8 * pairs + 4) * entries + 8 * pairs + 4, 4 * entries};
}

}  // namespace

Codelet sparse_input_gradient_pair_codelet() {
  Codelet codelet =
      single_worker_codelet("sparse_input_gradient_pair", arguments("[2]"), pair_vertex_trips);
  codelet.emit = emit_two_neurons;
  codelet.inner = {
      "entry_listed",
      1,
      "entry",
      {{Unit::kLoad, 2}, {Unit::kStore, 1}},
      "one id load, one row load, one store; as a good compiler makes it, not pipelined"};
  codelet.count = [](const WorkSize& work) { return work_count(work, 1); };
  return codelet;
}

Codelet sparse_input_gradient_codelet() {
  Codelet codelet =
      single_worker_codelet("sparse_input_gradient", arguments("[2 pairs]"), rows_vertex_trips);
  codelet.arguments.push_back(integer_argument("pairs", "pairs of neurons, 1 or more"));
  codelet.emit = emit_rows;
  codelet.inner = {"pair",
                   1,
                   "entry and pair",
                   {{Unit::kLoad, 2}},
                   "two loads; as a good compiler makes it, not pipelined"};
  codelet.count = [](const WorkSize& work) { return work_count(work, work.arguments.at("pairs")); };
  return codelet;
}

}  // namespace bspike::kernels
