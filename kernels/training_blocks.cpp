// Owns the arithmetic of received blocks: offsets, rows and segments of equal blocks.
#include "kernels/training_blocks.hpp"

#include <utility>

namespace bspike::kernels {
namespace {

constexpr std::uint32_t kPairBytes = 8;      // of spikes: two lanes
constexpr std::uint32_t kPairRowBytes = 16;  // of a parameter plane: two rows

std::uint32_t padded_pairs(const Slice& slice, std::uint32_t grain) {
  return (slice.neurons + grain - 1) / grain * (grain / 2);
}

// `blocks` equal blocks of `pairs` pairs a sample; the longer loop is the inner one.
SegmentEntry segment(std::uint32_t blocks, std::uint32_t pairs, std::uint32_t batch,
                     std::uint32_t spike_offset, std::uint32_t row_offset) {
  const SegmentEntry by_block{blocks,
                              pairs * batch * kPairBytes,
                              pairs * kPairRowBytes,
                              pairs,
                              kPairBytes,
                              kPairRowBytes,
                              spike_offset,
                              row_offset};
  if (blocks <= pairs) return by_block;
  SegmentEntry by_pair = by_block;
  for (int i = 0; i < 3; ++i) std::swap(by_pair[i], by_pair[i + 3]);
  return by_pair;
}

}  // namespace

Blocks blocks_of(std::span<const Slice> slices, std::uint32_t batch, std::uint32_t grain) {
  Blocks result;
  for (std::size_t first = 0; first < slices.size();) {
    const std::uint32_t pairs = padded_pairs(slices[first], grain);
    const std::uint32_t start_bytes = word(result.bytes);
    const std::uint32_t start_row_bytes = result.rows * kPairBytes;
    std::size_t end = first;
    for (; end < slices.size() && padded_pairs(slices[end], grain) == pairs; ++end) {
      result.offsets.push_back(word(result.bytes));
      result.bytes += std::uint64_t{pairs} * batch * kPairBytes;
      result.rows += 2 * pairs;
    }
    result.segments.push_back(segment(static_cast<std::uint32_t>(end - first), pairs, batch,
                                      start_bytes, start_row_bytes));
    first = end;
  }
  return result;
}

std::vector<SegmentEntry> class_segments(std::span<const Slice> slices, std::uint32_t batch,
                                         std::uint32_t grain) {
  std::vector<SegmentEntry> result;
  std::uint32_t offset = 0;
  for (const Slice& slice : slices) {
    const std::uint32_t pairs = padded_pairs(slice, grain);
    const std::uint32_t block_bytes = pairs * batch * kPairBytes;
    if (result.empty() || result.back()[2] != slice.neurons) {
      result.push_back({0, block_bytes, slice.neurons, pairs, kPairBytes, pairs * kPairBytes,
                        offset, slice.first_neuron});
    }
    ++result.back()[0];
    offset += block_bytes;
  }
  return result;
}

}  // namespace bspike::kernels
