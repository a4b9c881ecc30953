// Owns scatter_spikes: a list of spikes becomes a map, each adding 1 at its place. A worker takes
// every W-th sample.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/conv/conv_codelets.hpp"
#include "kernels/codelets/idioms.hpp"

namespace bspike::kernels {

namespace {

void emit(Builder& b, const EmitContext& context) {
  const int workers = static_cast<int>(context.workers);
  const Int table = b.argument("place_table");
  const Int ids_stride = b.argument("ids_stride");
  const Int map_bytes = b.argument("map_bytes");
  const Int ids = b.add(b.argument("ids"), b.mul(ids_stride, b.worker()));
  const Int counts = b.add(b.argument("counts"), b.shift_left(b.worker(), 2));
  const Int map = b.add(b.argument("map"), b.mul(map_bytes, b.worker()));
  b.emit(Op::kMuli, {ids_stride, ids_stride, workers});
  b.emit(Op::kMuli, {map_bytes, map_bytes, workers});
  const F1 one = b.constant_f32(1);
  for_strided_items(b, "sample", b.argument("batch"), [&] {
    const Int count = b.integer(), place = b.integer(), next = b.copy(ids);
    const F1 value = b.f1();
    b.emit_independent(Op::kLd32step, {count, b.zero(), counts, workers});
    b.repeat("spike", b.split(count), [&] {
      b.emit_independent(Op::kLdz16step, {place, b.zero(), next, 1});
      b.emit(Op::kShli, {place, place, 1});
      b.emit_independent(Op::kLdz16, {place, table, place, 0});
      b.emit(Op::kLda32x, {value, map, place});
      b.emit(Op::kF32add, {value, value, one});
      b.emit(Op::kSta32x, {value, map, place});
    });
    add_to(b, ids, ids_stride);
    add_to(b, map, map_bytes);
  });
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  Trips result{{"entry", 1}, {"exit", 1}};
  for (std::uint64_t b = worker; b < work.arguments.at("batch"); b += context.workers) {
    result["sample"] += 1;
    add_split_trips(result, "spike", work.list_counts.at(b), 1, context);
  }
  return result;
}

WorkCount count(const WorkSize& work) {
  std::uint64_t spikes = 0;
  for (const std::uint32_t list : work.list_counts) spikes += list;
  return {spikes, 8 * spikes + 4 * work.arguments.at("batch"), 4 * spikes};
}

}  // namespace

Codelet scatter_spikes_codelet() {
  Codelet codelet;
  codelet.name = "scatter_spikes";
  codelet.arguments = {address_argument("ids", "u16 lists of spikes, one a sample"),
                       integer_argument("ids_stride", "bytes from one list to the next"),
                       address_argument("counts", "u32 entries of each list"),
                       integer_argument("batch", "samples"),
                       address_argument("place_table", "u16 element of the map, by id"),
                       address_argument("map", "f32, read and written"),
                       integer_argument("map_bytes", "of a sample")};
  codelet.emit = emit;
  codelet.trips = trips;
  codelet.inner = {"spike",
                   1,
                   "spike",
                   {{Unit::kLoad, 3}, {Unit::kInteger, 1}, {Unit::kStore, 1}},
                   "three loads, a shift, one store"};
  codelet.count = count;
  return codelet;
}

}  // namespace bspike::kernels
