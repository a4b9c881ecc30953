// Tests that replicas of a network, each with its share of the batch, train it as one does: every
// neuron model, what layers may have besides, each way to look at the outputs, and what is kept
// from step to step.
#include <gtest/gtest.h>

#include <functional>

#include "tests/support/network_on_machine.hpp"
#include "tests/support/small_network.hpp"

namespace bspike {
namespace {

using models::Recurrence;
using models::Reset;
using models::Scope;
using tests::NetworkShape;

struct ReplicaCase {
  std::string name;
  std::function<void(NetworkShape&)> change = [](NetworkShape&) {};
  bool lists = false;
};

void PrintTo(const ReplicaCase& tested, std::ostream* out) { *out << tested.name; }

models::Network network_of(const ReplicaCase& tested) {
  NetworkShape shape;
  shape.sizes = {12, 9, 7, 5};
  shape.time_steps = 4;
  shape.batch = 6;
  tested.change(shape);
  models::Network network = tests::make_network(shape);
  if (tested.lists)
    for (const std::uint32_t vertex : {1U, 2U})
      network.graph[vertex].list = models::ListSpec{models::ListRule::kSpikesFirst, 3, 0.2};
  network.init.scale = 1;
  network.init.offset = 0.1;
  return network;
}

class Replicas : public testing::TestWithParam<ReplicaCase> {};

TEST_P(Replicas, EqualTheReference) {
  const models::Network network = network_of(GetParam());
  const models::StepInput input = tests::random_input(network, network.classes());
  const auto step =
      models::reference_step<float>(network, input, models::initial_parameters(network));
  EXPECT_GT(tests::largest(step.spikes.front()), 0);
  kernels::Mapping mapping;
  mapping.replicas = 2;
  tests::expect_equals_reference(network, input, {7U}, mapping);
  mapping.replicas = 6;
  tests::expect_equals_reference(network, input, {40U}, mapping);
}

std::vector<ReplicaCase> cases() {
  const auto model = [](const char* name, Reset reset = Reset::kSubtract, bool delay = true) {
    return [=](NetworkShape& shape) {
      shape.model = name;
      shape.reset = reset;
      shape.reset_delay = delay;
    };
  };
  const auto loss = [](const char* name) { return [=](NetworkShape& s) { s.loss = name; }; };
  return {{"leaky"},
          {"no_bias", [](NetworkShape& shape) { shape.bias = false; }},
          {"synaptic", model("Synaptic")},
          {"all_to_all", model("RLeaky", Reset::kZero, false)},
          {"one_to_one",
           [](NetworkShape& shape) {
             shape.model = "RSynaptic";
             shape.recurrence = Recurrence::kOneToOne;
           }},
          {"trained_numbers",
           [](NetworkShape& shape) {
             shape.learned = {{"beta", Scope::kNeuron}, {"threshold", Scope::kLayer}};
           }},
          {"lists", [](NetworkShape&) {}, true},
          {"each_step", loss("ce_rate")},
          {"membranes", loss("mse_membrane")},
          {"highest", loss("ce_max_membrane")},
          {"population", [](NetworkShape& shape) {
             shape.sizes.back() = 6;
             shape.classes = 3;
           }}};
}

INSTANTIATE_TEST_SUITE_P(Kinds, Replicas, testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });

// Each replica updates its part, and all have the whole before the next step.
TEST(ReplicasOverSteps, UpdateAsOne) {
  const models::Network network = network_of({"leaky"});
  const models::StepInput input = tests::random_input(network, network.classes());
  models::Parameters<float> parameters = models::initial_parameters(network);
  std::map<std::string, std::vector<tests::Floats>> state;
  for (std::uint64_t step = 1; step <= 3; ++step)
    models::reference_update(network, step, parameters,
                             models::reference_step<float>(network, input, parameters).gradients,
                             state);
  kernels::Mapping mapping;
  mapping.replicas = 3;
  const auto found =
      tests::tensors_of(network, input, {12, kernels::Purpose::kTraining, mapping, 3});
  for (const auto& [name, values] : parameters)
    tests::expect_near(found.at(name), values, 1e-4, name);
}

// What a checkpoint brings lies on one tile, and of numbers of a whole layer in one lane.
TEST(ReplicasOverSteps, RestoredParametersReachAll) {
  models::Network network = network_of({"", [](NetworkShape& shape) {
                                          shape.learned = {{"beta", Scope::kLayer}};
                                        }});
  const models::StepInput input = tests::random_input(network, network.classes());
  models::ParameterSet restored = models::initial_parameters(network);
  for (auto& [name, values] : restored)
    for (float& value : values) value *= 0.8F;
  const auto expected = models::reference_step<float>(network, input, restored);
  double wanted = 0;
  for (const float spike : expected.spikes.back()) wanted += spike;
  EXPECT_GT(wanted, 0);
  for (const std::uint32_t replicas : {1U, 3U}) {
    SCOPED_TRACE(replicas);
    kernels::Mapping mapping;
    mapping.replicas = replicas;
    for (const auto purpose : {kernels::Purpose::kTraining, kernels::Purpose::kInference}) {
      const auto found = tests::tensors_of(network, input, {12, purpose, mapping, 1, restored});
      double spikes = 0;
      for (const float count : found.at("output.count")) spikes += count;
      EXPECT_EQ(spikes, wanted);
      if (purpose == kernels::Purpose::kInference) continue;
      tests::expect_near(found.at("n1.mem"), expected.states[1].at("mem"), 2e-5, "n1.mem");
    }
  }
}

}  // namespace
}  // namespace bspike
