// Owns networks with spike lists and inputs for them, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arch/base/random.hpp"
#include "models/reference/reference.hpp"
#include "tests/support/small_network.hpp"

namespace bspike::tests {

struct SparseShape {
  std::vector<std::uint32_t> sizes{20, 12, 8, 4};     // inputs, then layers
  std::vector<std::uint32_t> capacities{6, 4, 4, 2};  // of their lists
  std::uint32_t time_steps = 6;
  std::uint32_t batch = 6;
  std::string optimizer = "Adam";
  std::uint64_t seed = 1;
};

inline models::Population sparse_population(const SparseShape& shape, std::uint32_t index) {
  models::Population population;
  population.name = "layer" + std::to_string(index);
  population.size = shape.sizes[index + 1];
  population.model = row_named(models::neuron_table(), "SparseLeaky");
  population.parameters = {{"beta", 0.8}, {"threshold", 1}, {"gain", 10}};
  population.reset = models::Reset::kZero;
  population.surrogate.row = row_named(models::surrogate_table(), "fast_sigmoid");
  population.surrogate.arguments = {{"slope", 10}};
  const bool output = index + 2 == shape.sizes.size();
  population.list = models::ListSpec{models::ListRule::kSpikesFirst, shape.capacities[index + 1],
                                     output ? -100.0 : 0.5};
  return population;
}

inline models::Network make_sparse_network(const SparseShape& shape) {
  models::Network network;
  models::Population input;
  input.name = "input";
  input.size = shape.sizes.front();
  input.is_input = true;
  input.input_capacity = shape.capacities.front();
  boost::add_vertex(input, network.graph);
  for (std::uint32_t layer = 0; layer + 1 < shape.sizes.size(); ++layer) {
    boost::add_vertex(sparse_population(shape, layer), network.graph);
    models::Projection projection;
    projection.name = "fc" + std::to_string(layer);
    projection.bias = false;
    projection.delay = layer == 0 ? 0 : 1;
    boost::add_edge(layer, layer + 1, projection, network.graph);
  }
  network.time_steps = shape.time_steps;
  network.batch = shape.batch;
  network.init.scale = 2;
  network.loss.row = row_named(models::loss_table(), "ce_count");
  network.optimizer.row = row_named(models::optimizer_table(), shape.optimizer);
  network.optimizer.arguments =
      arguments_of(models::optimizer_table()[network.optimizer.row].arguments, 0.01);
  network.init_seed = shape.seed;
  return network;
}

// Lists of any length up to the capacity; ids may repeat, as they do without de-duplication.
inline models::StepInput sparse_input(const models::Network& network, std::uint64_t seed) {
  models::StepInput input;
  std::uint64_t draw = 0;
  const auto below = [&](std::uint64_t limit) {
    return static_cast<std::uint32_t>(arch::base::random_bits(seed, 1, draw++) % limit);
  };
  for (std::uint32_t list = 0; list < network.time_steps * network.batch; ++list) {
    auto& ids = input.ids.emplace_back(below(network.input().capacity() + 1ULL));
    for (std::uint32_t& id : ids) id = below(network.input().size);
    std::sort(ids.begin(), ids.end());
  }
  for (std::uint32_t b = 0; b < network.batch; ++b) {
    input.targets.push_back(below(network.layer(network.layers() - 1).size));
  }
  return input;
}

}  // namespace bspike::tests
