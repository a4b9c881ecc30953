// Owns where weights and gradients lie if either is f16: the first layer's in planes of four
// neurons, [quads][rows][4], the others' neuron by neuron, [neurons][row]; then biases in quads.
// docs/half_precision.md, "Layouts".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/replicas/trained_regions.hpp"

namespace bspike::kernels {

enum class HalfForm : std::uint8_t { kPlanes, kRows };

// Of a slice's projection; what it hears of its own layer always lies in rows.
[[nodiscard]] constexpr HalfForm half_form(const Slice& slice) {
  return slice.layer == 0 ? HalfForm::kPlanes : HalfForm::kRows;
}

// Elements of a slice.
struct HalfElements {
  std::uint64_t weights = 0;
  std::uint64_t biases = 0;
};
[[nodiscard]] HalfElements half_elements(const Slice& slice, HalfForm form, std::uint32_t rows);

// Rows of the layers behind the first are padded to whole 128-bit words of f16.
[[nodiscard]] constexpr std::uint32_t padded_row(std::uint32_t rows) { return (rows + 7) / 8 * 8; }

// Neurons that have a row: whole pairs.
[[nodiscard]] constexpr std::uint32_t rowed_neurons(const Slice& slice) {
  return (slice.neurons + 1) / 2 * 2;
}

// The walk of gather_rows and scatter_rows over received blocks, by quads. Where rows are padded,
// one entry more lets gather_rows fill the padding from kZeroQuadBytes of zeros behind the blocks.
inline constexpr std::uint64_t kZeroQuadBytes = 16;
[[nodiscard]] std::vector<SegmentEntry> quad_segments(std::span<const Slice> slices,
                                                      std::uint32_t batch);

// Element of a weight within a slice, and of a bias.
[[nodiscard]] std::uint64_t half_weight_place(HalfForm form, std::uint32_t rows,
                                              std::uint32_t neuron, std::uint64_t row);

// Bytes of a slice's buffers of rows: spikes gathered for the forward pass; spikes gathered for the
// weight gradient, in whose place gradients of inputs lie before they are scattered.
[[nodiscard]] std::uint64_t spike_row_bytes(const Job& job, std::uint32_t rows);
[[nodiscard]] std::uint64_t gradient_row_bytes(const Job& job, std::uint32_t rows);

// Tensor pieces of a slice's weights at `base`.
struct HalfWeights {
  HalfForm form;
  std::uint32_t rows;
  std::uint64_t fan_in;
  std::uint64_t base;
};
void add_half_weight_pieces(arch::TensorInfo& tensor, const Slice& slice,
                            const HalfWeights& weights);

// The same of pairs that one replica of the network updates, and of biases.
void add_half_share_pieces(arch::TensorInfo& weight, arch::TensorInfo& bias, const Slice& slice,
                           const HalfWeights& weights, const PairRange& share);

}  // namespace bspike::kernels
