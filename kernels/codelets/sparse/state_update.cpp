// Owns sparse_state_update_pair and sparse_state_update: a sample's membrane after one step, from
// the weight rows of the listed neurons. A neuron above its threshold starts anew from its current.
#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

namespace {

// The neurons' own factors; pointers, so that the loop over pairs can step them.
struct Factors {
  Int alpha, gain, threshold;
};

Factors factor_arguments(Builder& b) {
  return {b.argument("alpha"), b.argument("gain"), b.argument("threshold")};
}

F2 take_pair(Builder& b, Int pointer) {
  const F2 pair = b.f2();
  load_next(b, pair, pointer);
  return pair;
}

// U = g I above the threshold, else alpha U + g I, for two neurons.
void emit_membrane(Builder& b, const Factors& factors, Int state, F2 current) {
  const F2 gain = take_pair(b, factors.gain);
  const F2 threshold = take_pair(b, factors.threshold);
  const F2 alpha = take_pair(b, factors.alpha);
  const F2 membrane = load_pair(b, state);
  const F2 decayed = b.f2();
  const F2 above = b.f2();
  b.emit(Op::kF32v2mul, {current, gain, current});
  b.emit(Op::kF32v2cmplt, {above, threshold, membrane});
  b.emit(Op::kF32v2mul, {decayed, alpha, membrane});
  b.emit(Op::kF32v2add, {decayed, decayed, current});
  b.emit(Op::kSel64, {above, current, decayed});
  store_next(b, above, state);
}

void emit_two_neurons(Builder& b, const EmitContext& /*context*/) {
  const Int weights = b.argument("weights");
  const Int next_id = b.argument("ids");
  const Int count = pointed_word(b, "count");
  const F2 sum = b.f2();
  clear(b, sum);
  b.repeat("spike", count, [&] {
    const Int id = b.integer();
    const F2 row = b.f2();
    load_id(b, id, next_id);
    b.emit_independent(Op::kLda64x, {row, weights, id});
    b.emit(Op::kF32v2add, {sum, sum, row});
  });
  emit_membrane(b, factor_arguments(b), b.argument("state"), sum);
  b.exit();
}

void emit_rows(Builder& b, const EmitContext& /*context*/) {
  const auto spikes = b.split(pointed_word(b, "count"));
  const Int weights = b.argument("weights");
  const Int ids = b.argument("ids");
  const Int pairs = b.argument("pairs");
  const Int row_bytes = b.shift_left(pairs, 3);
  const Factors factors = factor_arguments(b);
  const Int state = b.argument("state");
  b.loop("pair", pairs, [&] {
    const F2 sum = b.f2();
    const Int next_id = b.copy(ids);
    clear(b, sum);
    b.repeat("spike", spikes, [&] {
      const Int offset = b.integer();
      const F2 row = b.f2();
      load_id(b, offset, next_id);
      b.emit(Op::kMul, {offset, offset, row_bytes});
      b.emit_independent(Op::kLda64, {row, weights, offset, 0});
      b.emit(Op::kF32v2add, {sum, sum, row});
    });
    b.emit(Op::kAddi, {weights, weights, 8});
    emit_membrane(b, factors, state, sum);
  });
  b.exit();
}

Arguments arguments(const std::string& row) {
  return {address_argument("weights", "f32 [ids]" + row),
          address_argument("state", "f32 " + row + ", membranes of a sample, read and written"),
          address_argument("ids", "u32 list"),
          address_argument("count", "u32, how many ids"),
          address_argument("alpha", "f32 " + row + ", decay"),
          address_argument("gain", "f32 " + row + ", factor of the current"),
          address_argument("threshold", "f32 " + row)};
}

WorkCount work_count(const WorkSize& work, std::uint64_t pairs) {
  const std::uint64_t spikes = work.list_counts.at(0);
  return {2 * pairs * (spikes + 4), pairs * (12 * spikes + 32) + 4, 8 * pairs};
}

Trips pair_vertex_trips(const WorkSize& work, const EmitContext& context) {
  Trips trips{{"entry", 1}};
  add_repeat_trips(trips, "spike", work.list_counts.at(0), context);
  return trips;
}

Trips rows_vertex_trips(const WorkSize& work, const EmitContext& context) {
  const std::uint64_t pairs = work.arguments.at("pairs");
  Trips trips{{"entry", 1}, {"pair", pairs}};
  add_split_trips(trips, "spike", work.list_counts.at(0), pairs, context);
  return trips;
}

}  // namespace

Codelet sparse_state_update_pair_codelet() {
  Codelet codelet =
      single_worker_codelet("sparse_state_update_pair", arguments("[2]"), pair_vertex_trips);
  codelet.emit = emit_two_neurons;
  codelet.inner = {"spike",
                   1,
                   "spike",
                   {{Unit::kLoad, 2}},
                   "one id load, one row load; as a good compiler makes it, not pipelined"};
  codelet.count = [](const WorkSize& work) { return work_count(work, 1); };
  return codelet;
}

Codelet sparse_state_update_codelet() {
  Codelet codelet =
      single_worker_codelet("sparse_state_update", arguments("[2 pairs]"), rows_vertex_trips);
  codelet.arguments.push_back(integer_argument("pairs", "pairs of neurons, 1 or more"));
  codelet.emit = emit_rows;
  codelet.inner = {"spike",
                   1,
                   "spike and pair",
                   {{Unit::kLoad, 2}, {Unit::kMultiply, 1}},
                   "one id load, its product with the row's size, one row load; as a good compiler "
                   "makes it, not pipelined"};
  codelet.count = [](const WorkSize& work) { return work_count(work, work.arguments.at("pairs")); };
  return codelet;
}

}  // namespace bspike::kernels
