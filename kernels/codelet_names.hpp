// Owns which codelets a network needs: names built from the rows of models' tables, and the numbers
// that those codelets may ask for by name. Contract: a row without codelets is a CompileError that
// names it; nothing here knows a model, loss or optimiser.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/compile.hpp"

namespace bspike::kernels {

using NamedNumbers = std::map<std::string, double, std::less<>>;

struct LayerCodelets {
  std::string forward;
  std::string backward;
  std::uint32_t forward_neurons = 2;  // that the forward codelet's `pairs` counts as one
  bool carry_is_gradient = false;     // the backward codelet takes one buffer for both
  std::string list;                   // of a population with a spike list
  NamedNumbers list_numbers;          // its capacity and thresholds
  NamedNumbers numbers;  // parameters of the model; `surrogate_` and the surrogate's arguments
};

struct NetworkCodelets {
  std::vector<LayerCodelets> layers;
  std::string loss;
  NamedNumbers loss_numbers;
  std::string optimizer;
  std::string number_optimizer;  // of neuron models' numbers, which are f32 always
  std::vector<std::string> optimizer_states;
  NamedNumbers optimizer_numbers;
};

[[nodiscard]] NetworkCodelets network_codelets(const models::Network& network, Purpose purpose);

// Loss and optimiser alone.
[[nodiscard]] NetworkCodelets learning_codelets(const models::Network& network);

// A number by its name, or derived from one: docs/training_step.md, "Codelets".
[[nodiscard]] std::optional<double> find_number(const NamedNumbers& numbers, std::string_view name);

}  // namespace bspike::kernels
