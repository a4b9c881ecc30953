// Owns spike_weight_gradient: adds a sample's current gradient to the gradient rows of its listed
// presynaptic neurons, and to the bias. Each worker owns a replica of the gradient, so that no two
// add to one row; it takes every `replicas`-th sample.
#include <algorithm>

#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/projection_codelets.hpp"
#include "kernels/codelets/segments.hpp"

namespace bspike::kernels {

namespace {

struct Cursor {
  Int planes;
  Int plane_bytes;           // from plane to plane of the gradient
  Int replica;               // this worker's
  Int bias;                  // of the replica, plane 0
  Int ids, counts, current;  // of the sample; current moves plane after plane
  Int ids_step, counts_step, current_step;
};

Cursor emit_cursor(Builder& b, Int workers) {
  Cursor at;
  at.plane_bytes = b.shift_left(b.argument("rows"), 3);
  const Int planes = b.argument("planes");
  at.planes = planes;
  at.replica = b.add(b.argument("gradient_base"), b.mul(b.argument("replica_stride"), b.worker()));
  at.bias = b.add(at.replica, b.mul(planes, at.plane_bytes));
  const Int ids_stride = b.argument("ids_stride");
  at.ids = b.add(b.argument("ids"), b.mul(ids_stride, b.worker()));
  at.ids_step = b.mul(ids_stride, workers);
  at.counts = b.add(b.argument("counts"), b.shift_left(b.worker(), 2));
  at.counts_step = b.shift_left(workers, 2);
  const Int row_bytes = b.shift_left(planes, 3);
  at.current = b.add(b.argument("current_gradient"), b.mul(row_bytes, b.worker()));
  at.current_step = b.mul(row_bytes, b.add(workers, -1));
  return at;
}

// One listed neuron: its row is loaded, added to and stored; the id of the next is loaded between.
struct Spike {
  Int id;
  F2 row;
};

void emit_spike(Builder& b, Int gradients, const Spike& now, const Spike& next, Int next_id,
                F2 current, bool load_next_id) {
  b.emit(Op::kLda64x, {now.row, gradients, now.id});
  b.emit(Op::kF32v2add, {now.row, now.row, current});
  if (load_next_id) b.emit_independent(Op::kLdz16step, {next.id, b.zero(), next_id, 1});
  b.emit(Op::kSta64x, {now.row, gradients, now.id});
}

// The list two by two: with one id held ready, the last one or two stand behind the repeat.
void emit_list(Builder& b, Int gradients, Int ids, F2 current, const PairedTrips& trips) {
  const Spike even{b.integer(), b.f2()};
  const Spike odd{b.integer(), b.f2()};
  const Int next_id = b.copy(ids);
  const auto spike = [&](const Spike& now, const Spike& next, bool load_next_id) {
    emit_spike(b, gradients, now, next, next_id, current, load_next_id);
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

void emit_bias(Builder& b, Int bias, F2 current) {
  const F2 sum = b.f2();
  b.emit(Op::kLda64, {sum, bias, b.zero(), 0});
  b.emit(Op::kF32v2add, {sum, sum, current});
  store_next(b, sum, bias);
}

void emit_sample(Builder& b, const Cursor& at) {
  const Int count = b.integer();
  b.emit_independent(Op::kLd32r, {count, at.counts, at.counts_step});
  const PairedTrips spikes = paired_trips(b, count);
  const Int gradients = b.copy(at.replica);
  const Int bias = b.copy(at.bias);
  b.loop("plane", at.planes, [&] {
    const F2 current = b.f2();
    load_next(b, current, at.current);
    const Label no_spikes = b.new_label();
    b.branch(Op::kBrz, count, no_spikes);
    b.region("list");
    emit_list(b, gradients, at.ids, current, spikes);
    b.bind(no_spikes);
    emit_bias(b, bias, current);
    add_to(b, gradients, at.plane_bytes);
  });
  add_to(b, at.ids, at.ids_step);
  add_to(b, at.current, at.current_step);
}

void emit(Builder& b, const EmitContext& context) {
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
  const Cursor at = emit_cursor(b, workers);
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

WorkCount count(const WorkSize& work) {
  const std::uint64_t planes = work.arguments.at("planes");
  const std::uint64_t samples = work.arguments.at("batch");
  std::uint64_t spikes = 0;
  for (const std::uint32_t list : work.list_counts) spikes += list;
  return {2 * planes * (spikes + samples), planes * (10 * spikes + 16 * samples) + 4 * samples,
          8 * planes * (spikes + samples)};
}

}  // namespace

Codelet spike_weight_gradient_codelet() {
  Codelet codelet;
  codelet.name = "spike_weight_gradient";
  codelet.arguments = {
      address_argument("gradient_base", "replica 0: weights [planes][rows][2], then biases"),
      integer_argument("replica_stride", "bytes from replica to replica"),
      integer_argument("replicas", "workers beyond it stay idle"),
      integer_argument("rows", "presynaptic neurons"),
      integer_argument("planes", "pairs of neurons, 1 or more"),
      address_argument("ids", "u16 lists of different neurons, one list a sample"),
      integer_argument("ids_stride", "bytes from one list to the next"),
      address_argument("counts", "u32 entries of each list"),
      integer_argument("batch", "samples"),
      address_argument("current_gradient", "f32 [batch][2 planes]")};
  codelet.emit = emit;
  codelet.trips = trips;
  codelet.inner = {"two_spikes",
                   2,
                   "spike and plane",
                   {{Unit::kLoad, 4}, {Unit::kStore, 2}},
                   "one id load, one row load, one row store"};
  codelet.count = count;
  return codelet;
}

}  // namespace bspike::kernels
