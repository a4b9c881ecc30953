// Owns which keys a network section has: one description of each part, from which reading, dumping
// and the reference follow. Rows of tables bring their own parameters, so a new row needs no edit
// here.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "arch/base/fields.hpp"
#include "models/network/convolution_fields.hpp"
#include "models/network/described.hpp"
#include "models/network/network.hpp"
#include "models/neurons/neuron_table.hpp"

namespace bspike::models {

// A layer as its section names it: the population and the projection that feeds it.
struct LayerSection {
  Population population;
  Projection projection;
  ListKeys lists;  // of the projection
};

[[nodiscard]] std::string_view reset_name(Reset reset);

void describe_parameters(arch::base::FieldVisitor& visit, std::span<const ParameterInfo> infos,
                         std::map<std::string, double>& values);

// Scalars and small mappings of each part; subtrees (layers, neuron, list, surrogate, loss,
// optimizer) are read by their own description.
void describe_numbers(arch::base::FieldVisitor& visit, Network& network, Population& input);
void describe_layer(arch::base::FieldVisitor& visit, LayerSection& layer);
void describe_neuron(arch::base::FieldVisitor& visit, Population& population);
void describe_list(arch::base::FieldVisitor& visit, ListSpec& list);
void describe_surrogate(arch::base::FieldVisitor& visit, SurrogateSpec& spec);
void describe_loss(arch::base::FieldVisitor& visit, LossSpec& spec);
void describe_optimizer(arch::base::FieldVisitor& visit, OptimizerSpec& spec);

}  // namespace bspike::models
