// Owns dense_input_gradient: the gradient that a slice sends down to each presynaptic neuron, the
// sum over its neurons of weight times current gradient. A worker takes every W-th sample; plane
// after plane adds to the partials.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/projection_codelets.hpp"
#include "kernels/codelets/segments.hpp"

namespace bspike::kernels {

namespace {

struct Rows {
  bool adds = false;  // to what the planes before left
  F2 current;         // gradient of the plane's current
  F4 weights;         // of two rows
  F2 first, second;   // products of the rows, lane by lane
  F2 sums, before;
  Int parameters, row_stride, partials, partial_stride;
};

void emit_ahead(Builder& b, const Rows& r) {
  b.emit_independent(Op::kLda128r, {r.weights, r.parameters, r.row_stride});
  b.emit(Op::kF32v2mul, {r.first, r.weights.lo(), r.current});
}

// Two rows; the first row's product runs one step ahead.
void emit_step(Builder& b, const Rows& r, bool last) {
  if (r.adds) b.emit_independent(Op::kLda64, {r.before, r.partials, b.zero(), 0});
  b.emit(Op::kF32v2mul, {r.second, r.weights.hi(), r.current});
  b.emit(Op::kF32add, {r.sums.lo(), r.first.lo(), r.first.hi()});
  b.emit(Op::kF32add, {r.sums.hi(), r.second.lo(), r.second.hi()});
  if (!last) emit_ahead(b, r);
  if (r.adds) b.emit(Op::kF32v2add, {r.sums, r.before, r.sums});
  b.emit(Op::kSta64r, {r.sums, r.partials, r.partial_stride});
}

void emit_plane(Builder& b, const std::string& name, Int sample, Int parameters, Int current,
                bool adds) {
  Rows r{adds, b.f2(), b.f4(), b.f2(), b.f2(), b.f2(), b.f2(), b.integer(), {}, b.integer(), {}};
  load_next(b, r.current, current);
  for_segments(b, name + "_segment", [&](const Segment& s) {
    const Int offset = b.add(b.mul(sample, sample_stride(b, s)), s.first_spike);
    const OuterCursor cursor{b.add(b.argument("partials"), offset), b.add(parameters, s.first_row)};
    const auto steps = b.split(b.add(s.inner_count, -1));
    r.partial_stride = s.inner_spikes;
    r.row_stride = s.inner_rows;
    for_outer(b, name + "_outer", s, cursor, [&] {
      b.emit(Op::kAddi, {r.partials, cursor.spikes, 0});
      b.emit(Op::kAddi, {r.parameters, cursor.rows, 0});
      emit_ahead(b, r);
      b.repeat(name, steps, [&] { emit_step(b, r, false); });
      emit_step(b, r, true);
    });
  });
}

void emit_sample(Builder& b, Int sample, Int current) {
  const Int parameters = b.argument("parameters");
  emit_plane(b, "first_rows", sample, parameters, current, false);
  const Int more = b.add(b.argument("planes"), -1);
  const Label done = b.new_label();
  b.branch(Op::kBrz, more, done);
  b.region("more_planes");
  b.loop("plane", more, [&] {
    add_to(b, parameters, b.shift_left(b.argument("rows"), 3));
    emit_plane(b, "rows", sample, parameters, current, true);
  });
  b.region("sample_end");
  b.bind(done);
}

void emit(Builder& b, const EmitContext& context) {
  const Int batch = b.argument("batch");
  const Int row_bytes = b.shift_left(b.argument("planes"), 3);
  const Int current = b.add(b.argument("current_gradient"), b.mul(row_bytes, b.worker()));
  const Int current_step = b.integer();
  const int workers = static_cast<int>(context.workers);
  b.emit(Op::kMuli, {current_step, row_bytes, workers - 1});
  const Int sample = b.copy(b.worker());
  for_strided_items(b, "sample", batch, [&] {
    emit_sample(b, sample, current);
    b.emit(Op::kAddi, {sample, sample, workers});
    add_to(b, current, current_step);
  });
}

void add_plane_trips(Trips& result, const std::string& name, const WorkSize& work,
                     std::uint64_t planes, const EmitContext& context) {
  for (const SegmentSize& size : segment_sizes(work)) {
    result[name + "_segment"] += planes;
    result[name + "_outer"] += planes * size.outer;
    add_split_trips(result, name, size.inner - 1, planes * size.outer, context);
  }
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t samples = strided_items(work.arguments.at("batch"), context.workers, worker);
  const std::uint64_t planes = work.arguments.at("planes");
  Trips result{{"entry", 1}, {"exit", 1}, {"sample", samples}, {"sample_end", samples}};
  add_plane_trips(result, "first_rows", work, samples, context);
  if (planes == 1) return result;
  result["more_planes"] = samples;
  result["plane"] = samples * (planes - 1);
  add_plane_trips(result, "rows", work, samples * (planes - 1), context);
  return result;
}

WorkCount count(const WorkSize& work) {
  const std::uint64_t samples = work.arguments.at("batch");
  const std::uint64_t planes = work.arguments.at("planes");
  const std::uint64_t steps = samples * row_pairs(work);
  return {steps * (8 * planes - 2), steps * (24 * planes - 8) + 8 * samples * planes,
          8 * steps * planes};
}

}  // namespace

Codelet dense_input_gradient_codelet() {
  Codelet codelet;
  codelet.name = "dense_input_gradient";
  codelet.arguments = {address_argument("parameters", "weights [planes][rows][2]"),
                       integer_argument("rows", "presynaptic neurons, padding included"),
                       integer_argument("planes", "pairs of neurons, 1 or more"),
                       integer_argument("batch", "samples"),
                       address_argument("current_gradient", "f32 [batch][2 planes]"),
                       address_argument("partials", "blocks as those received, written"),
                       integer_argument("segments", "entries of the segment table, 1 or more"),
                       address_argument("segment_table", "how the blocks follow each other")};
  codelet.emit = emit;
  codelet.trips = trips;
  codelet.inner = {"first_rows",
                   2,
                   "row of the first plane",
                   {{Unit::kFloat, 4}},
                   "a product and a lane sum a row"};
  codelet.count = count;
  return codelet;
}

}  // namespace bspike::kernels
