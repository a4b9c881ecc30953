// Owns spike_forward: the current of a plane of two neurons is its bias and the rows of the
// presynaptic neurons that are listed. A worker takes every W-th sample.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/projection_codelets.hpp"

namespace bspike::kernels {

namespace {

// Addresses that move from sample to sample.
struct Cursor {
  Int plane_bytes;   // from plane to plane of the parameters
  Int bias;          // of plane 0
  Int ids, counts;   // of the sample
  Int ids_step;      // to the worker's next sample
  Int current;       // written plane after plane
  Int current_step;  // over the samples of the other workers
};

Cursor emit_cursor(Builder& b) {
  const int workers = static_cast<int>(b.context().workers);
  Cursor at;
  at.plane_bytes = b.shift_left(b.argument("rows"), 3);
  const Int planes = b.argument("planes");
  at.bias = b.add(b.argument("parameters"), b.mul(planes, at.plane_bytes));
  const Int ids_stride = b.argument("ids_stride");
  at.ids = b.add(b.argument("ids"), b.mul(ids_stride, b.worker()));
  at.counts = b.add(b.argument("counts"), b.shift_left(b.worker(), 2));
  at.ids_step = b.integer();
  b.emit(Op::kMuli, {at.ids_step, ids_stride, workers});
  const Int row_bytes = b.shift_left(planes, 3);
  at.current = b.add(b.argument("current"), b.mul(row_bytes, b.worker()));
  at.current_step = b.integer();
  b.emit(Op::kMuli, {at.current_step, row_bytes, workers - 1});
  return at;
}

// The bias starts as the row before the first: each trip adds the row of the trip before, so no
// list is read beyond its end.
void emit_plane(Builder& b, const Cursor& at, Int weights, Int bias,
                const Builder::SplitTrips& spikes) {
  const F2 row = b.f2();
  const F2 sum = b.f2();
  const Int id = b.integer();
  const Int next_id = b.copy(at.ids);
  load_next(b, row, bias);
  clear(b, sum);
  b.repeat("spike", spikes, [&] {
    b.emit_independent(Op::kLdz16step, {id, b.zero(), next_id, 1});
    b.emit(Op::kF32v2add, {sum, sum, row});
    b.emit_independent(Op::kLda64x, {row, weights, id});
  });
  b.emit(Op::kF32v2add, {sum, sum, row});
  add_to(b, weights, at.plane_bytes);
  store_next(b, sum, at.current);
}

void emit(Builder& b, const EmitContext& context) {
  const Int batch = b.argument("batch");
  const Cursor at = emit_cursor(b);
  for_strided_items(b, "sample", batch, [&] {
    const Int count = b.integer();
    b.emit_independent(Op::kLd32step,
                       {count, b.zero(), at.counts, static_cast<int>(context.workers)});
    const auto spikes = b.split(count);
    const Int weights = b.argument("parameters");
    const Int bias = b.copy(at.bias);
    b.loop("plane", b.argument("planes"), [&] { emit_plane(b, at, weights, bias, spikes); });
    add_to(b, at.ids, at.ids_step);
    add_to(b, at.current, at.current_step);
  });
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t planes = work.arguments.at("planes");
  Trips result{{"entry", 1}, {"exit", 1}};
  for (std::uint64_t b = worker; b < work.arguments.at("batch"); b += context.workers) {
    result["sample"] += 1;
    result["plane"] += planes;
    add_split_trips(result, "spike", work.list_counts.at(b), planes, context);
  }
  return result;
}

WorkCount count(const WorkSize& work) {
  const std::uint64_t planes = work.arguments.at("planes");
  const std::uint64_t samples = work.arguments.at("batch");
  std::uint64_t spikes = 0;
  for (const std::uint32_t list : work.list_counts) spikes += list;
  return {2 * spikes * planes, planes * (10 * spikes + 8 * samples) + 4 * samples,
          8 * planes * samples};
}

}  // namespace

Codelet spike_forward_codelet() {
  Codelet codelet;
  codelet.name = "spike_forward";
  codelet.arguments = {address_argument("parameters", "weights [planes][rows][2], then biases"),
                       integer_argument("rows", "presynaptic neurons"),
                       integer_argument("planes", "pairs of neurons, 1 or more"),
                       address_argument("ids", "u16 lists of spikes, one a sample"),
                       integer_argument("ids_stride", "bytes from one list to the next"),
                       address_argument("counts", "u32 entries of each list"),
                       integer_argument("batch", "samples"),
                       address_argument("current", "f32 [batch][2 planes], written")};
  codelet.emit = emit;
  codelet.trips = trips;
  codelet.inner = {"spike", 1, "spike and plane", {{Unit::kLoad, 2}}, "one id load, one row load"};
  codelet.count = count;
  return codelet;
}

}  // namespace bspike::kernels
