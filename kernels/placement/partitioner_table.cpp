// Owns the rows of the placement strategies and the even split that they share.
#include "kernels/placement/partitioner_table.hpp"

#include <algorithm>

#include "kernels/placement/partitioners/contiguous.hpp"
#include "kernels/placement/partitioners/spread.hpp"

namespace bspike::kernels {

std::span<const PartitionerRow> partitioner_table() {
  static const PartitionerRow rows[] = {
      {"spread", split_spread,
       "Each layer over as many tiles as it has pairs of neurons; the next layer starts behind it "
       "and wraps around."},
      {"contiguous", split_contiguous,
       "Disjoint ranges of tiles, in proportion to the layers' weights."},
  };
  return rows;
}

std::vector<Slice> split_evenly(std::uint32_t layer, std::uint32_t neurons,
                                std::span<const arch::TileId> tiles, std::size_t first,
                                std::size_t parts) {
  const std::size_t pairs = (neurons + 1) / 2;
  const std::size_t count = std::min({parts, pairs, tiles.size()});
  std::vector<Slice> slices;
  slices.reserve(count);
  std::size_t next = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto begin = static_cast<std::uint32_t>(2 * next);
    next += pairs / count + (i < pairs % count ? 1 : 0);
    const auto end = std::min(neurons, static_cast<std::uint32_t>(2 * next));
    slices.push_back({layer, begin, end - begin, tiles[(first + i) % tiles.size()]});
  }
  return slices;
}

}  // namespace bspike::kernels
