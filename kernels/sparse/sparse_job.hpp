// Owns what the sparse program is compiled from: a checked network, its layers' places on the chip
// and the codelets of loss and optimiser. Contract: layers lie on consecutive tiles from tile 1 on,
// the same number of neurons on each tile.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/codelet_names.hpp"
#include "kernels/compile.hpp"
#include "kernels/sparse/mapping_rules.hpp"

namespace bspike::kernels::sparse {

// Tile 0 keeps the time index and no neurons.
inline constexpr TileId kControlTile = 0;
inline constexpr TileId kFirstNeuronTile = 1;

struct SparseLayer {
  std::uint32_t index = 0;
  std::uint32_t neurons = 0;
  std::uint32_t fan_in = 0;
  std::uint32_t capacity = 0;        // of its list
  std::uint32_t capacity_below = 0;  // of the list it hears
  TileId first_tile = 0;
  std::uint32_t tiles = 0;
  std::uint32_t spread = 0;  // list-building tiles of a sample and threshold
  // Of B8; layers from 1 on.
  Groups groups;
  std::uint32_t first_reduction_tile = 0;  // counted from tile 1
  std::uint32_t reduction_tiles = 0;

  [[nodiscard]] std::uint32_t list_workers(std::uint32_t workers) const { return spread * workers; }
};

struct SparseJob {
  const models::Network& network;
  const arch::Machine& machine;
  const Mapping& mapping;
  NetworkCodelets learning;  // loss and optimiser
  std::uint32_t chip_tiles = 0;
  std::uint32_t neurons_per_tile = 0;
  std::uint32_t batch = 0;
  std::uint32_t time_steps = 0;
  std::uint32_t workers = 0;
  std::vector<SparseLayer> layers;

  [[nodiscard]] std::uint32_t lists() const {
    return static_cast<std::uint32_t>(layers.size()) + 1;
  }
  [[nodiscard]] const SparseLayer& output() const { return layers.back(); }
  [[nodiscard]] std::uint32_t classes() const { return output().neurons; }
  // Entries of list l: 0 is the input's.
  [[nodiscard]] std::uint32_t capacity(std::uint32_t list) const {
    return list == 0 ? network.input().capacity() : layers[list - 1].capacity;
  }
  // Tile `index` of a ring that leaves the control tile out.
  [[nodiscard]] TileId ring_tile(std::uint32_t index) const {
    return kFirstNeuronTile + index % (chip_tiles - kFirstNeuronTile);
  }
  [[nodiscard]] TileId reduction_tile(const SparseLayer& layer, std::uint32_t index) const {
    return ring_tile(layer.first_reduction_tile + index);
  }
  [[nodiscard]] bool log_variant() const;
  // Rows of an odd number of neurons are not aligned for pairs: scalar codelets take them.
  [[nodiscard]] bool odd() const { return neurons_per_tile % 2 != 0; }
  // Of a row of neurons, as its codelets count it: numbers if odd, else pairs.
  [[nodiscard]] std::uint32_t row_length() const {
    return odd() ? neurons_per_tile : neurons_per_tile / 2;
  }
  // Weight gradients of a layer on a tile: one a worker, or one that the workers share out.
  [[nodiscard]] std::uint32_t gradient_replicas() const;
};

// Throws CompileError for a network or mapping that the program cannot express.
[[nodiscard]] SparseJob make_job(const models::Network& network, const arch::Machine& machine,
                                 const Mapping& mapping);

[[nodiscard]] Placement place_sparse(const models::Network& network, const arch::Machine& machine,
                                     const Mapping& mapping);

}  // namespace bspike::kernels::sparse
