// Owns the table of placement strategies: how each layer's neurons are split over tiles.
// Contract: a strategy returns, by layer, slices of ascending neurons that cover the layer once,
// none splits a pair of neurons (2i, 2i + 1), and no tile holds two slices of one layer; tiles are
// those it was given.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "kernels/compile.hpp"

namespace bspike::kernels {

// What a strategy knows of a layer.
struct LayerSize {
  std::uint32_t neurons = 0;  // of a convolution its channels, which have all positions
  std::uint64_t weights = 0;  // biases included, each as often as a sample uses it in a time step
};

struct PartitionerRow {
  std::string_view name;
  std::vector<std::vector<Slice>> (*split)(std::span<const LayerSize> layers,
                                           std::span<const arch::TileId> tiles);
  std::string_view doc;
};

[[nodiscard]] std::span<const PartitionerRow> partitioner_table();

// The tiles that the mapping leaves, ascending; throws CompileError where the machine has no such.
[[nodiscard]] std::vector<arch::TileId> usable_tiles(const arch::Machine& machine,
                                                     const Mapping& mapping);

// Spreads a layer's pairs of neurons as evenly as they go over `parts` tiles from `first` on, the
// larger slices first; more parts than pairs leave tiles free. Wraps around the end of `tiles`.
[[nodiscard]] std::vector<Slice> split_evenly(std::uint32_t layer, std::uint32_t neurons,
                                              std::span<const arch::TileId> tiles,
                                              std::size_t first, std::size_t parts);

}  // namespace bspike::kernels
