// Owns what a NIR graph computes as a stack of layers, discretised with a time step: which neuron
// model with which numbers, and the weights that lead to it. Contract: the layers do what the graph
// says under the rules of docs/data.md; a node that cannot be run so is a ConfigError that names it
// and says why, and all such nodes are gathered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/network/network.hpp"
#include "models/nir/nir_graph.hpp"

namespace bspike::models {

struct NirLayer {
  std::string name;  // of the node with the neurons
  std::uint32_t size = 0;
  std::string model;  // of neuron_table()
  std::map<std::string, double> parameters;
  std::map<std::string, std::vector<double>> differing;  // those that differ from neuron to neuron
  Reset reset = Reset::kZero;
  bool reset_delay = true;
  std::uint32_t delay = 0;
  std::vector<double> weight;  // [size][fan in]
  std::vector<double> bias;    // empty: none
  // With which it hears its own spikes, one time step late: [size][size] and [size]; empty: not.
  std::vector<double> recurrent_weight;
  std::vector<double> recurrent_bias;
};

struct NirLayers {
  std::uint32_t inputs = 0;
  std::vector<NirLayer> layers;
};

// `dt_seconds`: nothing if the run file does not say; an error if a node needs it.
[[nodiscard]] NirLayers layers_of(const NirFile& file, std::optional<double> dt_seconds);

}  // namespace bspike::models
