// Owns the arithmetic of quads and rows.
#include "kernels/half/half_layout.hpp"

#include <algorithm>
#include <utility>

#include "kernels/tensor_piece.hpp"

namespace bspike::kernels {
namespace {

constexpr std::uint32_t kQuad = 4;

std::uint32_t quads_of(const Slice& slice) { return (slice.neurons + kQuad - 1) / kQuad; }

// `blocks` equal blocks of `quads` quads a sample; the longer loop is the inner one.
SegmentEntry quad_segment(std::uint32_t blocks, std::uint32_t quads, std::uint32_t batch,
                          std::uint32_t block_offset, std::uint32_t row_offset) {
  constexpr std::uint32_t kBlockBytes = kQuad * 4, kRowBytes = kQuad * 2;
  SegmentEntry entry{blocks,
                     quads * batch * kBlockBytes,
                     quads * kRowBytes,
                     quads,
                     kBlockBytes,
                     kRowBytes,
                     block_offset,
                     row_offset};
  if (blocks <= quads) return entry;
  for (int i = 0; i < 3; ++i) std::swap(entry[i], entry[i + 3]);
  return entry;
}

struct ElementRange {
  std::uint64_t first, end;
};

// Rows of the planes of four; a share has whole quads.
void add_plane_shares(arch::TensorInfo& tensor, const Slice& slice, const HalfWeights& weights,
                      const ElementRange& share) {
  const std::uint64_t element = arch::element_bytes(tensor.type);
  for (std::uint64_t quad = 0; quad < quads_of(slice); ++quad) {
    const std::uint64_t start = quad * weights.rows;
    const std::uint64_t first = std::max(share.first / kQuad, start);
    const std::uint64_t end = std::min(share.end / kQuad, start + weights.fan_in);
    if (first >= end) continue;
    const std::uint64_t neuron = slice.first_neuron + quad * kQuad;
    const std::uint64_t lanes = std::min<std::uint64_t>(kQuad, slice.neurons - quad * kQuad);
    tensor.pieces.push_back(tensor_piece(
        slice.tile, weights.base + first * kQuad * element, neuron * weights.fan_in + first - start,
        {1, 0, 0}, {end - first, kQuad * element, 1}, {lanes, element, weights.fan_in}));
  }
}

// Stretches of the neurons' rows.
void add_row_shares(arch::TensorInfo& tensor, const Slice& slice, const HalfWeights& weights,
                    const ElementRange& share) {
  const std::uint64_t element = arch::element_bytes(tensor.type);
  for (std::uint64_t n = 0; n < slice.neurons; ++n) {
    const std::uint64_t start = n * padded_row(weights.rows);
    const std::uint64_t first = std::max(share.first, start);
    const std::uint64_t end = std::min(share.end, start + weights.fan_in);
    if (first >= end) continue;
    tensor.pieces.push_back(tensor_piece(slice.tile, weights.base + first * element,
                                         (slice.first_neuron + n) * weights.fan_in + first - start,
                                         {1, 0, 0}, {1, 0, 0}, {end - first, element, 1}));
  }
}

}  // namespace

HalfElements half_elements(const Slice& slice, HalfForm form, std::uint32_t rows) {
  const std::uint64_t biases = std::uint64_t{quads_of(slice)} * kQuad;
  if (form == HalfForm::kPlanes) return {biases * rows, biases};
  return {std::uint64_t{rowed_neurons(slice)} * padded_row(rows), biases};
}

std::vector<SegmentEntry> quad_segments(std::span<const Slice> slices, std::uint32_t batch) {
  std::vector<SegmentEntry> result;
  std::uint32_t block_bytes = 0, row_bytes = 0;
  for (std::size_t first = 0; first < slices.size();) {
    const std::uint32_t quads = quads_of(slices[first]);
    std::size_t end = first;
    while (end < slices.size() && quads_of(slices[end]) == quads) ++end;
    const auto blocks = static_cast<std::uint32_t>(end - first);
    result.push_back(quad_segment(blocks, quads, batch, block_bytes, row_bytes));
    block_bytes += blocks * quads * batch * kQuad * 4;
    row_bytes += blocks * quads * kQuad * 2;
    first = end;
  }
  if (row_bytes % 16 != 0) result.push_back({1, 0, 0, 1, 0, kQuad * 2, block_bytes, row_bytes});
  return result;
}

std::uint64_t half_weight_place(HalfForm form, std::uint32_t rows, std::uint32_t neuron,
                                std::uint64_t row) {
  if (form == HalfForm::kPlanes)
    return (std::uint64_t{neuron / kQuad} * rows + row) * kQuad + neuron % kQuad;
  return std::uint64_t{neuron} * padded_row(rows) + row;
}

std::uint64_t spike_row_bytes(const Job& job, std::uint32_t rows) {
  const std::uint64_t element = job.mapping.types.half_weights() ? 2 : 4;
  return std::uint64_t{job.network.batch} * padded_row(rows) * element;
}

std::uint64_t gradient_row_bytes(const Job& job, std::uint32_t rows) {
  const NumberTypes& types = job.mapping.types;
  const std::uint64_t element = types.half_weights() && types.half_gradients() ? 2 : 4;
  return std::uint64_t{job.network.batch} * padded_row(rows) * element;
}

void add_half_weight_pieces(arch::TensorInfo& tensor, const Slice& slice,
                            const HalfWeights& weights) {
  const std::uint64_t element = arch::element_bytes(tensor.type);
  const std::uint64_t fan_in = weights.fan_in, base = weights.base;
  const std::uint32_t rows = weights.rows;
  const std::uint64_t first = slice.first_neuron * fan_in;
  if (weights.form == HalfForm::kRows) {
    tensor.pieces.push_back(tensor_piece(slice.tile, base, first, {1, 0, 0},
                                         {slice.neurons, padded_row(rows) * element, fan_in},
                                         {fan_in, element, 1}));
    return;
  }
  const std::uint64_t whole = slice.neurons / kQuad, rest = slice.neurons % kQuad;
  const std::uint64_t plane_bytes = rows * kQuad * element;
  const PieceLoop row{fan_in, kQuad * element, 1};
  if (whole > 0) {
    tensor.pieces.push_back(tensor_piece(slice.tile, base, first,
                                         {whole, plane_bytes, kQuad * fan_in}, row,
                                         {kQuad, element, fan_in}));
  }
  if (rest > 0) {
    tensor.pieces.push_back(tensor_piece(slice.tile, base + whole * plane_bytes,
                                         first + whole * kQuad * fan_in, {1, 0, 0}, row,
                                         {rest, element, fan_in}));
  }
}

void add_half_share_pieces(arch::TensorInfo& weight, arch::TensorInfo& bias, const Slice& slice,
                           const HalfWeights& weights, const PairRange& share) {
  const ElementRange range{2ull * share.first, 2ull * (share.first + share.count)};
  if (weights.form == HalfForm::kPlanes)
    add_plane_shares(weight, slice, weights, range);
  else
    add_row_shares(weight, slice, weights, range);
  const std::uint64_t start = half_elements(slice, weights.form, weights.rows).weights;
  const std::uint64_t first = std::max(range.first, start);
  const std::uint64_t end = std::min(range.end, start + slice.neurons);
  if (first >= end) return;
  const std::uint64_t element = arch::element_bytes(bias.type);
  bias.pieces.push_back(tensor_piece(slice.tile, weights.base + first * element,
                                     slice.first_neuron + first - start, {1, 0, 0}, {1, 0, 0},
                                     {end - first, element, 1}));
}

}  // namespace bspike::kernels
