// Owns state_gradient_sample, its _double form and state_gradient_tile: the list's gradient times
// the surrogate's slope at the membrane, added to the state gradient of the listed neurons.
#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

namespace {

struct Neurons {
  Int membrane, threshold, state_gradient;
  F1 slope, one;
};

Neurons neuron_arguments(Builder& b) {
  return {b.argument("membrane"), b.argument("threshold"), b.argument("state_gradient"),
          b.argument_f32("slope"), b.constant_f32(1.0F)};
}

// 1 / (slope |U - threshold| + 1)^2
F1 emit_surrogate(Builder& b, const Neurons& at, Int neuron) {
  const F1 shape = b.f1();
  const F1 threshold = b.f1();
  b.emit_independent(Op::kLda32x, {shape, at.membrane, neuron});
  b.emit_independent(Op::kLda32x, {threshold, at.threshold, neuron});
  b.emit(Op::kF32sub, {shape, shape, threshold});
  b.emit(Op::kF32abs, {shape, shape});
  b.emit(Op::kF32mul, {shape, at.slope, shape});
  b.emit(Op::kF32add, {shape, shape, at.one});
  b.emit(Op::kF32mul, {shape, shape, shape});
  b.emit(Op::kF32rcp, {shape, shape});
  return shape;
}

void emit_entry(Builder& b, const Neurons& at, Int neuron, F1 gradient) {
  const F1 surrogate = emit_surrogate(b, at, neuron);
  const F1 sum = b.f1();
  b.emit(Op::kLda32x, {sum, at.state_gradient, neuron});
  b.emit(Op::kF32mac, {sum, gradient, surrogate});
  b.emit(Op::kSta32x, {sum, at.state_gradient, neuron});
}

void emit_listed(Builder& b, const Neurons& at, Int next_id, Int next_gradient) {
  const Int id = b.integer();
  const F1 gradient = b.f1();
  load_id(b, id, next_id);
  load_next(b, gradient, next_gradient);
  emit_entry(b, at, id, gradient);
}

void emit_sample(Builder& b, const EmitContext& /*context*/) {
  const Neurons at = neuron_arguments(b);
  const Int next_id = b.argument("ids");
  const Int next_gradient = b.argument("spike_gradient");
  const Int count = pointed_word(b, "count");
  b.repeat("entry_listed", count, [&] { emit_listed(b, at, next_id, next_gradient); });
  b.exit();
}

void emit_sample_double(Builder& b, const EmitContext& /*context*/) {
  b.prepare_repeat_limit();
  const Neurons at = neuron_arguments(b);
  const Int next_id = b.argument("ids");
  const Int next_gradient = b.argument("spike_gradient");
  const auto idle = b.split(b.argument("double_trips"));
  const Int count = pointed_word(b, "count");
  b.if_nonzero(count, [&] {
    b.region("list");
    b.loop("entry_listed", count, [&] {
      emit_listed(b, at, next_id, next_gradient);
      b.repeat("idle", idle, [&] { b.emit(Op::kNop, {}); });
    });
    b.region("exit");
  });
  b.exit();
}

// The gradient's entry lies as far from the ids' as the two lists do.
void emit_tile(Builder& b, const EmitContext& /*context*/) {
  const Int count = pointed_word(b, "count");
  const Label done = b.new_label();
  b.branch(Op::kBrz, count, done);
  b.region("list");
  const Neurons at = neuron_arguments(b);
  const Int next_id = b.argument("ids");
  const Int to_gradient = b.sub(b.argument("spike_gradient"), next_id);
  const Int first = b.argument("first_neuron");
  const Int neurons = b.argument("neurons");
  const Int local = b.integer();
  const Int mine = b.integer();
  b.loop("scanned", count, [&] {
    load_id(b, local, next_id);
    b.emit(Op::kSub, {local, local, first});
    b.emit(Op::kCmpult, {mine, local, neurons});
    b.if_nonzero(mine, [&] {
      b.region("hit");
      const F1 gradient = b.f1();
      b.emit_independent(Op::kLda32, {gradient, next_id, to_gradient, -1});
      emit_entry(b, at, local, gradient);
      b.region("scanned");
    });
  });
  b.region("exit");
  b.bind(done);
  b.exit();
}

Trips sample_trips(const WorkSize& work, const EmitContext& context) {
  Trips trips{{"entry", 1}};
  add_repeat_trips(trips, "entry_listed", work.list_counts.at(0), context);
  return trips;
}

Trips sample_double_trips(const WorkSize& work, const EmitContext& context) {
  const std::uint64_t entries = work.list_counts.at(0);
  Trips trips{{"entry", 1}, {"exit", 1}};
  if (entries == 0) return trips;
  trips["list"] = 1;
  trips["entry_listed"] = entries;
  add_split_trips(trips, "idle", work.arguments.at("double_trips"), entries, context);
  return trips;
}

// Entries looked at, then those in the tile's range.
Trips tile_trips(const WorkSize& work, const EmitContext& /*context*/) {
  Trips trips{{"entry", 1}, {"exit", 1}};
  if (work.list_counts.at(0) == 0) return trips;
  trips["list"] = 1;
  trips["scanned"] = work.list_counts.at(0);
  trips["hit"] = work.list_counts.at(1);
  return trips;
}

Arguments list_arguments() {
  return {address_argument("membrane", "f32, of the sample, neuron by neuron"),
          address_argument("threshold", "f32, neuron by neuron"),
          address_argument("state_gradient", "f32, neuron by neuron, read and written"),
          address_argument("spike_gradient", "f32, of each entry of the list"),
          address_argument("ids", "u32 list of different neurons"),
          address_argument("count", "u32, how many ids")};
}

ArgumentInfo slope_argument() { return float_argument("slope", "of the surrogate"); }

WorkCount work_count(const WorkSize& work, std::uint64_t entries) {
  return {8 * entries, 4 * work.list_counts.at(0) + 16 * entries, 4 * entries};
}

Codelet sample_codelet(const std::string& name, VertexTrips trips) {
  Codelet codelet =
      single_worker_codelet(name, joined(list_arguments(), {slope_argument()}), std::move(trips));
  codelet.inner = {"entry_listed",
                   1,
                   "entry",
                   {{Unit::kFloat, 6}, {Unit::kDivide, 1}},
                   "distance, magnitude, slope, 1 +, square, reciprocal, add; as a good compiler "
                   "makes it, one chain, not pipelined"};
  codelet.count = [](const WorkSize& work) { return work_count(work, work.list_counts.at(0)); };
  return codelet;
}

}  // namespace

