// Tests that convolutions feed every kind of layer: models with several states, that hear
// themselves, reset at once or train their numbers, spike lists, outputs with losses of membranes;
// trained and in inference, against the host reference.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "tests/support/map_network.hpp"
#include "tests/support/network_on_machine.hpp"

namespace bspike {
namespace {

using models::PoolKind;

struct LayerCase {
  std::string name;
  tests::NetworkShape shape;
  PoolKind pool = PoolKind::kMax;
  bool lists = false;
  bool conv_output = false;
};

void PrintTo(const LayerCase& tested, std::ostream* out) { *out << tested.name; }

models::Network network_of(const LayerCase& tested) {
  models::Network network = tests::map_network(tested.shape, tested.pool, tested.conv_output);
  if (tested.lists)
    for (const std::uint32_t vertex : {1U, 2U})
      network.graph[vertex].list = models::ListSpec{models::ListRule::kSpikesFirst, 5, 0.2};
  return network;
}

class ConvolutionLayers : public testing::TestWithParam<LayerCase> {};

TEST_P(ConvolutionLayers, EqualTheReference) {
  const models::Network network = network_of(GetParam());
  const models::StepInput input = tests::random_input(network, 3);
  const auto expected =
      models::reference_step<float>(network, input, models::initial_parameters(network));
  for (std::uint32_t layer = 0; layer < network.layers(); ++layer)
    EXPECT_GT(tests::largest(expected.spikes[layer]), 0) << "silent layers prove nothing";
  tests::expect_equals_reference(network, input, {1U, 3U, 9U});
  kernels::Mapping mapping;
  mapping.replicas = 3;
  tests::expect_equals_reference(network, input, {3U, 12U}, mapping);
}

tests::NetworkShape shape_of(const std::function<void(tests::NetworkShape&)>& change) {
  tests::NetworkShape shape;
  change(shape);
  return shape;
}

tests::NetworkShape model(const std::string& name, models::Reset reset = models::Reset::kSubtract,
                          bool reset_delay = true) {
  return shape_of([&](tests::NetworkShape& shape) {
    shape.model = name;
    shape.reset = reset;
    shape.reset_delay = reset_delay;
  });
}

tests::NetworkShape loss(const std::string& name) {
  return shape_of([&](tests::NetworkShape& shape) { shape.loss = name; });
}

std::vector<LayerCase> cases() {
  using models::Reset;
  const std::map<std::string, models::Scope> learned{{"beta", models::Scope::kNeuron},
                                                     {"threshold", models::Scope::kLayer}};
  tests::NetworkShape own = model("RSynaptic");
  own.recurrence = models::Recurrence::kOneToOne;
  return {{"leaky", {}},
          {"synaptic_mean", model("Synaptic"), PoolKind::kAverage},
          {"alpha_sum", model("Alpha", Reset::kZero), PoolKind::kSum},
          {"at_once", model("Leaky", Reset::kSubtract, false)},
          {"all_to_all", model("RLeaky")},
          {"one_to_one", own},
          {"recurrent_at_once", model("RSynaptic", Reset::kZero, false)},
          {"trained_numbers", shape_of([&](auto& shape) { shape.learned = learned; })},
          {"no_bias", shape_of([](auto& shape) { shape.bias = false; })},
          {"lists", {}, PoolKind::kMax, true},
          {"membranes_of_a_map", loss("mse_membrane"), PoolKind::kMax, false, true},
          {"map_of_classes", loss("ce_rate"), PoolKind::kSum, false, true}};
}

INSTANTIATE_TEST_SUITE_P(Kinds, ConvolutionLayers, testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace bspike
