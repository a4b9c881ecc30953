// Owns the loads of segment entries and the loops over them.
#include "kernels/codelets/segments.hpp"

namespace bspike::kernels {

namespace {

constexpr int kEntryBytes = 32;

Segment load_segment(Builder& b, Int entry) {
  const auto word = [&](int index) {
    const Int result = b.integer();
    b.emit_independent(Op::kLd32, {result, entry, b.zero(), index});
    return result;
  };
  return {word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7)};
}

}  // namespace

Int sample_stride(Builder& b, const Segment& segment) {
  // A block's rows take 16 bytes a pair, its samples 8; the other loop's row stride is one pair.
  return b.add(b.shift_right(b.add(segment.outer_rows, segment.inner_rows), 1), -8);
}

void for_segments(Builder& b, const std::string& name,
                  const std::function<void(const Segment&)>& body) {
  const Int entry = b.argument("segment_table");
  b.loop(name, b.argument("segments"), [&] {
    body(load_segment(b, entry));
    b.emit(Op::kAddi, {entry, entry, kEntryBytes});
  });
}

void for_outer(Builder& b, const std::string& name, const Segment& segment,
               const OuterCursor& cursor, const std::function<void()>& body) {
  b.loop(name, segment.outer_count, [&] {
    body();
    add_to(b, cursor.spikes, segment.outer_spikes);
    add_to(b, cursor.rows, segment.outer_rows);
  });
}

std::vector<SegmentSize> segment_sizes(const WorkSize& work) {
  std::vector<SegmentSize> result;
  for (const auto& entry : work.segments) result.push_back({entry[0], entry[3]});
  return result;
}

std::uint64_t row_pairs(const WorkSize& work) {
  std::uint64_t pairs = 0;
  for (const SegmentSize& size : segment_sizes(work)) pairs += size.outer * size.inner;
  return pairs;
}

}  // namespace bspike::kernels
