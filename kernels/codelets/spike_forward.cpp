// Owns spike_forward and its twins: the current of a plane is its bias and the rows of the
// presynaptic neurons that are listed. A plane is two neurons in f32, or four in f32 or f16; rows
// of f16 are added up in f32 or, by the third twin, in f16. A worker takes every W-th sample.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/projection_codelets.hpp"

namespace bspike::kernels {

namespace {

enum class Row { kPair, kQuad, kHalf, kHalfSums };

// Bytes of a row, and of a plane's current, as shifts.
int row_shift(Row row) { return row == Row::kQuad ? 4 : 3; }
int current_shift(Row row) { return row == Row::kPair ? 3 : 4; }

// The row to be added, and the sum.
struct RowSum {
  Row kind;
  F2 row{}, sum{};
  F4 wide_row{}, wide_sum{};

  RowSum(Builder& b, Row wanted) : kind(wanted) {
    if (kind == Row::kQuad)
      wide_row = b.f4();
    else
      row = b.f2();
    if (kind == Row::kPair || kind == Row::kHalfSums)
      sum = b.f2();
    else
      wide_sum = b.f4();
  }
  void start(Builder& b, Int bias) const {
    if (kind == Row::kQuad)
      b.emit_independent(Op::kLda128step, {wide_row, b.zero(), bias, 1});
    else
      load_next(b, row, bias);
    if (kind == Row::kPair || kind == Row::kHalfSums) {
      clear(b, sum);
    } else {
      clear(b, wide_sum.lo());
      clear(b, wide_sum.hi());
    }
  }
  void add(Builder& b) const {
    if (kind == Row::kPair) b.emit(Op::kF32v2add, {sum, sum, row});
    if (kind == Row::kQuad) b.emit(Op::kF32v4add, {wide_sum, wide_row});
    if (kind == Row::kHalf) b.emit(Op::kF16v4acc, {wide_sum, row});
    if (kind == Row::kHalfSums) b.emit(Op::kF16v4add, {sum, sum, row});
  }
  void load(Builder& b, Int weights, Int id) const {
    if (kind == Row::kQuad)
      b.emit_independent(Op::kLda128x, {wide_row, weights, id});
    else
      b.emit_independent(Op::kLda64x, {row, weights, id});
  }
  void store(Builder& b, Int current) const {
    if (kind == Row::kPair) {
      store_next(b, sum, current);
      return;
    }
    const F4 wide = kind == Row::kHalfSums ? b.f4() : wide_sum;
    if (kind == Row::kHalfSums) b.emit(Op::kF16v4tof32, {wide, sum});
    store_next(b, wide.lo(), current);
    store_next(b, wide.hi(), current);
  }
};

// Addresses that move from sample to sample.
struct Cursor {
  Int plane_bytes;   // from plane to plane of the parameters
  Int bias;          // of plane 0
  Int ids, counts;   // of the sample
  Int ids_step;      // to the worker's next sample
  Int current;       // written plane after plane
  Int current_step;  // over the samples of the other workers
};

Cursor emit_cursor(Builder& b, Row row) {
  const int workers = static_cast<int>(b.context().workers);
  Cursor at;
  at.plane_bytes = b.shift_left(b.argument("rows"), row_shift(row));
  const Int planes = b.argument("planes");
  at.bias = b.add(b.argument("parameters"), b.mul(planes, at.plane_bytes));
  const Int ids_stride = b.argument("ids_stride");
  at.ids = b.add(b.argument("ids"), b.mul(ids_stride, b.worker()));
  at.counts = b.add(b.argument("counts"), b.shift_left(b.worker(), 2));
  at.ids_step = b.integer();
  b.emit(Op::kMuli, {at.ids_step, ids_stride, workers});
  const Int row_bytes = b.shift_left(planes, current_shift(row));
  at.current = b.add(b.argument("current"), b.mul(row_bytes, b.worker()));
  at.current_step = b.integer();
  b.emit(Op::kMuli, {at.current_step, row_bytes, workers - 1});
  return at;
}

// The bias starts as the row before the first: each trip adds the row of the trip before, so no
// list is read beyond its end.
void emit_plane(Builder& b, Row kind, const Cursor& at, Int weights, Int bias,
                const Builder::SplitTrips& spikes) {
  const RowSum row(b, kind);
  const Int id = b.integer();
  const Int next_id = b.copy(at.ids);
  row.start(b, bias);
  b.repeat("spike", spikes, [&] {
    b.emit_independent(Op::kLdz16step, {id, b.zero(), next_id, 1});
    row.add(b);
    row.load(b, weights, id);
  });
  row.add(b);
  add_to(b, weights, at.plane_bytes);
  row.store(b, at.current);
}

void emit(Builder& b, const EmitContext& context, Row row) {
  const Int batch = b.argument("batch");
  const Cursor at = emit_cursor(b, row);
  for_strided_items(b, "sample", batch, [&] {
    const Int count = b.integer();
    b.emit_independent(Op::kLd32step,
                       {count, b.zero(), at.counts, static_cast<int>(context.workers)});
    const auto spikes = b.split(count);
    const Int weights = b.argument("parameters");
    const Int bias = b.copy(at.bias);
    b.loop("plane", b.argument("planes"), [&] { emit_plane(b, row, at, weights, bias, spikes); });
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

WorkCount count(const WorkSize& work, Row row) {
  const std::uint64_t planes = work.arguments.at("planes");
  const std::uint64_t samples = work.arguments.at("batch");
  const std::uint64_t neurons = row == Row::kPair ? 2 : 4;
  const std::uint64_t row_bytes = 1u << row_shift(row);
  std::uint64_t spikes = 0;
  for (const std::uint32_t list : work.list_counts) spikes += list;
  return {neurons * spikes * planes,
          planes * ((row_bytes + 2) * spikes + row_bytes * samples) + 4 * samples,
          4 * neurons * planes * samples};
}

Codelet forward_codelet(const std::string& name, Row row) {
  const bool pair = row == Row::kPair;
  Codelet codelet;
  codelet.name = name;
  codelet.arguments = {
      address_argument("parameters", pair ? "weights [planes][rows][2], then biases"
                                     : row == Row::kQuad
                                         ? "weights [planes][rows][4], then biases"
                                         : "f16 weights [planes][rows][4], then biases"),
      integer_argument("rows", "presynaptic neurons"),
      integer_argument("planes",
                       pair ? "pairs of neurons, 1 or more" : "quads of neurons, 1 or more"),
      address_argument("ids", "u16 lists of spikes, one a sample"),
      integer_argument("ids_stride", "bytes from one list to the next"),
      address_argument("counts", "u32 entries of each list"),
      integer_argument("batch", "samples"),
      address_argument("current",
                       pair ? "f32 [batch][2 planes], written" : "f32 [batch][4 planes], written")};
  codelet.emit = [row](Builder& b, const EmitContext& context) { emit(b, context, row); };
  codelet.trips = trips;
  codelet.inner = {"spike", 1, "spike and plane", {{Unit::kLoad, 2}}, "one id load, one row load"};
  codelet.count = [row](const WorkSize& work) { return count(work, row); };
  return codelet;
}

}  // namespace

Codelet spike_forward_codelet() { return forward_codelet("spike_forward", Row::kPair); }

std::vector<Codelet> spike_forward_quad_codelets() {
  return {forward_codelet("spike_forward_quads", Row::kQuad),
          forward_codelet("spike_forward_f16", Row::kHalf),
          forward_codelet("spike_forward_f16_sums", Row::kHalfSums)};
}

}  // namespace bspike::kernels
