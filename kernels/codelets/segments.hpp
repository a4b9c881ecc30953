// Owns the walk over received blocks: the segment table of docs/training_step.md, as code.
// Contract: all strides of an entry are filled in, also those of a loop of one trip; blocks lie
// contiguously, so their samples are half as far apart as their rows.
#pragma once

#include <functional>
#include <vector>

#include "kernels/codelets/idioms.hpp"

namespace bspike::kernels {

// What the inner loop of an entry needs, in registers.
struct Segment {
  Int inner_count, inner_spikes, inner_rows;  // trips; bytes from one pair of rows to the next
  Int sample_stride;                          // bytes from one sample to the next
};

// Where the inner loop starts, for sample 0.
struct SegmentStart {
  Int spikes;  // address: `spike_base` and what the entry adds
  Int rows;    // address: `row_base` and what the entry adds
};

// The table's arguments, loaded at the codelet's start so that m12 gets free.
struct SegmentTable {
  Int entries, count;
};
[[nodiscard]] SegmentTable segment_table(Builder& b);

// Runs `body` for every inner loop of the table: region "segment" for each entry, "outer" for each
// of its outer steps. `prepare` runs once an entry, before its outer loop.
void for_inner_loops(Builder& b, const SegmentTable& table, Int spike_base, Int row_base,
                     const std::function<void(const Segment&)>& prepare,
                     const std::function<void(const Segment&, const SegmentStart&)>& body);

// Steps of an inner loop as the estimates see them.
struct SegmentSize {
  std::uint64_t outer = 0, inner = 0;
};
[[nodiscard]] std::vector<SegmentSize> segment_sizes(const WorkSize& work);
[[nodiscard]] std::uint64_t row_pairs(const WorkSize& work);

// A count taken two by two with the last one or two set apart, for loops that load one ahead.
struct PairedTrips {
  Builder::SplitTrips twos;
  Int is_odd;
};
[[nodiscard]] PairedTrips paired_trips(Builder& b, Int count);
// Regions "last_two" or "last_one", then `after`.
void for_last(Builder& b, Int is_odd, const std::string& after,
              const std::function<void()>& last_two, const std::function<void()>& last_one);
void add_paired_trips(Trips& trips, const std::string& name, std::uint64_t count,
                      std::uint64_t times, const EmitContext& context);

}  // namespace bspike::kernels
