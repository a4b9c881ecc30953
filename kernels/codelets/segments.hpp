// Owns the walk over received blocks: the segment table of docs/training_step.md, as code.
// Contract: all strides of an entry are filled in, also those of a loop of one trip; blocks lie
// contiguously, so their samples are half as far apart as their rows.
#pragma once

#include <functional>
#include <string>

#include "kernels/codelets/idioms.hpp"

namespace bspike::kernels {

// An entry in registers. A step of either loop goes to the next pair of rows.
struct Segment {
  Int outer_count, outer_spikes, outer_rows;  // trips; strides in bytes
  Int inner_count, inner_spikes, inner_rows;
  Int first_spike, first_row;  // offsets in bytes
};

// Bytes from one sample to the next within a block.
[[nodiscard]] Int sample_stride(Builder& b, const Segment& segment);

// Runs `body` for every entry of the table, in region `name`.
void for_segments(Builder& b, const std::string& name,
                  const std::function<void(const Segment&)>& body);

// Pointers of the outer loop's current step.
struct OuterCursor {
  Int spikes, rows;
};

// Runs `body` for every step of the outer loop, in region `name`, and moves the pointers on.
void for_outer(Builder& b, const std::string& name, const Segment& segment,
               const OuterCursor& cursor, const std::function<void()>& body);

// Estimates: the fields of a table entry in WorkSize::segments.
struct SegmentSize {
  std::uint64_t outer = 0, inner = 0;
};
[[nodiscard]] std::vector<SegmentSize> segment_sizes(const WorkSize& work);
[[nodiscard]] std::uint64_t row_pairs(const WorkSize& work);

}  // namespace bspike::kernels
