// Owns the layout of spikes received from several slices, and the segment table that kernels walk:
// docs/training_step.md, "Layouts on a tile" and "Segment table entry".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/training_layout.hpp"

namespace bspike::kernels {

struct Blocks {
  std::uint32_t rows = 0;              // padding rows included
  std::uint64_t bytes = 0;             // of all blocks
  std::vector<std::uint32_t> offsets;  // of each block, in bytes
  std::vector<SegmentEntry> segments;
};

// Slices are padded to whole grains of neurons, an even number.
[[nodiscard]] Blocks blocks_of(std::span<const Slice> slices, std::uint32_t batch,
                               std::uint32_t grain);

// The table that losses walk: one entry for each run of blocks with equally many neurons: blocks,
// bytes from block to block, neurons a block, pairs a sample, 8, bytes from sample to sample, byte
// offset of the first block, number of its first neuron.
[[nodiscard]] std::vector<SegmentEntry> class_segments(std::span<const Slice> slices,
                                                       std::uint32_t batch, std::uint32_t grain);

}  // namespace bspike::kernels
