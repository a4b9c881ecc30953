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

void emit_last(Builder& b, const Samples& s, Int is_odd) {
  const auto due = [&](F2 spikes) {
    b.emit(Op::kF32v2macb, {s.sums.hi(), spikes.hi(), s.current});
  };
  for_last(
      b, is_odd, "row_pair_end",
      [&] {
        emit_step(b, s, s.even, s.odd, true);
        emit_step(b, s, s.odd, s.even, false);
        due(s.odd);
      },
      [&] {
        emit_step(b, s, s.even, s.odd, false);
        due(s.even);
      });
}

void emit_row_pair(Builder& b, const Samples& s, Int gradients, const PairedTrips& batch) {
  b.emit(Op::kLda128, {s.sums, gradients, b.zero(), 0});
  b.emit_independent(Op::kLda64r, {s.even, s.spikes, s.spike_stride});
  clear(b, s.odd);
  clear(b, s.current);
  b.repeat("two_samples", batch.twos, [&] {
    emit_step(b, s, s.even, s.odd, true);
    emit_step(b, s, s.odd, s.even, true);
  });
  emit_last(b, s, batch.is_odd);
  b.emit(Op::kSta64, {s.sums.lo(), gradients, b.zero(), 0});
  b.emit(Op::kSta64, {s.sums.hi(), gradients, b.zero(), 1});
}

// What is the same for all pairs of rows of an entry.
struct Inner {
  Int spikes_to_next;  // from the last sample of a pair to the first of the worker's next
  Int rows_to_next;
};

struct Work {
  PairedTrips batch;
  Int samples;        // in the batch
  Int next;           // counts down to the worker's next pair of rows
  Int current_bytes;  // all samples of the current gradient
  Int current_gradient, planes, plane_bytes;
};

Inner emit_inner(Builder& b, const Segment& segment, Int samples) {
  Inner inner{b.integer(), b.integer()};
  const int workers = static_cast<int>(b.context().workers);
  b.emit(Op::kMuli, {inner.rows_to_next, segment.inner_rows, workers});
  b.emit(Op::kMuli, {inner.spikes_to_next, segment.inner_spikes, workers});
  const Int length = b.mul(samples, segment.sample_stride);
  b.emit(Op::kSub, {inner.spikes_to_next, inner.spikes_to_next, length});
  return inner;
}

// The worker's pairs of rows of one inner loop and plane.
void emit_own_pairs(Builder& b, const Segment& segment, const Inner& inner, const Samples& s,
                    Int spikes, Int rows, const Work& work) {
  const Int more = b.integer();
  const Label skip = b.new_label();
  b.emit(Op::kCmpult, {more, work.next, segment.inner_count});
  b.branch(Op::kBrz, more, skip);
  b.region("own_rows");
  b.emit(Op::kAdd, {s.spikes, spikes, b.mul(work.next, segment.inner_spikes)});
  const Int gradients = b.add(rows, b.mul(work.next, segment.inner_rows));
  b.region("row_pair");
  const Label head = b.new_label();
  b.bind(head);
  emit_row_pair(b, s, gradients, work.batch);
  add_to(b, gradients, inner.rows_to_next);
  add_to(b, s.spikes, inner.spikes_to_next);
  b.emit(Op::kSub, {s.currents, s.currents, work.current_bytes});
  b.emit(Op::kAddi, {work.next, work.next, static_cast<int>(b.context().workers)});
  const Int again = b.integer();
  b.emit(Op::kCmpult, {again, work.next, segment.inner_count});
  b.branch(Op::kBrnz, again, head);
  b.region("plane_end");
  b.bind(skip);
  b.emit(Op::kSub, {work.next, work.next, segment.inner_count});
}

void emit_planes(Builder& b, const Segment& segment, const SegmentStart& start, const Inner& inner,
                 Samples s, const Work& work) {
  s.spike_stride = segment.sample_stride;
  const Int rows = b.copy(start.rows);
  s.currents = b.copy(work.current_gradient);
  b.loop("plane", work.planes, [&] {
    emit_own_pairs(b, segment, inner, s, start.spikes, rows, work);
    add_to(b, rows, work.plane_bytes);
    b.emit(Op::kAddi, {s.currents, s.currents, 8});
  });
}

void emit(Builder& b, const EmitContext& /*context*/) {
  const Int batch = b.argument("batch");
  const Int planes = b.argument("planes");
  const Int row_bytes = b.shift_left(planes, 3);
  const Work work{paired_trips(b, batch),
                  batch,
                  b.copy(b.worker()),
                  b.mul(batch, row_bytes),
                  b.argument("current_gradient"),
                  planes,
                  b.shift_left(b.argument("rows"), 3)};
  const Samples s{b.f2(), b.f2(), b.f2(), b.f4(), b.integer(), {}, {}, row_bytes};
  Inner inner;
  for_inner_loops(
      b, segment_table(b), b.argument("source"), b.argument("gradient"),
      [&](const Segment& segment) { inner = emit_inner(b, segment, batch); },
      [&](const Segment& segment, const SegmentStart& start) {
        emit_planes(b, segment, start, inner, s, work);
      });
  b.region("exit");
  b.exit();
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t planes = work.arguments.at("planes");
  Trips result{{"entry", 1}, {"exit", 1}, {"segment", work.segments.size()}};
  std::uint64_t next = worker;
  for (const SegmentSize& size : segment_sizes(work)) {
    result["outer"] += size.outer;
    result["plane"] += size.outer * planes;
    result["plane_end"] += size.outer * planes;
    for (std::uint64_t loop = 0; loop < size.outer * planes; ++loop) {
      const std::uint64_t mine =
          strided_items(size.inner, context.workers, static_cast<std::uint32_t>(next));
      result["own_rows"] += mine > 0 ? 1 : 0;
      result["row_pair"] += mine;
      next = next + mine * context.workers - size.inner;
    }
  }
  result["row_pair_end"] = result["row_pair"];
  add_paired_trips(result, "two_samples", work.arguments.at("batch"), result["row_pair"], context);
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
