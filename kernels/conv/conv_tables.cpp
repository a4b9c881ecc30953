// Owns the arithmetic of those tables.
#include "kernels/conv/conv_tables.hpp"

#include <algorithm>

#include "arch/base/diagnostics.hpp"

namespace bspike::kernels::conv {
namespace {

using models::Convolution;
using models::Extent;
using models::MapShape;

constexpr std::uint64_t kGroup = 4;
constexpr std::uint64_t kMostOffsets = 1 << 16;
constexpr std::uint32_t kMostWords = 32;  // of a run, so that workers share evenly

std::uint64_t in_groups(std::uint64_t count) { return (count + kGroup - 1) / kGroup * kGroup; }

std::uint16_t offset(std::uint64_t value) { return static_cast<std::uint16_t>(value); }

// Whole groups; what is added repeats the last.
void fill_up(Offsets& offsets) { offsets.resize(in_groups(offsets.size()), offsets.back()); }

// Cells of a window, row by row, in a map of so many columns.
Offsets window(const Extent& size, const Extent& step, std::uint64_t columns) {
  Offsets offsets;
  for (std::uint32_t r = 0; r < size.rows; ++r)
    for (std::uint32_t c = 0; c < size.columns; ++c)
      offsets.push_back(offset(r * step.rows * columns + std::uint64_t{c} * step.columns));
  return offsets;
}

// Where a map's positions begin in another one: steps apart, behind a border.
Offsets spread(const MapShape& map, const Extent& step, const Extent& border,
               std::uint64_t columns) {
  Offsets offsets;
  for (std::uint64_t r = 0; r < map.rows; ++r)
    for (std::uint64_t c = 0; c < map.columns; ++c)
      offsets.push_back(
          offset((r * step.rows + border.rows) * columns + c * step.columns + border.columns));
  return offsets;
}

Offsets taps_of(const Convolution& conv) {
  const MapShape source = conv.padded();
  Offsets offsets;
  for (std::uint64_t channel = 0; channel < source.channels; ++channel)
    for (const std::uint16_t cell : window(conv.kernel, {1, 1}, source.columns))
      offsets.push_back(offset(channel * source.positions() + cell));
  fill_up(offsets);
  return offsets;
}

Offsets places_of(const Convolution& conv) {
  const MapShape source = conv.padded();
  Offsets offsets;
  for (std::uint64_t channel = 0; channel < source.channels; ++channel)
    for (const std::uint16_t place : spread(conv.input, {1, 1}, conv.padding, source.columns))
      offsets.push_back(offset(channel * source.positions() + place));
  return offsets;
}

// The kernel from its end: its first weight met a position's last.
Offsets back_taps_of(const Convolution& conv, const GradientMap& gradient) {
  Offsets offsets = window(conv.kernel, {1, 1}, gradient.shape.columns);
  std::reverse(offsets.begin(), offsets.end());
  return offsets;
}

struct Place {
  std::uint32_t from, to;  // bytes
};

// Runs of a block's neurons; place(neuron, index in the block) says where each lies.
template <class PlaceFn>
void add_runs(const Block& block, std::uint32_t from_sample, std::uint32_t to_sample,
              const PlaceFn& place, std::vector<Run>& runs) {
  for (std::uint32_t i = 0; i < block.neurons; ++i) {
    const Place at = place(block.first + i, i);
    const bool goes_on = i > 0 && runs.back().words < kMostWords &&
                         at.from == runs.back().from + 4 * runs.back().words &&
                         at.to == runs.back().to + 4 * runs.back().words;
    if (goes_on)
      ++runs.back().words;
    else
      runs.push_back({at.from, from_sample, at.to, to_sample, 1});
  }
}

std::uint32_t block_sample_bytes(const Block& block) {
  return (block.neurons + block.grain - 1) / block.grain * block.grain * 4;
}

}  // namespace

GradientMap gradient_map(const Convolution& conv, bool goes_down) {
  const MapShape map = conv.map();
  if (!goes_down) return {{1, map.rows, map.columns}, {1, 1}, {0, 0}};
  const auto extent = [](std::uint32_t steps, std::uint32_t step, std::uint32_t kernel,
                         std::uint32_t below, std::uint32_t padding) {
    return std::max((steps - 1) * step + kernel, below + padding + kernel - 1);
  };
  return {
      {1, extent(map.rows, conv.stride.rows, conv.kernel.rows, conv.input.rows, conv.padding.rows),
       extent(map.columns, conv.stride.columns, conv.kernel.columns, conv.input.columns,
              conv.padding.columns)},
      conv.stride,
      {conv.kernel.rows - 1, conv.kernel.columns - 1}};
}

Tables tables_of(const Convolution& conv, bool goes_down) {
  const MapShape map = conv.map(), output = conv.output(), source = conv.padded();
  const GradientMap gradient = gradient_map(conv, goes_down);
  const Extent& size = conv.pool.size;
  const Extent gap{size.rows * gradient.step.rows, size.columns * gradient.step.columns};
  Tables tables;
  tables.taps = taps_of(conv);
  tables.positions = spread(map, conv.stride, {0, 0}, source.columns);
  const Offsets in_gradient = spread(map, gradient.step, gradient.border, gradient.shape.columns);
  for (std::size_t i = 0; i < in_gradient.size(); ++i) {
    tables.meetings.push_back(tables.positions[i]);
    tables.meetings.push_back(in_gradient[i]);
  }
  fill_up(tables.positions);
  tables.windows = spread(output, size, {0, 0}, map.columns);
  tables.cells = window(size, {1, 1}, map.columns);
  tables.gradient_windows = spread(output, gap, gradient.border, gradient.shape.columns);
  tables.gradient_cells = window(size, gradient.step, gradient.shape.columns);
  for (const std::uint16_t cell : tables.gradient_cells) {
    tables.codes.push_back(8u * cell);
    tables.codes.push_back(8u * cell);
  }
  tables.places = places_of(conv);
  if (!goes_down) return tables;
  tables.back_taps = back_taps_of(conv, gradient);
  tables.back_positions = spread(conv.input, {1, 1}, conv.padding, gradient.shape.columns);
  fill_up(tables.back_positions);
  return tables;
}

std::vector<Run> gather_runs(const Convolution& conv, std::span<const Block> blocks) {
  const Offsets places = places_of(conv);
  std::vector<Run> runs;
  for (const Block& block : blocks)
    add_runs(
        block, block_sample_bytes(block), static_cast<std::uint32_t>(source_bytes(conv)),
        [&](std::uint32_t neuron, std::uint32_t index) {
          return Place{block.offset + 4 * index, 4u * places[neuron]};
        },
        runs);
  return runs;
}

std::vector<Run> scatter_runs(const Convolution& conv, std::span<const Block> blocks) {
  const auto positions = static_cast<std::uint32_t>(conv.input.positions());
  const auto channel = static_cast<std::uint32_t>(in_groups(positions));
  std::vector<Run> runs;
  for (const Block& block : blocks)
    add_runs(
        block, static_cast<std::uint32_t>(result_bytes(conv)), block_sample_bytes(block),
        [&](std::uint32_t neuron, std::uint32_t index) {
          return Place{4 * (neuron / positions * channel + neuron % positions),
                       block.offset + 4 * index};
        },
        runs);
  return runs;
}

std::uint64_t source_bytes(const Convolution& conv) { return (conv.padded().size() + 1) / 2 * 8; }

std::uint64_t sums_plane_bytes(const Convolution& conv) {
  return 8 * in_groups(conv.map().positions());
}

std::uint64_t result_bytes(const Convolution& conv) {
  return 4 * conv.input.channels * in_groups(conv.input.positions());
}

void check_program(const models::Network& network, const Mapping& mapping) {
  if (mapping.program == kProgramLayerByLayer) return;
  for (std::uint32_t l = 0; l < network.layers(); ++l) {
    if (!network.projection(l).is_conv()) continue;
    arch::base::raise<arch::base::CompileError>(
        {}, "network." + network.layer(l).name,
        std::string("the program ") +
            (mapping.program == kProgramSparseBptt ? "sparse_bptt" : "matrix_unit") +
            " has no convolutions",
        "choose the program layer_by_layer in the mapping section");
  }
}

void check_convolution(const Convolution& conv, const std::string& layer) {
  const std::uint64_t elements = conv.padded().size();
  const std::uint64_t positions = gradient_map(conv, true).shape.positions();
  if (elements <= kMostOffsets && positions <= kMostOffsets) return;
  arch::base::raise<arch::base::CompileError>(
      {}, "network." + layer,
      "its convolution reads maps of " + std::to_string(elements) +
          " elements, border included, and its gradient has " + std::to_string(positions) +
          " positions; both are at most " + std::to_string(kMostOffsets) +
          ", which 16-bit offsets can name");
}

}  // namespace bspike::kernels::conv
