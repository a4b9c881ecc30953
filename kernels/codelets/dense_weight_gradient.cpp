// Owns dense_weight_gradient: adds current gradient times spike, summed over the samples. The
// workers take pairs of rows in turn.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/projection_codelets.hpp"
#include "kernels/codelets/segments.hpp"

namespace bspike::kernels {

namespace {

struct Samples {
  F2 even, odd;  // spikes of the two rows; alternately loaded one sample ahead
  F2 current;    // gradient of the plane's current
  F4 sums;       // of the two rows
  Int spikes, spike_stride, currents, current_stride;
};

// One sample. The product of the second row of the sample before is still due.
void emit_step(Builder& b, const Samples& s, F2 now, F2 other, bool load_other) {
  b.emit(Op::kF32v2macb, {s.sums.hi(), other.hi(), s.current});
  b.emit_independent(Op::kLda64r, {s.current, s.currents, s.current_stride});
  if (load_other) b.emit_independent(Op::kLda64r, {other, s.spikes, s.spike_stride});
  b.emit(Op::kF32v2macb, {s.sums.lo(), now.lo(), s.current});
}

void emit_tail(Builder& b, const Samples& s, Int is_odd) {
  const Label single = b.new_label();
  const Label done = b.new_label();
  b.branch(Op::kBrnz, is_odd, single);
  b.region("last_two");
  emit_step(b, s, s.even, s.odd, true);
  emit_step(b, s, s.odd, s.even, false);
  b.emit(Op::kF32v2macb, {s.sums.hi(), s.odd.hi(), s.current});
  b.jump(done);
  b.region("last_one");
  b.bind(single);
  emit_step(b, s, s.even, s.odd, false);
  b.emit(Op::kF32v2macb, {s.sums.hi(), s.even.hi(), s.current});
  b.region("row_pair_end");
  b.bind(done);
}

struct Batch {
  Int is_odd;
  Builder::SplitTrips twos;
};

void emit_row_pair(Builder& b, const Samples& s, Int gradients, const Batch& batch) {
  const auto gradient = [&](Op op, F2 half, int index) {
    b.emit(op, {half, gradients, b.zero(), index});
  };
  gradient(Op::kLda64, s.sums.lo(), 0);
  gradient(Op::kLda64, s.sums.hi(), 1);
  b.emit_independent(Op::kLda64r, {s.even, s.spikes, s.spike_stride});
  clear(b, s.odd);
  clear(b, s.current);
  b.repeat("two_samples", batch.twos, [&] {
    emit_step(b, s, s.even, s.odd, true);
    emit_step(b, s, s.odd, s.even, true);
  });
  emit_tail(b, s, batch.is_odd);
  gradient(Op::kSta64, s.sums.lo(), 0);
  gradient(Op::kSta64, s.sums.hi(), 1);
}

// The worker's pairs of rows of one inner loop: `next` counts down to the next one of its own.
void emit_own_pairs(Builder& b, const Segment& segment, const OuterCursor& cursor, const Samples& s,
                    Int first_current, Int next, const Batch& batch) {
  const Int more = b.integer();
  const Label skip = b.new_label();
  b.emit(Op::kCmpult, {more, next, segment.inner_count});
  b.branch(Op::kBrz, more, skip);
  b.region("row_pair");
  const Label head = b.new_label();
  b.bind(head);
  b.emit(Op::kAdd, {s.spikes, cursor.spikes, b.mul(next, segment.inner_spikes)});
  const Int gradients = b.add(cursor.rows, b.mul(next, segment.inner_rows));
  b.emit(Op::kAddi, {s.currents, first_current, 0});
  emit_row_pair(b, s, gradients, batch);
  b.emit(Op::kAddi, {next, next, static_cast<int>(b.context().workers)});
  const Int again = b.integer();
  b.emit(Op::kCmpult, {again, next, segment.inner_count});
  b.branch(Op::kBrnz, again, head);
  b.region("outer_end");
  b.bind(skip);
  b.emit(Op::kSub, {next, next, segment.inner_count});
}

Batch emit_batch(Builder& b) {
  const Int batch = b.argument("batch");
  Batch result{b.integer(), b.split(b.shift_right(b.add(batch, -1), 1))};
  b.emit(Op::kAndi, {result.is_odd, batch, 1});
  return result;
}

void emit(Builder& b, const EmitContext& /*context*/) {
  const Batch batch = emit_batch(b);
  const Int gradient = b.argument("gradient");
  const Int currents = b.argument("current_gradient");
  const Int next = b.copy(b.worker());
  const Int planes = b.argument("planes");
  Samples s{b.f2(), b.f2(), b.f2(), b.f4(), b.integer(), {}, b.integer(), b.shift_left(planes, 3)};
  b.loop("plane", planes, [&] {
    for_segments(b, "segment", [&](const Segment& segment) {
      s.spike_stride = sample_stride(b, segment);
      const OuterCursor cursor{b.add(b.argument("source"), segment.first_spike),
                               b.add(gradient, segment.first_row)};
      for_outer(b, "outer", segment, cursor,
                [&] { emit_own_pairs(b, segment, cursor, s, currents, next, batch); });
    });
    add_to(b, gradient, b.shift_left(b.argument("rows"), 3));
    b.emit(Op::kAddi, {currents, currents, 8});
  });
  b.region("exit");
  b.exit();
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t planes = work.arguments.at("planes");
  Trips result{{"entry", 1}, {"exit", 1}, {"plane", planes}};
  result["segment"] = planes * work.segments.size();
  std::uint64_t next = worker;
  std::uint64_t pairs = 0;
  for (std::uint64_t plane = 0; plane < planes; ++plane) {
    for (const SegmentSize& size : segment_sizes(work)) {
      result["outer"] += size.outer;
      result["outer_end"] += size.outer;
      const std::uint64_t all = size.outer * size.inner;
      const std::uint64_t mine =
          strided_items(all, context.workers, static_cast<std::uint32_t>(next));
      pairs += mine;
      next = next + mine * context.workers - all;
    }
  }
  result["row_pair"] = result["row_pair_end"] = pairs;
  const std::uint64_t batch = work.arguments.at("batch");
  add_split_trips(result, "two_samples", (batch - 1) / 2, pairs, context);
  result[batch % 2 == 0 ? "last_two" : "last_one"] = pairs;
  return result;
}

WorkCount count(const WorkSize& work) {
  const std::uint64_t samples = work.arguments.at("batch");
  const std::uint64_t planes = work.arguments.at("planes");
  const std::uint64_t pairs = row_pairs(work);
  return {8 * samples * planes * pairs, planes * pairs * 16 * (samples + 1), planes * pairs * 16};
}

}  // namespace

Codelet dense_weight_gradient_codelet() {
  Codelet codelet;
  codelet.name = "dense_weight_gradient";
  codelet.arguments = {address_argument("gradient", "weights [planes][rows][2], read and written"),
                       integer_argument("rows", "presynaptic neurons, padding included"),
                       integer_argument("planes", "pairs of neurons, 1 or more"),
                       integer_argument("batch", "samples, 1 or more"),
                       address_argument("current_gradient", "f32 [batch][2 planes]"),
                       address_argument("source", "received spike blocks"),
                       integer_argument("segments", "entries of the segment table, 1 or more"),
                       address_argument("segment_table", "how the blocks follow each other")};
  codelet.emit = emit;
  codelet.trips = trips;
  codelet.inner = {
      "two_samples", 4, "row, plane and sample", {{Unit::kFloat, 4}}, "one accumulation a row"};
  codelet.count = count;
  return codelet;
}

}  // namespace bspike::kernels
