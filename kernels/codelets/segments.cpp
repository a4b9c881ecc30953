// Owns the loads of segment entries and the loops over them.
#include "kernels/codelets/segments.hpp"

namespace bspike::kernels {

namespace {

constexpr int kEntryBytes = 32;
// Words of an entry.
enum Word : int {
  kOuterCount,
  kOuterSpikes,
  kOuterRows,
  kInnerCount,
  kInnerSpikes,
  kInnerRows,
  kFirstSpike,
  kFirstRow
};

Int load_word(Builder& b, Int entry, Word word) {
  const Int result = b.integer();
  b.emit_independent(Op::kLd32, {result, entry, b.zero(), word});
  return result;
}

Segment load_segment(Builder& b, Int entry) {
  Segment s{load_word(b, entry, kInnerCount),
            load_word(b, entry, kInnerSpikes),
            load_word(b, entry, kInnerRows),
            {}};
  // A block's rows take 16 bytes a pair, its samples 8; the other loop's row stride is one pair.
  const Int rows = b.add(s.inner_rows, load_word(b, entry, kOuterRows));
  s.sample_stride = b.add(b.shift_right(rows, 1), -8);
  return s;
}

}  // namespace

SegmentTable segment_table(Builder& b) {
  return {b.argument("segment_table"), b.argument("segments")};
}

void for_inner_loops(Builder& b, const SegmentTable& table, Int spike_base, Int row_base,
                     const std::function<void(const Segment&)>& prepare,
                     const std::function<void(const Segment&, const SegmentStart&)>& body) {
  const Int entry = table.entries;
  b.loop("segment", table.count, [&] {
    const Segment segment = load_segment(b, entry);
    const SegmentStart start{b.add(spike_base, load_word(b, entry, kFirstSpike)),
                             b.add(row_base, load_word(b, entry, kFirstRow))};
    prepare(segment);
    b.loop("outer", load_word(b, entry, kOuterCount), [&] {
      body(segment, start);
      add_to(b, start.spikes, load_word(b, entry, kOuterSpikes));
      add_to(b, start.rows, load_word(b, entry, kOuterRows));
    });
    b.emit(Op::kAddi, {entry, entry, kEntryBytes});
  });
}

std::vector<SegmentSize> segment_sizes(const WorkSize& work) {
  std::vector<SegmentSize> result;
  for (const auto& entry : work.segments)
    result.push_back({entry[kOuterCount], entry[kInnerCount]});
  return result;
}

std::uint64_t row_pairs(const WorkSize& work) {
  std::uint64_t pairs = 0;
  for (const SegmentSize& size : segment_sizes(work)) pairs += size.outer * size.inner;
  return pairs;
}

PairedTrips paired_trips(Builder& b, Int count) {
  PairedTrips trips{b.split(b.shift_right(b.add(count, -1), 1)), b.integer()};
  b.emit(Op::kAndi, {trips.is_odd, count, 1});
  return trips;
}

void for_last(Builder& b, Int is_odd, const std::string& after,
              const std::function<void()>& last_two, const std::function<void()>& last_one) {
  const Label single = b.new_label();
  const Label done = b.new_label();
  b.branch(Op::kBrnz, is_odd, single);
  b.region("last_two");
  last_two();
  b.jump(done);
  b.region("last_one");
  b.bind(single);
  last_one();
  b.region(after);
  b.bind(done);
}

void add_paired_trips(Trips& trips, const std::string& name, std::uint64_t count,
                      std::uint64_t times, const EmitContext& context) {
  if (times == 0) return;
  add_split_trips(trips, name, (count - 1) / 2, times, context);
  trips[count % 2 == 0 ? "last_two" : "last_one"] += times;
}

}  // namespace bspike::kernels