Codelet state_gradient_sample_codelet() {
  Codelet codelet = sample_codelet("state_gradient_sample", sample_trips);
  codelet.emit = emit_sample;
  return codelet;
}

Codelet state_gradient_sample_double_codelet() {
  Codelet codelet = sample_codelet("state_gradient_sample_double", sample_double_trips);
  codelet.arguments.push_back(
      integer_argument("double_trips", "idle trips an entry, for software double precision"));
  codelet.inner.unit = "entry, without idle trips";
  codelet.emit = emit_sample_double;
  return codelet;
}

Codelet state_gradient_tile_codelet() {
  Codelet codelet = single_worker_codelet(
      "state_gradient_tile",
      joined(list_arguments(), {integer_argument("first_neuron", "id of the tile's first neuron"),
                                integer_argument("neurons", "of the tile"), slope_argument()}),
      tile_trips);
  codelet.emit = emit_tile;
  codelet.inner = {"scanned",
                   1,
                   "entry looked at",
                   {{Unit::kLoad, 1}, {Unit::kInteger, 2}, {Unit::kControl, 2}},
                   "one id load, its distance from the first neuron, compare, two branches; as a "
                   "good compiler makes it"};
  codelet.count = [](const WorkSize& work) { return work_count(work, work.list_counts.at(1)); };
  return codelet;
}

}  // namespace bspike::kernels
