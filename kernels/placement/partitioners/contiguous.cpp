// Owns the placement strategy `contiguous`: disjoint ranges of tiles, in proportion to the layers'
// weights. With fewer tiles than layers a range is one tile, and layers share tiles in turn.
#include "kernels/placement/partitioners/contiguous.hpp"

#include <algorithm>
#include <numeric>

namespace bspike::kernels {
namespace {

// Tiles of each layer: one at least, then what is left by weight, largest remainder first.
std::vector<std::size_t> shares(std::span<const LayerSize> layers, std::size_t tiles) {
  std::vector<std::size_t> result(layers.size(), 1);
  if (tiles <= layers.size()) return result;
  std::uint64_t total = 0;
  for (const LayerSize& layer : layers) total += layer.weights;
  const std::size_t spare = tiles - layers.size();
  std::vector<std::uint64_t> remainder(layers.size());
  std::size_t given = 0;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    result[i] += spare * layers[i].weights / total;
    remainder[i] = spare * layers[i].weights % total;
    given += result[i] - 1;
  }
  std::vector<std::size_t> order(layers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return remainder[a] > remainder[b]; });
  for (std::size_t i = 0; given < spare; ++i, ++given) ++result[order[i % order.size()]];
  return result;
}

}  // namespace

std::vector<std::vector<Slice>> split_contiguous(std::span<const LayerSize> layers,
                                                 std::span<const arch::TileId> tiles) {
  const std::vector<std::size_t> parts = shares(layers, tiles.size());
  std::vector<std::vector<Slice>> result;
  std::size_t first = 0;
  for (std::uint32_t layer = 0; layer < layers.size(); ++layer) {
    result.push_back(split_evenly(layer, layers[layer].neurons, tiles, first, parts[layer]));
    first = (first + parts[layer]) % tiles.size();
  }
  return result;
}

}  // namespace bspike::kernels
