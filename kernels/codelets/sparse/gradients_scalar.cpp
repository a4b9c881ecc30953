// Owns sparse_weight_gradient_scalar and sparse_input_gradient_scalar: the gradients of an odd
// number of neurons on a tile, whose rows are not aligned for pairs.
#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

namespace {

// Adds one neuron's current gradient of every sample to the rows of that sample's list.
void emit_neuron(Builder& b, Int gradient, Int current, Int row_bytes) {
  const Int lists = b.argument("ids"), lists_stride = b.argument("ids_stride");
  const Int counts = b.argument("counts"), count_stride = b.argument("count_stride");
  b.loop("sample", b.argument("samples"), [&] {
    const Int count = b.integer();
    const F1 addend = b.f1();
    b.emit_independent(Op::kLd32r, {count, counts, count_stride});
    b.emit_independent(Op::kLda32r, {addend, current, row_bytes});
    const Int next_id = b.copy(lists);
    add_to(b, lists, lists_stride);
    b.repeat("spike", count, [&] {
      const Int offset = b.integer();
      const F1 number = b.f1();
      load_id(b, offset, next_id);
      b.emit(Op::kMul, {offset, offset, row_bytes});
      b.emit(Op::kLda32, {number, gradient, offset, 0});
      b.emit(Op::kF32add, {number, number, addend});
      b.emit(Op::kSta32, {number, gradient, offset, 0});
    });
  });
}

// The workers take the neurons in turn: each has its own columns of the gradient.
void emit_weight_gradient(Builder& b, const EmitContext& context) {
  b.prepare_repeat_limit();
  const int step = 4 * static_cast<int>(context.workers);
  const Int neurons = b.argument("neurons");
  const Int row_bytes = b.shift_left(neurons, 2);
  const Int offset = b.shift_left(b.worker(), 2);
  const Int gradient = b.add(b.argument("gradient"), offset);
  const Int first = b.add(b.argument("current_gradient"), offset);
  for_strided_items(b, "neuron", neurons, [&] {
    emit_neuron(b, gradient, b.copy(first), row_bytes);
    b.region("neuron");
    b.emit(Op::kAddi, {gradient, gradient, step});
    b.emit(Op::kAddi, {first, first, step});
  });
}

Trips weight_gradient_trips(const WorkSize& work, const EmitContext& context,
                            std::uint32_t worker) {
  const std::uint64_t samples = work.arguments.at("samples");
  const std::uint64_t neurons =
      strided_items(work.arguments.at("neurons"), context.workers, worker);
  Trips trips{{"entry", 1}, {"exit", 1}};
  if (neurons == 0) return trips;
  trips["neuron"] = neurons;
  trips["sample"] = neurons * samples;
  for (std::uint64_t b = 0; b < samples; ++b) {
    trips["spike_chunk"] += neurons * repeat_chunks(work.list_counts.at(b), context);
    trips["spike"] += neurons * work.list_counts.at(b);
  }
  return trips;
}

void emit_input_gradient(Builder& b, const EmitContext& /*context*/) {
  const Int count = pointed_word(b, "count");
  const Label done = b.new_label();
  b.branch(Op::kBrz, count, done);
  b.region("list");
  const Int neurons = b.argument("neurons");
  const Int row_bytes = b.shift_left(neurons, 2);
  const auto trips = b.split(neurons);
  const Int weights = b.argument("weights");
  const Int current = b.argument("current_gradient");
  const Int next_id = b.argument("ids");
  const Int next_gradient = b.argument("gradient");
  b.loop("entry_listed", count, [&] {
    const Int row = b.integer();
    const F1 sum = b.f1();
    const Int next_current = b.copy(current);
    load_id(b, row, next_id);
    b.emit(Op::kMul, {row, row, row_bytes});
    add_to(b, row, weights);
    b.set(sum, 0.0F);
    b.repeat("neuron", trips, [&] {
      const F1 weight = b.f1();
      const F1 factor = b.f1();
      load_next(b, weight, row);
      load_next(b, factor, next_current);
      b.emit(Op::kF32mac, {sum, weight, factor});
    });
    store_next(b, sum, next_gradient);
  });
  b.region("exit");
  b.bind(done);
  b.exit();
}

Trips input_gradient_trips(const WorkSize& work, const EmitContext& context) {
  const std::uint64_t entries = work.list_counts.at(0);
  Trips trips{{"entry", 1}, {"exit", 1}};
  if (entries == 0) return trips;
  trips["list"] = 1;
  trips["entry_listed"] = entries;
  add_split_trips(trips, "neuron", work.arguments.at("neurons"), entries, context);
  return trips;
}

}  // namespace

Codelet sparse_weight_gradient_scalar_codelet() {
  Codelet codelet;
  codelet.name = "sparse_weight_gradient_scalar";
  codelet.arguments = {address_argument("gradient", "f32 [ids][neurons], read and written"),
                       address_argument("current_gradient", "f32 [samples][neurons]"),
                       address_argument("ids", "u32 list of the first sample"),
                       integer_argument("ids_stride", "bytes from one list to the next"),
                       address_argument("counts", "u32, ids of the first sample"),
                       integer_argument("count_stride", "bytes from one count to the next"),
                       integer_argument("samples", "1 or more"),
                       integer_argument("neurons", "1 or more")};
  codelet.emit = emit_weight_gradient;
  codelet.trips = weight_gradient_trips;
  codelet.inner = {"spike",
                   1,
                   "spike and neuron",
                   {{Unit::kLoad, 2}, {Unit::kStore, 1}, {Unit::kMultiply, 1}},
                   "one id load, its product with the row's size, one load, one store; as a good "
                   "compiler makes it, not pipelined"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t samples = work.arguments.at("samples");
    const std::uint64_t neurons = work.arguments.at("neurons");
    std::uint64_t spikes = 0;
    for (std::uint64_t b = 0; b < samples; ++b) spikes += work.list_counts.at(b);
    return WorkCount{neurons * spikes, 8 * neurons * (spikes + samples), 4 * neurons * spikes};
  };
  return codelet;
}

Codelet sparse_input_gradient_scalar_codelet() {
  Codelet codelet = single_worker_codelet(
      "sparse_input_gradient_scalar",
      {address_argument("weights", "f32 [ids][neurons]"),
       address_argument("current_gradient", "f32 [neurons]"), address_argument("ids", "u32 list"),
       address_argument("count", "u32, how many ids"),
       address_argument("gradient", "f32, written for each id of the list"),
       integer_argument("neurons", "1 or more")},
      input_gradient_trips);
  codelet.emit = emit_input_gradient;
  codelet.inner = {"neuron",
                   1,
                   "entry and neuron",
                   {{Unit::kLoad, 2}},
                   "two loads; as a good compiler makes it, not pipelined"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t entries = work.list_counts.at(0), neurons = work.arguments.at("neurons");
    return WorkCount{2 * neurons * entries, (8 * neurons + 4) * entries + 4, 4 * entries};
  };
  return codelet;
}

}  // namespace bspike::kernels
