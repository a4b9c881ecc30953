// Owns spike_weight_gradient: adds a sample's current gradient to the gradient rows of its listed
// presynaptic neurons, and to the bias. Each worker owns a replica of the gradient, so that no two
// add to one row; it takes every `replicas`-th sample. Its twins have planes of four neurons, in
// f32 or in f16; that in f16 multiplies the current gradient by a scale before it rounds it.
#include <algorithm>

#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/projection_codelets.hpp"
#include "kernels/codelets/segments.hpp"

namespace bspike::kernels {

namespace {

enum class Row { kPair, kQuad, kHalf };

int row_shift(Row row) { return row == Row::kQuad ? 4 : 3; }
int current_shift(Row row) { return row == Row::kPair ? 3 : 4; }

// Two neurons in f32 or four in f16, as 64 bits; four in f32, as 128.
struct Lanes {
  F2 pair{};
  F4 quad{};

  Lanes(Builder& b, Row row) {
    if (row == Row::kQuad)
      quad = b.f4();
    else
      pair = b.f2();
  }
};

void add(Builder& b, Row row, const Lanes& sum, const Lanes& addend) {
  if (row == Row::kPair) b.emit(Op::kF32v2add, {sum.pair, sum.pair, addend.pair});
  if (row == Row::kQuad) b.emit(Op::kF32v4add, {sum.quad, addend.quad});
  if (row == Row::kHalf) b.emit(Op::kF16v4add, {sum.pair, sum.pair, addend.pair});
}

struct Cursor {
  Row row;
  F1 scale;  // of kHalf
  Int planes;
  Int plane_bytes;           // from plane to plane of the gradient
  Int replica;               // this worker's
  Int bias;                  // of the replica, plane 0
  Int ids, counts, current;  // of the sample; current moves plane after plane
  Int ids_step, counts_step, current_step;
};

Cursor emit_cursor(Builder& b, Int workers, Row row) {
  Cursor at;
  at.row = row;
  if (row == Row::kHalf) at.scale = b.argument_f32("scale");
  at.plane_bytes = b.shift_left(b.argument("rows"), row_shift(row));
  const Int planes = b.argument("planes");
  at.planes = planes;
  at.replica = b.add(b.argument("gradient_base"), b.mul(b.argument("replica_stride"), b.worker()));
  at.bias = b.add(at.replica, b.mul(planes, at.plane_bytes));
  const Int ids_stride = b.argument("ids_stride");
  at.ids = b.add(b.argument("ids"), b.mul(ids_stride, b.worker()));
  at.ids_step = b.mul(ids_stride, workers);
  at.counts = b.add(b.argument("counts"), b.shift_left(b.worker(), 2));
  at.counts_step = b.shift_left(workers, 2);
  const Int row_bytes = b.shift_left(planes, current_shift(row));
  at.current = b.add(b.argument("current_gradient"), b.mul(row_bytes, b.worker()));
  at.current_step = b.mul(row_bytes, b.add(workers, -1));
  return at;
}

// One listed neuron: its row is loaded, added to and stored; the id of the next is loaded between.
struct Spike {
  Int id;
  Lanes row;
};

// Where a list adds: `high` is the upper half of a row of 128 bits, which is stored by itself.
struct Target {
  Row row;
  Int gradients, high;
};

void store_row(Builder& b, const Target& to, const Spike& now) {
  if (to.row != Row::kQuad) {
    b.emit(Op::kSta64x, {now.row.pair, to.gradients, now.id});
    return;
  }
  b.emit(Op::kShli, {now.id, now.id, 1});
  b.emit(Op::kSta64x, {now.row.quad.lo(), to.gradients, now.id});
  b.emit(Op::kSta64x, {now.row.quad.hi(), to.high, now.id});
}

void emit_spike(Builder& b, const Target& to, const Spike& now, const Spike& next, Int next_id,
                const Lanes& current, bool load_next_id) {
  if (to.row == Row::kQuad)
    b.emit(Op::kLda128x, {now.row.quad, to.gradients, now.id});
  else
    b.emit(Op::kLda64x, {now.row.pair, to.gradients, now.id});
  add(b, to.row, now.row, current);
  if (load_next_id) b.emit_independent(Op::kLdz16step, {next.id, b.zero(), next_id, 1});
  store_row(b, to, now);
}

// The list two by two: with one id held ready, the last one or two stand behind the repeat.
void emit_list(Builder& b, const Target& to, Int ids, const Lanes& current,
               const PairedTrips& trips) {
  const Spike even{b.integer(), Lanes(b, to.row)};
  const Spike odd{b.integer(), Lanes(b, to.row)};
  const Int next_id = b.copy(ids);
  const auto spike = [&](const Spike& now, const Spike& next, bool load_next_id) {
    emit_spike(b, to, now, next, next_id, current, load_next_id);
  };
  b.emit_independent(Op::kLdz16step, {even.id, b.zero(), next_id, 1});
  b.repeat("two_spikes", trips.twos, [&] {
    spike(even, odd, true);
    spike(odd, even, true);
  });
  for_last(
      b, trips.is_odd, "bias",
      [&] {
        spike(even, odd, true);
        spike(odd, even, false);
      },
      [&] { spike(even, odd, false); });
}

void emit_bias(Builder& b, Row row, Int bias, const Lanes& current) {
  const Lanes sum(b, row);
  if (row == Row::kQuad) {
    b.emit(Op::kLda128, {sum.quad, bias, b.zero(), 0});
    add(b, row, sum, current);
    store_next(b, sum.quad.lo(), bias);
    store_next(b, sum.quad.hi(), bias);
    return;
  }
  b.emit(Op::kLda64, {sum.pair, bias, b.zero(), 0});
  add(b, row, sum, current);
  store_next(b, sum.pair, bias);
}

// The plane's current gradient, rounded where the gradient is f16.
Lanes load_current(Builder& b, const Cursor& at) {
  Lanes current(b, at.row);
  if (at.row == Row::kPair) {
    load_next(b, current.pair, at.current);
    return current;
  }
  const F4 wide = at.row == Row::kQuad ? current.quad : b.f4();
  load_next(b, wide.lo(), at.current);
  load_next(b, wide.hi(), at.current);
  if (at.row == Row::kQuad) return current;
  b.emit(Op::kF32v2mulb, {wide.lo(), at.scale, wide.lo()});
  b.emit(Op::kF32v2mulb, {wide.hi(), at.scale, wide.hi()});
  b.emit(Op::kF32v4tof16, {current.pair, wide});
  return current;
}

void emit_sample(Builder& b, const Cursor& at) {
  const Int count = b.integer();
  b.emit_independent(Op::kLd32r, {count, at.counts, at.counts_step});
  const PairedTrips spikes = paired_trips(b, count);
  const Int gradients = b.copy(at.replica);
  const Int bias = b.copy(at.bias);
  b.loop("plane", at.planes, [&] {
    const Lanes current = load_current(b, at);
    const Label no_spikes = b.new_label();
    b.branch(Op::kBrz, count, no_spikes);
    b.region("list");
    const Target to{at.row, gradients, at.row == Row::kQuad ? b.add(gradients, 8) : gradients};
    emit_list(b, to, at.ids, current, spikes);
    b.bind(no_spikes);
    emit_bias(b, at.row, bias, current);
    add_to(b, gradients, at.plane_bytes);
  });
  add_to(b, at.ids, at.ids_step);
  add_to(b, at.current, at.current_step);
}

void emit(Builder& b, const EmitContext& context, Row row) {
  const Int workers = b.integer();
  b.emit(Op::kUmin, {workers, b.argument("replicas"), b.constant(context.workers)});
  const Label done = b.new_label();
  const Int works = b.integer();
  b.emit(Op::kCmpult, {works, b.worker(), workers});
  b.branch(Op::kBrz, works, done);
  b.region("active");
  const Int rest = b.add(b.sub(b.argument("batch"), b.worker()), -1);
  b.branch(Op::kBrneg, rest, done);
  b.region("worker");
  const Cursor at = emit_cursor(b, workers, row);
  b.region("sample");
  const Label head = b.new_label();
  b.bind(head);
  emit_sample(b, at);
  b.emit(Op::kSub, {rest, rest, workers});
  b.branch(Op::kBrpos, rest, head);
  b.region("exit");
  b.bind(done);
  b.exit();
}

void add_list_trips(Trips& result, std::uint64_t count, std::uint64_t planes,
                    const EmitContext& context) {
  result["plane"] += planes;
  result["bias"] += planes;
  if (count == 0) return;
  result["list"] += planes;
  add_paired_trips(result, "two_spikes", count, planes, context);
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const auto replicas = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(work.arguments.at("replicas"), context.workers));
  Trips result{{"entry", 1}, {"exit", 1}};
  if (worker >= replicas) return result;
  result["active"] = 1;
  for (std::uint64_t b = worker; b < work.arguments.at("batch"); b += replicas) {
    result["worker"] = 1;
    result["sample"] += 1;
    add_list_trips(result, work.list_counts.at(b), work.arguments.at("planes"), context);
  }
  return result;
}

WorkCount count(const WorkSize& work, Row row) {
  const std::uint64_t planes = work.arguments.at("planes");
  const std::uint64_t samples = work.arguments.at("batch");
  const std::uint64_t neurons = row == Row::kPair ? 2 : 4;
  const std::uint64_t row_bytes = 1u << row_shift(row);
  std::uint64_t spikes = 0;
  for (const std::uint32_t list : work.list_counts) spikes += list;
  return {neurons * planes * (spikes + samples),
          planes * ((row_bytes + 2) * spikes + (row_bytes + 4 * neurons) * samples) + 4 * samples,
          row_bytes * planes * (spikes + samples)};
}

const char* gradient_doc(Row row) {
  if (row == Row::kPair) return "replica 0: weights [planes][rows][2], then biases";
  return row == Row::kQuad ? "replica 0: weights [planes][rows][4], then biases"
                           : "f16, replica 0: weights [planes][rows][4], then biases";
}

Arguments arguments(Row row) {
  const bool pair = row == Row::kPair;
  Arguments result{address_argument("gradient_base", gradient_doc(row)),
                   integer_argument("replica_stride", "bytes from replica to replica"),
                   integer_argument("replicas", "workers beyond it stay idle"),
                   integer_argument("rows", "presynaptic neurons"),
                   integer_argument("planes", pair ? "pairs of neurons, 1 or more"
                                                   : "quads of neurons, 1 or more"),
                   address_argument("ids", "u16 lists of different neurons, one list a sample"),
                   integer_argument("ids_stride", "bytes from one list to the next"),
                   address_argument("counts", "u32 entries of each list"),
                   integer_argument("batch", "samples"),
                   address_argument("current_gradient",
                                    pair ? "f32 [batch][2 planes]" : "f32 [batch][4 planes]")};
  if (row == Row::kHalf)
    result.push_back(float_argument("scale", "times the current gradient, before it is rounded"));
  return result;
}

Codelet gradient_codelet(const std::string& name, Row row) {
  Codelet codelet;
  codelet.name = name;
  codelet.arguments = arguments(row);
  codelet.emit = [row](Builder& b, const EmitContext& context) { emit(b, context, row); };
  codelet.trips = trips;
  codelet.inner = {"two_spikes",
                   2,
                   "spike and plane",
                   {{Unit::kLoad, 4}, {Unit::kStore, 2}},
                   "one id load, one row load, one row store"};
  if (row == Row::kQuad) {
    codelet.inner.bound = {{Unit::kLoad, 4}, {Unit::kInteger, 2}, {Unit::kStore, 4}};
    codelet.inner.minimum = "one id load, one row load, its address, two row stores";
  }
  codelet.count = [row](const WorkSize& work) { return count(work, row); };
  return codelet;
}

}  // namespace

Codelet spike_weight_gradient_codelet() {
  return gradient_codelet("spike_weight_gradient", Row::kPair);
}

std::vector<Codelet> spike_weight_gradient_quad_codelets() {
  return {gradient_codelet("spike_weight_gradient_quads", Row::kQuad),
          gradient_codelet("spike_weight_gradient_f16", Row::kHalf)};
}

}  // namespace bspike::kernels
