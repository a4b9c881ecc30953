// Owns dense_forward: the current of a plane is its bias and all rows, each times its spike. A
// worker takes every W-th sample.
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

void emit_tail(Builder& b, const Rows& r, Int count) {
  const Label single = b.new_label();
  const Label done = b.new_label();
  const Int is_odd = b.integer();
  b.emit(Op::kAndi, {is_odd, count, 1});
  b.branch(Op::kBrnz, is_odd, single);
  b.region("last_two");
  emit_step(b, r, r.even, r.odd, true);
  emit_step(b, r, r.odd, r.even, false);
  b.emit(Op::kF32v2macb, {r.sum, r.odd.hi(), r.weights.hi()});
  b.jump(done);
  b.region("last_one");
  b.bind(single);
  emit_step(b, r, r.even, r.odd, false);
  b.emit(Op::kF32v2macb, {r.sum, r.even.hi(), r.weights.hi()});
  b.region("outer_end");
  b.bind(done);
}

void emit_inner(Builder& b, const Rows& r, Int count, const Builder::SplitTrips& twos) {
  b.emit_independent(Op::kLda64r, {r.even, r.spikes, r.spike_stride});
  clear(b, r.odd);
  clear(b, r.weights.hi());
  b.repeat("two_steps", twos, [&] {
    emit_step(b, r, r.even, r.odd, true);
    emit_step(b, r, r.odd, r.even, true);
  });
  emit_tail(b, r, count);
}

void emit_plane(Builder& b, Int sample, Int parameters, F2 sum) {
  Rows r{b.f2(), b.f2(), b.f4(), sum, b.integer(), {}, b.integer(), {}};
  const Int source = b.argument("source");
  for_segments(b, "segment", [&](const Segment& s) {
    const Int offset = b.add(b.mul(sample, sample_stride(b, s)), s.first_spike);
    const OuterCursor cursor{b.add(source, offset), b.add(parameters, s.first_row)};
    const auto twos = b.split(b.shift_right(b.add(s.inner_count, -1), 1));
    r.spike_stride = s.inner_spikes;
    r.row_stride = s.inner_rows;
    for_outer(b, "outer", s, cursor, [&] {
      b.emit(Op::kAddi, {r.spikes, cursor.spikes, 0});
      b.emit(Op::kAddi, {r.parameters, cursor.rows, 0});
      emit_inner(b, r, s.inner_count, twos);
    });
  });
}

void emit(Builder& b, const EmitContext& context) {
  const Int batch = b.argument("batch");
  const Int row_bytes = b.shift_left(b.argument("planes"), 3);
  const Int current = b.add(b.argument("current"), b.mul(row_bytes, b.worker()));
  const Int current_step = b.integer();
  const int workers = static_cast<int>(context.workers);
  b.emit(Op::kMuli, {current_step, row_bytes, workers - 1});
  const Int sample = b.copy(b.worker());
  for_strided_items(b, "sample", batch, [&] {
    const Int parameters = b.argument("parameters");
    const Int plane_bytes = b.shift_left(b.argument("rows"), 3);
    const Int planes = b.argument("planes");
    const Int bias = b.add(parameters, b.mul(planes, plane_bytes));
    b.loop("plane", planes, [&] {
      const F2 sum = b.f2();
      load_next(b, sum, bias);
      emit_plane(b, sample, parameters, sum);
      add_to(b, parameters, plane_bytes);
      store_next(b, sum, current);
    });
    b.emit(Op::kAddi, {sample, sample, workers});
    add_to(b, current, current_step);
  });
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t samples = strided_items(work.arguments.at("batch"), context.workers, worker);
  const std::uint64_t planes = samples * work.arguments.at("planes");
  Trips result{{"entry", 1}, {"exit", 1}, {"sample", samples}, {"plane", planes}};
  if (samples == 0) return result;
  for (const SegmentSize& size : segment_sizes(work)) {
    result["segment"] += planes;
    result["outer"] += planes * size.outer;
    result["outer_end"] += planes * size.outer;
    add_split_trips(result, "two_steps", (size.inner - 1) / 2, planes * size.outer, context);
    result[size.inner % 2 == 0 ? "last_two" : "last_one"] += planes * size.outer;
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
