// Owns networks for tests, built in memory with the tables' rows by name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "models/learning/learning_tables.hpp"
#include "models/network/network.hpp"
#include "models/neurons/neuron_table.hpp"

namespace bspike::tests {

struct NetworkShape {
  std::vector<std::uint32_t> sizes{5, 4, 3};  // inputs, then layers
  std::uint32_t time_steps = 3;
  std::uint32_t batch = 2;
  std::string model = "Leaky";
  models::Reset reset = models::Reset::kSubtract;
  std::string surrogate = "fast_sigmoid";
  std::string loss = "ce_count";
  std::string optimizer = "Adam";
  bool reset_delay = true;
  models::Recurrence recurrence = models::Recurrence::kAllToAll;  // of models that hear themselves
  std::map<std::string, models::Scope> learned = {};
  std::uint32_t classes = 0;  // of a population code
  bool bias = true;
  std::uint64_t seed = 1;
  models::InputSignal signal = models::InputSignal::kSpikes;
};

template <class Row>
std::uint32_t row_named(std::span<const Row> rows, std::string_view name) {
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    if (rows[i].name == name) return i;
  }
  throw std::invalid_argument("no row " + std::string(name));
}

// Every argument at its fallback, required ones at `required`.
inline std::map<std::string, double> arguments_of(std::span<const models::ParameterInfo> infos,
                                                  double required) {
  std::map<std::string, double> values;
  for (const models::ParameterInfo& info : infos) {
    values[std::string(info.name)] = info.required ? required : info.fallback;
  }
  return values;
}

inline models::Population population_of(const NetworkShape& shape, std::uint32_t index) {
  models::Population population;
  population.name = "layer" + std::to_string(index);
  population.size = shape.sizes[index + 1];
  population.model = row_named(models::neuron_table(), shape.model);
  population.parameters = arguments_of(models::neuron_table()[population.model].parameters, 0.9);
  population.parameters["threshold"] = 0.4;
  if (population.parameters.contains("alpha")) population.parameters["beta"] = 0.7;
  population.reset = shape.reset;
  population.reset_delay = shape.reset_delay;
  population.learned = shape.learned;
  if (models::neuron_table()[population.model].recurrent) population.recurrence = shape.recurrence;
  if (population.recurrence == models::Recurrence::kOneToOne) {
    population.parameters["V"] = 0.5;
    population.learned.try_emplace("V", models::Scope::kNeuron);
  }
  population.surrogate.row = row_named(models::surrogate_table(), shape.surrogate);
  population.surrogate.arguments =
      arguments_of(models::surrogate_table()[population.surrogate.row].arguments, 2);
  // Where membranes are.
  if (population.surrogate.arguments.contains("B")) population.surrogate.arguments["B"] = -0.5;
  return population;
}

inline models::Network make_network(const NetworkShape& shape) {
  models::Network network;
  models::Population input;
  input.name = "input";
  input.size = shape.sizes.front();
  input.is_input = true;
  input.signal = shape.signal;
  boost::add_vertex(input, network.graph);
  for (std::uint32_t layer = 0; layer + 1 < shape.sizes.size(); ++layer) {
    boost::add_vertex(population_of(shape, layer), network.graph);
    models::Projection projection;
    projection.name = "fc" + std::to_string(layer);
    projection.bias = shape.bias;
    boost::add_edge(layer, layer + 1, projection, network.graph);
  }
  network.time_steps = shape.time_steps;
  network.batch = shape.batch;
  network.loss.row = row_named(models::loss_table(), shape.loss);
  network.loss.classes = shape.classes;
  network.loss.arguments = arguments_of(models::loss_table()[network.loss.row].arguments, 0.5);
  network.optimizer.row = row_named(models::optimizer_table(), shape.optimizer);
  network.optimizer.arguments =
      arguments_of(models::optimizer_table()[network.optimizer.row].arguments, 0.01);
  network.init_seed = shape.seed;
  return network;
}

}  // namespace bspike::tests
