// Owns what of a slice is trained, as stretches of pairs whose values, gradients and optimiser
// states have one layout, and which part of each a replica of the network updates.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/training_layout.hpp"

namespace bspike::kernels {

struct TrainedRegion {
  std::uint32_t parameters = 0, gradient = 0;
  std::vector<std::uint32_t> states;
  std::uint32_t pairs = 0;
  // Where the replicas' gradients of the own part arrive, one behind the other.
  std::uint32_t replica_gradients = 0;
  bool is_number = false;  // of a neuron model
  // Bytes a pair: 8, or 4 of f16, which is moved and added in words of two pairs.
  std::uint32_t parameter_pair = 8, gradient_pair = 8;
  std::uint32_t grain = 1;  // pairs that are not divided
};

struct PairRange {
  std::uint32_t first = 0, count = 0;

  // Bytes.
  [[nodiscard]] std::uint32_t offset(std::uint32_t pair = 8) const { return pair * first; }
  [[nodiscard]] std::uint32_t bytes(std::uint32_t pair = 8) const { return pair * count; }
};

// The projection, recurrent weights, numbers a neuron.
[[nodiscard]] std::vector<TrainedRegion> trained_regions(const Job& job, const SliceLayout& slice);
// Pairs of the projection that are trained: without a bias, those in front of it.
[[nodiscard]] std::uint32_t projection_pairs(const Job& job, const SliceLayout& slice);
// Pairs of weights that are not divided among replicas.
[[nodiscard]] std::uint32_t share_grain(const Job& job);
// What a replica updates: an equal share of the pairs, as far as they go, in whole grains.
[[nodiscard]] PairRange share_of(std::uint32_t pairs, std::uint32_t replicas, std::uint32_t replica,
                                 std::uint32_t grain = 1);
[[nodiscard]] std::uint64_t replica_gradient_bytes(const Job& job, const SliceLayout& slice);

}  // namespace bspike::kernels
