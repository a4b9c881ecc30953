// Owns sparse_to_dense and dense_to_sparse: a list as a row of spikes, and the row's gradient back
// at the list.
#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

namespace {

constexpr std::uint32_t kOneBits = 0x3f800000;

void emit_dense(Builder& b, const EmitContext& /*context*/) {
  const Int next_id = b.argument("ids");
  const Int dense = b.argument("dense");
  const Int one = b.constant(kOneBits);
  const Int count = pointed_word(b, "count");
  b.repeat("spike", count, [&] {
    const Int id = b.integer();
    load_id(b, id, next_id);
    b.emit(Op::kSt32x, {one, dense, id});
  });
  b.exit();
}

void emit_sparse(Builder& b, const EmitContext& /*context*/) {
  b.prepare_repeat_limit();
  const Int next_id = b.argument("ids");
  const Int dense = b.argument("dense");
  const Int gradient = b.argument("gradient");
  const Int count = pointed_word(b, "count");
  const Int rest = b.sub(b.argument("capacity"), count);
  b.repeat("entry_listed", count, [&] {
    const Int id = b.integer();
    const F1 value = b.f1();
    load_id(b, id, next_id);
    b.emit_independent(Op::kLda32x, {value, dense, id});
    store_next(b, value, gradient);
  });
  b.repeat("rest", rest, [&] { store_next(b, b.zero1(), gradient); });
  b.exit();
}

Trips dense_trips(const WorkSize& work, const EmitContext& context) {
  Trips trips{{"entry", 1}};
  add_repeat_trips(trips, "spike", work.list_counts.at(0), context);
  return trips;
}

Trips sparse_trips(const WorkSize& work, const EmitContext& context) {
  const std::uint64_t entries = work.list_counts.at(0);
  Trips trips{{"entry", 1}};
  add_repeat_trips(trips, "entry_listed", entries, context);
  add_repeat_trips(trips, "rest", work.arguments.at("capacity") - entries, context);
  return trips;
}

}  // namespace

Codelet sparse_to_dense_codelet() {
  Codelet codelet =
      single_worker_codelet("sparse_to_dense",
                            {address_argument("ids", "u32 list of different neurons"),
                             address_argument("count", "u32, how many ids"),
                             address_argument("dense", "f32 row, 1 is written at each id")},
                            dense_trips);
  codelet.emit = emit_dense;
  codelet.inner = {
      "spike", 1, "spike", {{Unit::kLoad, 1}, {Unit::kStore, 1}}, "one id load, one store"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t bytes = 4ull * work.list_counts.at(0);
    return WorkCount{0, bytes + 4, bytes};
  };
  return codelet;
}

Codelet dense_to_sparse_codelet() {
  Codelet codelet = single_worker_codelet(
      "dense_to_sparse",
      {address_argument("dense", "f32 row"), address_argument("ids", "u32 list"),
       address_argument("count", "u32, how many ids, at most the capacity"),
       integer_argument("capacity", "entries written"),
       address_argument("gradient", "f32 [capacity], written: the row at each id, then 0")},
      sparse_trips);
  codelet.emit = emit_sparse;
  codelet.inner = {"entry_listed",
                   1,
                   "entry",
                   {{Unit::kLoad, 2}, {Unit::kStore, 1}},
                   "one id load, one row load, one store"};
  codelet.count = [](const WorkSize& work) {
    return WorkCount{0, 8ull * work.list_counts.at(0) + 4, 4 * work.arguments.at("capacity")};
  };
  return codelet;
}

}  // namespace bspike::kernels
