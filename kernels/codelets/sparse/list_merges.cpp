// Owns merge_lists and merge_thresholds: lists of several workers or tiles, one behind the other
// until the capacity is reached.
#include <algorithm>

#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

namespace {

struct Merge {
  Int lists, stride, counts, parts;  // the next list
  Int ids, room;                     // the next free place, and what fits still
};

Merge emit_merge(Builder& b) {
  b.prepare_repeat_limit();
  return {b.argument("lists"), b.argument("list_stride"), b.argument("counts"),
          b.argument("parts"), b.argument("ids"),         b.argument("capacity")};
}

// The next `parts` lists; regions NAME, NAME_id.
void emit_lists(Builder& b, const std::string& name, const Merge& at) {
  b.loop(name, at.parts, [&] {
    const Int count = b.integer();
    load_id(b, count, at.counts);
    const Int next_id = b.copy(at.lists);
    b.emit(Op::kUmin, {count, count, at.room});
    b.emit(Op::kSub, {at.room, at.room, count});
    b.repeat(name + "_id", count, [&] {
      const Int id = b.integer();
      load_id(b, id, next_id);
      b.emit(Op::kSt32step, {id, b.zero(), at.ids, 1});
    });
    add_to(b, at.lists, at.stride);
  });
}

// Ids so far, as capacity less room.
Int emit_count(Builder& b, const Merge& at) { return b.sub(b.argument("capacity"), at.room); }

void emit_one(Builder& b, const EmitContext& /*context*/) {
  const Merge at = emit_merge(b);
  emit_lists(b, "part", at);
  b.emit(Op::kSt32, {emit_count(b, at), b.argument("count"), b.zero(), 0});
  b.exit();
}

void emit_two(Builder& b, const EmitContext& /*context*/) {
  const Merge at = emit_merge(b);
  emit_lists(b, "spike_part", at);
  const Int counts = b.argument("list_counts");
  b.emit(Op::kSt32step, {emit_count(b, at), b.zero(), counts, 1});
  emit_lists(b, "gradient_part", at);
  b.emit(Op::kSt32, {emit_count(b, at), counts, b.zero(), 0});
  b.exit();
}

// Lists `first` and up; `room` is what is left of it behind them.
void add_lists(Trips& trips, const std::string& name, const WorkSize& work, std::size_t first,
               std::uint64_t& room, const EmitContext& context) {
  const std::size_t parts = work.arguments.at("parts");
  trips[name] = parts;
  for (std::size_t i = first; i < first + parts; ++i) {
    const std::uint64_t ids = std::min<std::uint64_t>(room, work.list_counts.at(i));
    room -= ids;
    add_repeat_trips(trips, name + "_id", ids, context);
  }
}

Trips one_trips(const WorkSize& work, const EmitContext& context) {
  Trips trips{{"entry", 1}};
  std::uint64_t room = work.arguments.at("capacity");
  add_lists(trips, "part", work, 0, room, context);
  return trips;
}

Trips two_trips(const WorkSize& work, const EmitContext& context) {
  Trips trips{{"entry", 1}};
  std::uint64_t room = work.arguments.at("capacity");
  add_lists(trips, "spike_part", work, 0, room, context);
  add_lists(trips, "gradient_part", work, work.arguments.at("parts"), room, context);
  return trips;
}

WorkCount merged(const WorkSize& work, std::uint64_t results) {
  std::uint64_t ids = 0;
  for (const std::uint32_t count : work.list_counts) ids += count;
  ids = std::min(ids, work.arguments.at("capacity"));
  return {0, 4 * (ids + work.list_counts.size()), 4 * (ids + results)};
}

Codelet merge_codelet(const std::string& name, const std::string& parts, VertexTrips trips) {
  Codelet codelet = single_worker_codelet(
      name,
      {address_argument("lists", "u32, the first list"),
       integer_argument("list_stride", "bytes from one list to the next"),
       address_argument("counts", "u32, ids of each list"), integer_argument("parts", parts),
       integer_argument("capacity", "most ids written, may be 0"),
       address_argument("ids", "u32, written")},
      std::move(trips));
  return codelet;
}

InnerLoop inner_of(const std::string& region) {
  return {region, 1, "id", {{Unit::kLoad, 1}, {Unit::kStore, 1}}, "one load, one store"};
}

}  // namespace

Codelet merge_lists_codelet() {
  Codelet codelet = merge_codelet("merge_lists", "lists, 1 or more", one_trips);
  codelet.arguments.push_back(address_argument("count", "u32, written: how many ids"));
  codelet.emit = emit_one;
  codelet.inner = inner_of("part_id");
  codelet.count = [](const WorkSize& work) { return merged(work, 1); };
  return codelet;
}

Codelet merge_thresholds_codelet() {
  Codelet codelet =
      merge_codelet("merge_thresholds", "lists of each threshold, 1 or more", two_trips);
  codelet.arguments.push_back(
      address_argument("list_counts", "u32 [2], written: ids of the first threshold; of both"));
  codelet.emit = emit_two;
  codelet.inner = inner_of("spike_part_id");
  codelet.count = [](const WorkSize& work) { return merged(work, 2); };
  return codelet;
}

}  // namespace bspike::kernels
