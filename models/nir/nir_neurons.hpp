// Owns how a node with neurons becomes a neuron model: the discretisation. Contract: one function a
// node, with no idea of the graph around it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/nir/nir_layers.hpp"

namespace bspike::models {

// Says that the node cannot be run, and why.
struct NirRefusal {
  std::string reason;
};

struct NirNeurons {
  NirLayer layer;             // its model, parameters and reset
  std::vector<double> gain;   // by which each neuron's weights and bias are multiplied
  std::vector<double> drive;  // then added to its bias
};

[[nodiscard]] bool has_neurons(const NirNode& node);
// Makes the neurons hear themselves through a Linear or an Affine. Throws NirRefusal.
void add_recurrence(const NirNode& weights, NirNeurons& neurons);
// Throws NirRefusal.
[[nodiscard]] NirNeurons neurons_of(const NirNode& node, std::uint64_t size,
                                    std::optional<double> dt_seconds);

}  // namespace bspike::models
