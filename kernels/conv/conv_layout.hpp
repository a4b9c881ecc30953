// Owns where the maps and tables of a convolution lie on its tiles: docs/training_step.md,
// "Convolutions". Contract: tables and the source map are at the same address on all tiles of a
// layer.
#pragma once

#include <cstddef>
#include <functional>

#include "kernels/conv/conv_tables.hpp"
#include "kernels/memory/memory_planner.hpp"

namespace bspike::kernels::conv {

// What is the same on all tiles of a layer.
struct ConvLayer {
  models::Convolution shape;
  bool from_ids = false;  // spikes arrive as lists, else as blocks
  std::uint32_t source = 0;
  std::vector<std::byte> tables;
  std::uint32_t table_base = 0;
  // Addresses.
  std::uint32_t taps = 0, positions = 0, meetings = 0, windows = 0, cells = 0;
  std::uint32_t gradient_windows = 0, gradient_cells = 0, codes = 0, places = 0;
  std::uint32_t back_taps = 0, back_positions = 0, gather = 0, scatter = 0;
  std::uint32_t gather_entries = 0, scatter_entries = 0;
  std::uint32_t gradient_positions = 0;  // of a plane of the gradient's map
};

// What a tile keeps for its channels. Weights, their gradient and the partials for the layer below
// are f32, as the codelets take them: copies where the slice's own are f16.
struct ConvSlice {
  std::uint32_t first_channel = 0, channels = 0, planes = 0;
  std::uint32_t sums = 0, winners = 0, map_gradient = 0, result = 0;
  std::uint32_t plane_table = 0;
  std::uint32_t parameters = 0, gradient = 0, partials = 0;
  std::vector<std::uint32_t> plane_words;
};

struct ConvBelow {
  std::span<const Slice> slices;  // of the layer below; none: lists
  std::span<const std::uint32_t> block_offsets;
  std::uint32_t grain = 2;  // neurons that a slice's blocks are padded to
};

[[nodiscard]] ConvLayer plan_conv_layer(const models::Network& network, std::uint32_t layer,
                                        const ConvBelow& below, std::span<const arch::TileId> tiles,
                                        MemoryPlanner& memory);
// Channels of a slice.
[[nodiscard]] ConvSlice conv_slice(const models::Convolution& conv, const Slice& slice);

using TakeFn = std::function<std::uint32_t(const std::string& what, arch::MemoryCategory category,
                                           std::uint64_t bytes)>;
// `slots` of the winners' history; `training` adds the way back, `goes_down` to the layer below.
struct ConvNeeds {
  std::uint64_t batch = 0, step_bytes = 0, slots = 0;
  bool training = false, goes_down = false;
};
void allocate_conv(const ConvLayer& layer, const ConvNeeds& needs, const TakeFn& take,
                   ConvSlice& slice);

}  // namespace bspike::kernels::conv
