// Owns the code and the arithmetic of the shared shorthands.
#include "kernels/codelets/idioms.hpp"

#include <algorithm>
#include <bit>

namespace bspike::kernels {

void load_next(Builder& b, F2 destination, Int pointer) {
  b.emit_independent(Op::kLda64step, {destination, b.zero(), pointer, 1});
}

void load_next(Builder& b, F1 destination, Int pointer) {
  b.emit_independent(Op::kLda32step, {destination, b.zero(), pointer, 1});
}

void store_next(Builder& b, F2 source, Int pointer) {
  b.emit(Op::kSta64step, {source, b.zero(), pointer, 1});
}

void store_next(Builder& b, F1 source, Int pointer) {
  b.emit(Op::kSta32step, {source, b.zero(), pointer, 1});
}

void add_to(Builder& b, Int destination, Int addend) {
  b.emit(Op::kAdd, {destination, destination, addend});
}

void clear(Builder& b, F2 destination) { b.emit(Op::kMov64, {destination, b.zero2()}); }

HistorySlots history_slots(Builder& b, const HistoryNames& names) {
  const Int counter = b.argument(names.counter);
  const Int stride = b.argument(names.stride);
  const Int base = b.argument(names.base);
  const Int step = b.integer();
  b.emit_independent(Op::kLd32, {step, counter, b.zero(), 0});
  return {b.add(base, b.mul(step, stride)), stride};
}

namespace {

// ceil(n / W) as (n + W - 1) * multiplier >> shift. The multiplier is rounded up and has as many
// bits as a 32-bit product leaves for the largest n; it is exact for small n, else a chunk may come
// out a trace too large, which leaves the last worker less.
struct ChunkRule {
  static constexpr int kImmediateBits = 13;
  std::uint32_t workers;
  std::uint32_t multiplier = 1;
  std::uint32_t shift = 0;

  explicit ChunkRule(const EmitContext& context) : workers(context.workers) {
    const auto log = static_cast<std::uint32_t>(std::bit_width(workers)) - 1;
    shift = log;
    if (std::has_single_bit(workers)) return;
    const int count_bits = std::bit_width(context.sram_bytes / 8 + workers);
    shift += static_cast<std::uint32_t>(std::clamp(32 - count_bits, 2, kImmediateBits)) - 1;
    multiplier = ((1u << shift) + workers - 1) / workers;
  }
  [[nodiscard]] std::uint64_t chunk(std::uint64_t items) const {
    return ((items + workers - 1) * multiplier) >> shift;
  }
};

Int emit_chunk(Builder& b, Int items) {
  const std::uint32_t workers = b.context().workers;
  const ChunkRule rule(b.context());
  if (workers == 1) return items;
  Int chunk = b.add(items, static_cast<int>(workers) - 1);
  if (rule.multiplier != 1) {
    const Int scaled = b.integer();
    b.emit(Op::kMuli, {scaled, chunk, static_cast<int>(rule.multiplier)});
    chunk = scaled;
  }
  return b.shift_right(chunk, static_cast<int>(rule.shift));
}

}  // namespace

void with_pair_share(Builder& b, const std::function<void(const PairShare&)>& body) {
  const Int pairs = b.argument("pairs");
  const Int chunk = emit_chunk(b, pairs);
  const Int offset = b.mul(chunk, b.worker());
  const Int mine = b.integer();
  b.emit(Op::kSmin, {mine, chunk, b.sub(pairs, offset)});
  const Int last = b.add(mine, -1);
  const Label done = b.new_label();
  b.branch(Op::kBrneg, last, done);
  b.region("worker");
  body({b.shift_left(offset, 3), last});
  b.region("exit");
  b.bind(done);
  b.exit();
}

std::uint64_t shared_pairs(std::uint64_t pairs, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t chunk = ChunkRule(context).chunk(pairs);
  const std::uint64_t first = std::min(pairs, chunk * worker);
  return std::min(pairs, first + chunk) - first;
}

Trips pair_trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t pairs = shared_pairs(work.arguments.at("pairs"), context, worker);
  Trips trips{{"entry", 1}, {"exit", 1}};
  if (pairs == 0) return trips;
  trips["worker"] = 1;
  trips["pair_chunk"] = repeat_chunks(pairs - 1, context);
  trips["pair"] = pairs - 1;
  return trips;
}

void for_pairs(Builder& b, const PairShare& share, const std::function<void(bool last)>& body) {
  b.repeat("pair", share.last, [&] { body(false); });
  body(true);
}

void for_strided_items(Builder& b, const std::string& name, Int items,
                       const std::function<void()>& body) {
  const Int rest = b.add(b.sub(items, b.worker()), -1);
  const Label done = b.new_label();
  b.branch(Op::kBrneg, rest, done);
  b.region(name);
  const Label head = b.new_label();
  b.bind(head);
  body();
  b.emit(Op::kAddi, {rest, rest, -static_cast<int>(b.context().workers)});
  b.branch(Op::kBrpos, rest, head);
  b.region("exit");
  b.bind(done);
  b.exit();
}

std::uint64_t strided_items(std::uint64_t items, std::uint32_t stride, std::uint32_t worker) {
  return worker >= items ? 0 : (items - worker + stride - 1) / stride;
}

std::uint64_t repeat_chunks(std::uint64_t trips, const EmitContext& context) {
  return std::max<std::uint64_t>(1, (trips + context.repeat_limit - 1) / context.repeat_limit);
}

void add_split_trips(Trips& trips, const std::string& name, std::uint64_t count,
                     std::uint64_t times, const EmitContext& context) {
  const std::uint64_t first = std::min<std::uint64_t>(count, context.repeat_limit);
  trips[name] += times * first;
  if (count == first) return;
  trips[name + "_rest_entry"] += times;
  trips[name + "_rest_chunk"] += times * repeat_chunks(count - first, context);
  trips[name + "_rest"] += times * (count - first);
}

}  // namespace bspike::kernels
