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

// Two loads of 64 bits: there is room for both, and they never meet an element conflict.
void emit_ahead(Builder& b, const Rows& r) {
  b.emit_independent(Op::kLda64, {r.weights.hi(), r.parameters, b.zero(), 1});
  b.emit_independent(Op::kLda64r, {r.weights.lo(), r.parameters, r.row_stride});
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

struct Inner {
  Builder::SplitTrips steps;  // less one
  Int partials_to_next;       // from a sample's end to the start of the worker's next
  Int rows_back;              // from the end of the rows to their start
};

Inner emit_inner(Builder& b, const Segment& s) {
  Inner inner{b.split(b.add(s.inner_count, -1)), b.integer(), b.mul(s.inner_count, s.inner_rows)};
  const int workers = static_cast<int>(b.context().workers);
  b.emit(Op::kMuli, {inner.partials_to_next, s.sample_stride, workers});
  const Int length = b.mul(s.inner_count, s.inner_spikes);
  b.emit(Op::kSub, {inner.partials_to_next, inner.partials_to_next, length});
  return inner;
}

struct Currents {
  Int first, step;  // gradient of plane 0 and the worker's first sample; to its next
  Int samples;      // of the batch, less the worker's index and one
  Int worker, more_planes, plane_bytes;
};

// All samples of the worker, for one plane, in the regions NAME_sample and NAME.
void emit_samples(Builder& b, const std::string& name, const Rows& r, const Inner& inner,
                  const Currents& currents, Int current) {
  const Int rest = b.copy(currents.samples);
  b.region(name + "_sample");
  const Label head = b.new_label();
  b.bind(head);
  b.emit_independent(Op::kLda64r, {r.current, current, currents.step});
  emit_ahead(b, r);
  b.repeat(name, inner.steps, [&] { emit_step(b, r, false); });
  emit_step(b, r, true);
  add_to(b, r.partials, inner.partials_to_next);
  b.emit(Op::kSub, {r.parameters, r.parameters, inner.rows_back});
  b.emit(Op::kAddi, {rest, rest, -static_cast<int>(b.context().workers)});
  b.branch(Op::kBrpos, rest, head);
}

void emit_planes(Builder& b, const Segment& s, const SegmentStart& start, const Inner& inner,
                 const Currents& currents) {
  Rows r{false,  b.f2(),      b.f4(),       b.f2(),      b.f2(),        b.f2(),
         b.f2(), b.integer(), s.inner_rows, b.integer(), s.inner_spikes};
  const Int first = b.add(start.spikes, b.mul(s.sample_stride, currents.worker));
  const auto start_plane = [&](Int parameters, Int current) {
    b.emit(Op::kAddi, {r.partials, first, 0});
    b.emit(Op::kAddi, {r.parameters, parameters, 0});
    return b.copy(current);
  };
  emit_samples(b, "first_rows", r, inner, currents, start_plane(start.rows, currents.first));
  b.region("outer_middle");
  const Label done = b.new_label();
  b.branch(Op::kBrz, currents.more_planes, done);
  b.region("more_planes");
  const Int parameters = b.copy(start.rows);
  const Int current = b.copy(currents.first);
  r.adds = true;
  b.loop("plane", currents.more_planes, [&] {
    add_to(b, parameters, currents.plane_bytes);
    b.emit(Op::kAddi, {current, current, 8});
    emit_samples(b, "rows", r, inner, currents, start_plane(parameters, current));
    b.region("plane_end");
  });
  b.region("outer_end");
  b.bind(done);
}

void emit(Builder& b, const EmitContext& /*context*/) {
  const Int samples = b.add(b.sub(b.argument("batch"), b.worker()), -1);
  const Label done = b.new_label();
  b.branch(Op::kBrneg, samples, done);
  b.region("worker");
  const Int planes = b.argument("planes");
  const Int row_bytes = b.shift_left(planes, 3);
  const Int current = b.add(b.argument("current_gradient"), b.mul(row_bytes, b.worker()));
  const Currents currents{current,           b.integer(),
                          samples,           b.copy(b.worker()),
                          b.add(planes, -1), b.shift_left(b.argument("rows"), 3)};
  b.emit(Op::kMuli, {currents.step, row_bytes, static_cast<int>(b.context().workers)});
  Inner inner;
  for_inner_loops(
      b, segment_table(b), b.argument("partials"), b.argument("parameters"),
      [&](const Segment& s) { inner = emit_inner(b, s); },
      [&](const Segment& s, const SegmentStart& start) {
        emit_planes(b, s, start, inner, currents);
      });
  b.region("exit");
  b.bind(done);
  b.exit();
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t samples = strided_items(work.arguments.at("batch"), context.workers, worker);
  const std::uint64_t more = work.arguments.at("planes") - 1;
  Trips result{{"entry", 1}, {"exit", 1}};
  if (samples == 0) return result;
  result["worker"] = 1;
  for (const SegmentSize& size : segment_sizes(work)) {
    result["segment"] += 1;
    for (const char* region : {"outer", "outer_middle", "outer_end"}) result[region] += size.outer;
    result["first_rows_sample"] += size.outer * samples;
    add_split_trips(result, "first_rows", size.inner - 1, size.outer * samples, context);
    if (more == 0) continue;
    result["more_planes"] += size.outer;
    result["plane"] += size.outer * more;
    result["plane_end"] += size.outer * more;
    result["rows_sample"] += size.outer * more * samples;
    add_split_trips(result, "rows", size.inner - 1, size.outer * more * samples, context);
  }
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
