// Owns making a network from the model description of a reference case.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "models/network/network.hpp"
#include "models/neurons/neuron_table.hpp"
#include "models/reference/json_cursor.hpp"

namespace bspike::models {

// Layers, loss, time steps and batch. Problems go to the cursor's sink; the network is whole only
// if there were none. Hyper-parameters are rounded to float, as the format asks.
[[nodiscard]] Network read_case_network(const JsonCursor& root);

// An optimiser's settings as torch names them (betas as a pair).
[[nodiscard]] OptimizerSpec read_case_optimizer(const JsonCursor& node, const std::string& name);

// Arguments that a table row declares, from an object that may also have the keys `others`; any
// other key is a problem.
void read_case_arguments(const JsonCursor& node, std::span<const ParameterInfo> infos,
                         const std::vector<std::string>& others,
                         std::map<std::string, double>& values);

}  // namespace bspike::models
