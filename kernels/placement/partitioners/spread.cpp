// Owns the placement strategy `spread`: every layer as wide as it goes, small layers on tiles that
// the layers before left idle.
#include "kernels/placement/partitioners/spread.hpp"

namespace bspike::kernels {

std::vector<std::vector<Slice>> split_spread(std::span<const LayerSize> layers,
                                             std::span<const arch::TileId> tiles) {
  std::vector<std::vector<Slice>> result;
  std::size_t first = 0;
  for (std::uint32_t layer = 0; layer < layers.size(); ++layer) {
    result.push_back(split_evenly(layer, layers[layer].neurons, tiles, first, tiles.size()));
    first = (first + result.back().size()) % tiles.size();
  }
  return result;
}

}  // namespace bspike::kernels
