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
  bool hands_on_membrane = false;                        // instead of spikes: the last layer alone
  Reset reset = Reset::kZero;
  bool reset_delay = true;
  std::uint32_t delay = 0;
  std::optional<Convolution> convolution;  // in the place of dense weights
  std::vector<double> weight;              // [size][fan in]; of a convolution [channels][taps]
  std::vector<double> bias;                // empty: none
  // With which it hears its own spikes, one time step late: [size][size] and [size]; empty: not.
  std::vector<double> recurrent_weight;
  std::vector<double> recurrent_bias;
};

struct NirLayers {
  std::uint32_t inputs = 0;
  // The last layer is a readout of membranes.
  [[nodiscard]] bool has_readout() const { return layers.back().hands_on_membrane; }
  MapShape input_map;  // where a convolution hears the input
  std::vector<NirLayer> layers;
};

// `dt_seconds`: nothing if the run file does not say; an error if a node needs it.
[[nodiscard]] NirLayers layers_of(const NirFile& file, std::optional<double> dt_seconds);

}  // namespace bspike::models
