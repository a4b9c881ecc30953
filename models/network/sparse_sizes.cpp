// Owns the arithmetic of filling a chip.
#include "models/network/sparse_sizes.hpp"

#include <algorithm>
#include <string>

#include "arch/base/diagnostics.hpp"

namespace bspike::models {

std::uint32_t list_capacity(double max_activity, std::uint32_t neurons) {
  return 2 * static_cast<std::uint32_t>(max_activity * neurons / 2);
}

SparseSizes sparse_sizes(const SparseShape& shape) {
  const std::uint32_t output_tiles =
      (shape.classes + shape.neurons_per_tile - 1) / shape.neurons_per_tile;
  if (shape.tiles < 1 + output_tiles + shape.hidden_layers)
    arch::base::raise<arch::base::ConfigError>(
        {}, "network",
        std::to_string(shape.tiles) + " tiles are too few for " +
            std::to_string(shape.hidden_layers) + " hidden layers and " +
            std::to_string(shape.classes) + " classes");
  const std::uint32_t shared = shape.tiles - 1 - output_tiles;
  SparseSizes sizes;
  for (std::uint32_t l = 0; l < shape.hidden_layers; ++l) {
    const std::uint32_t extra = l < shared % shape.hidden_layers ? 1 : 0;
    sizes.tiles.push_back(shared / shape.hidden_layers + extra);
    sizes.neurons.push_back(sizes.tiles.back() * shape.neurons_per_tile);
    sizes.capacities.push_back(list_capacity(shape.max_activity, sizes.neurons.back()));
  }
  sizes.tiles.push_back(output_tiles);
  sizes.neurons.push_back(shape.classes);
  sizes.capacities.push_back(std::max(list_capacity(shape.max_activity, shape.classes), 2u));
  return sizes;
}

}  // namespace bspike::models
