// Owns the rule that fills a chip with a sparse network: one tile is left free, the output layer
// takes as many tiles as its classes need, and the hidden layers share the rest evenly, the first
// ones taking a tile more where it does not divide. Each neuron's tile has `neurons_per_tile`.
#pragma once

#include <cstdint>
#include <vector>

namespace bspike::models {

struct SparseSizes {
  std::vector<std::uint32_t> tiles;       // a layer, the output last
  std::vector<std::uint32_t> neurons;     // a layer
  std::vector<std::uint32_t> capacities;  // of its spike lists
};

struct SparseShape {
  std::uint32_t tiles = 0;  // of the chip
  std::uint32_t neurons_per_tile = 0;
  std::uint32_t hidden_layers = 0;
  std::uint32_t classes = 0;
  double max_activity = 0;  // share of a layer that its lists hold
};

// Throws ConfigError if the chip has fewer tiles than layers need.
[[nodiscard]] SparseSizes sparse_sizes(const SparseShape& shape);

// 2 floor(activity neurons / 2); at least 2 for the output layer.
[[nodiscard]] std::uint32_t list_capacity(double max_activity, std::uint32_t neurons);

}  // namespace bspike::models
