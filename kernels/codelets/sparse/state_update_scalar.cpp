// Owns sparse_state_update_scalar: the state update of an odd number of neurons on a tile, whose
// rows are not aligned for pairs, neuron by neuron.
#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

namespace {

F1 take_number(Builder& b, Int pointer) {
  const F1 number = b.f1();
  load_next(b, number, pointer);
  return number;
}

// U = g I above the threshold, else alpha U + g I.
void emit_membrane(Builder& b, Int alphas, Int gains, Int thresholds, Int state, F1 current) {
  const F1 gain = take_number(b, gains);
  const F1 threshold = take_number(b, thresholds);
  const F1 alpha = take_number(b, alphas);
  const F1 membrane = b.f1();
  const F1 decayed = b.f1();
  const F1 above = b.f1();
  b.emit_independent(Op::kLda32, {membrane, state, b.zero(), 0});
  b.emit(Op::kF32mul, {current, gain, current});
  b.emit(Op::kF32cmplt, {above, threshold, membrane});
  b.emit(Op::kF32mul, {decayed, alpha, membrane});
  b.emit(Op::kF32add, {decayed, decayed, current});
  b.emit(Op::kSel32, {above, current, decayed});
  store_next(b, above, state);
}

void emit(Builder& b, const EmitContext& /*context*/) {
  const auto spikes = b.split(pointed_word(b, "count"));
  const Int weights = b.argument("weights");
  const Int ids = b.argument("ids");
  const Int neurons = b.argument("neurons");
  const Int row_bytes = b.shift_left(neurons, 2);
  const Int alphas = b.argument("alpha"), gains = b.argument("gain");
  const Int thresholds = b.argument("threshold");
  const Int state = b.argument("state");
  b.loop("neuron", neurons, [&] {
    const F1 sum = b.f1();
    const Int next_id = b.copy(ids);
    b.set(sum, 0.0F);
    b.repeat("spike", spikes, [&] {
      const Int offset = b.integer();
      const F1 weight = b.f1();
      load_id(b, offset, next_id);
      b.emit(Op::kMul, {offset, offset, row_bytes});
      b.emit_independent(Op::kLda32, {weight, weights, offset, 0});
      b.emit(Op::kF32add, {sum, sum, weight});
    });
    b.emit(Op::kAddi, {weights, weights, 4});
    emit_membrane(b, alphas, gains, thresholds, state, sum);
  });
  b.exit();
}

Trips trips(const WorkSize& work, const EmitContext& context) {
  const std::uint64_t neurons = work.arguments.at("neurons");
  Trips trips{{"entry", 1}, {"neuron", neurons}};
  add_split_trips(trips, "spike", work.list_counts.at(0), neurons, context);
  return trips;
}

}  // namespace

Codelet sparse_state_update_scalar_codelet() {
  Codelet codelet = single_worker_codelet(
      "sparse_state_update_scalar",
      {address_argument("weights", "f32 [ids][neurons]"),
       address_argument("state", "f32 [neurons], membranes of a sample, read and written"),
       address_argument("ids", "u32 list"), address_argument("count", "u32, how many ids"),
       address_argument("alpha", "f32 [neurons], decay"),
       address_argument("gain", "f32 [neurons], factor of the current"),
       address_argument("threshold", "f32 [neurons]"), integer_argument("neurons", "1 or more")},
      trips);
  codelet.emit = emit;
  codelet.inner = {"spike",
                   1,
                   "spike and neuron",
                   {{Unit::kLoad, 2}, {Unit::kMultiply, 1}},
                   "one id load, its product with the row's size, one load; as a good compiler "
                   "makes it, not pipelined"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t spikes = work.list_counts.at(0), neurons = work.arguments.at("neurons");
    return WorkCount{neurons * (spikes + 4), neurons * (8 * spikes + 16) + 4, 4 * neurons};
  };
  return codelet;
}

}  // namespace bspike::kernels
