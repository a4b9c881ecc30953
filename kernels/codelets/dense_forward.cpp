// Owns dense_forward: the current of a plane is its bias and all rows, each times its spike. A
// worker takes every W-th sample; inner loops of the table add up in the current, the first of them
// starts from the bias.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/projection_codelets.hpp"
#include "kernels/codelets/segments.hpp"

namespace bspike::kernels {

namespace {

struct Rows {
  F2 even, odd;  // spikes of two rows; alternately loaded one step ahead
  F4 weights;    // of two rows
  F2 sum;
  Int spikes, spike_stride, parameters, row_stride;
};

// Two rows. The product of the second row of the step before is still due: its weights are
// overwritten in the slot that uses them.
void emit_step(Builder& b, const Rows& r, F2 now, F2 other, bool load_other) {
  b.emit(Op::kF32v2macb, {r.sum, other.hi(), r.weights.hi()});
  b.emit_independent(Op::kLda128r, {r.weights, r.parameters, r.row_stride});
  if (load_other) b.emit_independent(Op::kLda64r, {other, r.spikes, r.spike_stride});
  b.emit(Op::kF32v2macb, {r.sum, now.lo(), r.weights.lo()});
}

void emit_last(Builder& b, const Rows& r, Int is_odd) {
  const auto due = [&](F2 spikes) { b.emit(Op::kF32v2macb, {r.sum, spikes.hi(), r.weights.hi()}); };
  for_last(
      b, is_odd, "sample_end",
      [&] {
        emit_step(b, r, r.even, r.odd, true);
        emit_step(b, r, r.odd, r.even, false);
        due(r.odd);
      },
      [&] {
        emit_step(b, r, r.even, r.odd, false);
        due(r.even);
      });
}

void emit_rows(Builder& b, const Rows& r, const PairedTrips& trips) {
  b.emit_independent(Op::kLda64r, {r.even, r.spikes, r.spike_stride});
  clear(b, r.odd);
  clear(b, r.weights.hi());
  b.repeat("two_steps", trips.twos, [&] {
    emit_step(b, r, r.even, r.odd, true);
    emit_step(b, r, r.odd, r.even, true);
  });
  emit_last(b, r, trips.is_odd);
}

// Numbers that all loops read.
struct Shape {
  Int worker, samples, planes, plane_bytes;  // samples: of the batch, less the worker's index and 1
};

// Where sums come from and go to, plane 0 of the worker's first sample.
struct Sums {
  Int from, from_step;  // the bias with step 0 at first, then the current
  Int current, current_step;
};

// What is the same for all planes and samples of an inner loop.
struct Inner {
  PairedTrips trips;
  Int spikes_to_next;  // from a sample's end to the start of the worker's next
  Int rows_back;       // from the end of the rows to their start
};

Inner emit_inner(Builder& b, const Segment& s) {
  Inner inner{paired_trips(b, s.inner_count), b.integer(), b.mul(s.inner_count, s.inner_rows)};
  const int workers = static_cast<int>(b.context().workers);
  b.emit(Op::kMuli, {inner.spikes_to_next, s.sample_stride, workers});
  const Int length = b.mul(s.inner_count, s.inner_spikes);
  b.emit(Op::kSub, {inner.spikes_to_next, inner.spikes_to_next, length});
  return inner;
}

// All samples of the worker, for one plane.
void emit_samples(Builder& b, const Rows& r, const Inner& inner, const Sums& sums, Int samples) {
  const Int rest = b.copy(samples);
  b.region("sample");
  const Label head = b.new_label();
  b.bind(head);
  b.emit(Op::kLda64r, {r.sum, sums.from, sums.from_step});
  emit_rows(b, r, inner.trips);
  b.emit(Op::kSta64r, {r.sum, sums.current, sums.current_step});
  add_to(b, r.spikes, inner.spikes_to_next);
  b.emit(Op::kSub, {r.parameters, r.parameters, inner.rows_back});
  b.emit(Op::kAddi, {rest, rest, -static_cast<int>(b.context().workers)});
  b.branch(Op::kBrpos, rest, head);
}

void emit_planes(Builder& b, const Segment& s, const SegmentStart& start, const Inner& inner,
                 const Sums& sums, const Shape& shape) {
  const Rows r{b.f2(),      b.f2(),         b.f4(),      b.f2(),
               b.integer(), s.inner_spikes, b.integer(), s.inner_rows};
  const Int first = b.add(start.spikes, b.mul(s.sample_stride, shape.worker));
  const Int parameters = b.copy(start.rows);
  const Int from = b.copy(sums.from);
  const Int current = b.copy(sums.current);
  b.loop("plane", shape.planes, [&] {
    b.emit(Op::kAddi, {r.spikes, first, 0});
    b.emit(Op::kAddi, {r.parameters, parameters, 0});
    const Sums of_plane{b.copy(from), sums.from_step, b.copy(current), sums.current_step};
    add_to(b, parameters, shape.plane_bytes);
    b.emit(Op::kAddi, {from, from, 8});
    b.emit(Op::kAddi, {current, current, 8});
    emit_samples(b, r, inner, of_plane, shape.samples);
    b.region("plane_end");
  });
}

Sums emit_sums(Builder& b, const Shape& shape, Int parameters) {
  const Int row_bytes = b.shift_left(shape.planes, 3);
  Sums sums{b.add(parameters, b.mul(shape.plane_bytes, shape.planes)), b.copy(b.zero()),
            b.add(b.argument("current"), b.mul(row_bytes, shape.worker)), b.integer()};
  b.emit(Op::kMuli, {sums.current_step, row_bytes, static_cast<int>(b.context().workers)});
  return sums;
}

void emit(Builder& b, const EmitContext& /*context*/) {
  const Int samples = b.add(b.sub(b.argument("batch"), b.worker()), -1);
  const Label done = b.new_label();
  b.branch(Op::kBrneg, samples, done);
  b.region("worker");
  const Shape shape{b.copy(b.worker()), samples, b.argument("planes"),
                    b.shift_left(b.argument("rows"), 3)};
  const Int parameters = b.argument("parameters");
  const Sums sums = emit_sums(b, shape, parameters);
  Inner inner;
  for_inner_loops(
      b, segment_table(b), b.argument("source"), parameters,
      [&](const Segment& s) { inner = emit_inner(b, s); },
      [&](const Segment& s, const SegmentStart& start) {
        emit_planes(b, s, start, inner, sums, shape);
        b.emit(Op::kAddi, {sums.from, sums.current, 0});
        b.emit(Op::kAddi, {sums.from_step, sums.current_step, 0});
      });
  b.region("exit");
  b.bind(done);
  b.exit();
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t planes = work.arguments.at("planes");
  const std::uint64_t samples =
      planes * strided_items(work.arguments.at("batch"), context.workers, worker);
  Trips result{{"entry", 1}, {"exit", 1}};
  if (samples == 0) return result;
  result["worker"] = 1;
  for (const SegmentSize& size : segment_sizes(work)) {
    result["segment"] += 1;
    result["outer"] += size.outer;
    result["plane"] += size.outer * planes;
    result["plane_end"] += size.outer * planes;
    result["sample"] += size.outer * samples;
    result["sample_end"] += size.outer * samples;
    add_paired_trips(result, "two_steps", size.inner, size.outer * samples, context);
  }
  return result;
}

WorkCount count(const WorkSize& work) {
  const std::uint64_t samples = work.arguments.at("batch");
  const std::uint64_t planes = work.arguments.at("planes");
  const std::uint64_t rows = 2 * row_pairs(work);
  return {4 * samples * planes * rows, samples * planes * (12 * rows + 8), 8 * samples * planes};
}

}  // namespace

Codelet dense_forward_codelet() {
  Codelet codelet;
  codelet.name = "dense_forward";
  codelet.arguments = {address_argument("parameters", "weights [planes][rows][2], then biases"),
                       integer_argument("rows", "presynaptic neurons, padding included"),
                       integer_argument("planes", "pairs of neurons, 1 or more"),
                       integer_argument("batch", "samples"),
                       address_argument("current", "f32 [batch][2 planes], written"),
                       address_argument("source", "received spike blocks"),
                       integer_argument("segments", "entries of the segment table, 1 or more"),
                       address_argument("segment_table", "how the blocks follow each other")};
  codelet.emit = emit;
  codelet.trips = trips;
  codelet.inner = {"two_steps", 4, "row and plane", {{Unit::kFloat, 4}}, "one accumulation a row"};
  codelet.count = count;
  return codelet;
}

}  // namespace bspike::kernels
