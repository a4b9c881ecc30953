// Tests that spikes may take several time steps from layer to layer on the virtual machine as on
// the host: of layers of every kind, of the input, longer than the time there is, and in replicas.
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

struct DelayCase {
  std::string name;
  std::function<void(NetworkShape&)> change = [](NetworkShape&) {};
  std::vector<std::uint32_t> delays{0, 2, 1};
  std::optional<models::ListRule> list = {};
};

void PrintTo(const DelayCase& tested, std::ostream* out) { *out << tested.name; }

models::Network network_of(const DelayCase& tested) {
  NetworkShape shape;
  shape.sizes = {12, 9, 7, 5};
  shape.time_steps = 6;
  shape.batch = 3;
  tested.change(shape);
  models::Network network = tests::make_network(shape);
  for (std::uint32_t layer = 0; layer < network.layers(); ++layer)
    network.graph[*boost::in_edges(layer + 1, network.graph).first].delay = tested.delays[layer];
  if (tested.list)
    for (const std::uint32_t vertex : {1U, 2U})
      network.graph[vertex].list = models::ListSpec{*tested.list, 3, 0.2};
  network.init.scale = 1;
  network.init.offset = 0.1;
  return network;
}

class Delays : public testing::TestWithParam<DelayCase> {};

TEST_P(Delays, EqualTheReference) {
  const models::Network network = network_of(GetParam());
  const models::StepInput input = tests::random_input(network, network.classes());
  const auto step =
      models::reference_step<float>(network, input, models::initial_parameters(network));
  EXPECT_GT(tests::largest(step.spikes[0]), 0);
  EXPECT_GT(tests::largest(step.gradients.at("fc0.weight")), 0);
  tests::expect_equals_reference(network, input, {1U, 3U, 12U});
  kernels::Mapping mapping;
  mapping.replicas = 3;
  tests::expect_equals_reference(network, input, {12U}, mapping);
}

std::vector<DelayCase> cases() {
  const auto model = [](const char* name, Reset reset = Reset::kSubtract, bool delay = true) {
    return [=](NetworkShape& shape) {
      shape.model = name;
      shape.reset = reset;
      shape.reset_delay = delay;
    };
  };
  const auto plain = [](NetworkShape&) {};
  return {{"leaky"},
          {"of_the_input", plain, {3, 0, 1}},
          {"four_steps", plain, {0, 4, 0}},
          {"at_once", model("Synaptic", Reset::kZero, false)},
          {"all_to_all", model("RLeaky")},
          {"one_to_one",
           [](NetworkShape& shape) {
             shape.model = "RSynaptic";
             shape.recurrence = Recurrence::kOneToOne;
           }},
          {"trained_numbers",
           [](NetworkShape& shape) {
             shape.learned = {{"beta", Scope::kNeuron}, {"threshold", Scope::kLayer}};
           }},
          {"spikes_first", plain, {0, 2, 1}, models::ListRule::kSpikesFirst},
          {"dense_list", plain, {1, 1, 2}, models::ListRule::kDense},
          {"membranes", [](NetworkShape& shape) { shape.loss = "mse_membrane"; }}};
}

INSTANTIATE_TEST_SUITE_P(Kinds, Delays, testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });

// Nothing is heard, so all that reaches the layer is its bias, and no gradient goes down.
TEST(LongDelays, AreSilence) {
  const models::Network network = network_of({"", [](NetworkShape&) {}, {0, 6, 9}});
  const models::StepInput input = tests::random_input(network, network.classes());
  const auto found = tests::tensors_of(network, input, {3});
  EXPECT_EQ(tests::largest(found.at("fc1.weight.grad")), 0);
  EXPECT_EQ(tests::largest(found.at("fc0.weight.grad")), 0);
  EXPECT_GT(tests::largest(found.at("fc2.bias.grad")), 0);
  EXPECT_FLOAT_EQ(found.at("n1.mem")[0], found.at("fc1.bias")[0]);
}

// By hand: a delay of the input is the same lists, so many steps later.
TEST(LongDelays, OfTheInputShiftItsLists) {
  const models::Network late = network_of({"", [](NetworkShape&) {}, {2, 0, 0}});
  const models::Network plain = network_of({"", [](NetworkShape&) {}, {0, 0, 0}});
  models::StepInput input = tests::random_input(late, late.classes());
  const auto found = tests::tensors_of(late, input, {3});
  input.ids.insert(input.ids.begin(), 2 * std::size_t{late.batch}, {});
  input.ids.resize(std::size_t{late.time_steps} * late.batch);
  const auto wanted = tests::tensors_of(plain, input, {3});
  EXPECT_GT(tests::largest(wanted.at("output.count")), 0);
  for (const char* name : {"n2.mem", "output.count", "fc0.weight.grad"})
    EXPECT_EQ(found.at(name), wanted.at(name)) << name;
}

}  // namespace
}  // namespace bspike
