// Tests the host golden with roundings: without any it is the plain one, and with them a network of
// one neuron does what a hand computes.
#include "models/reference/half_step.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/small_network.hpp"

namespace bspike::models {
namespace {

StepInput input_of(const Network& network) {
  StepInput input;
  for (std::uint32_t list = 0; list < network.time_steps * network.batch; ++list) {
    auto& ids = input.ids.emplace_back();
    for (std::uint32_t id = list % 2; id < network.input().size; id += 2) ids.push_back(id);
  }
  input.targets.assign(network.batch, 0);
  return input;
}

TEST(HalfReference, WithoutRoundingsItIsThePlainOne) {
  const Network network =
      tests::make_network({.sizes = {9, 12, 7, 3}, .time_steps = 5, .batch = 3});
  const ParameterSet parameters = initial_parameters(network);
  const auto plain = reference_step<float>(network, input_of(network), parameters);
  const auto half = half_reference_step(network, input_of(network), parameters, {});
  EXPECT_EQ(half.loss, plain.loss);
  EXPECT_EQ(half.spikes, plain.spikes);
  EXPECT_EQ(half.states, plain.states);
  for (const auto& [name, gradient] : plain.gradients) {
    ASSERT_EQ(half.gradients.at(name).size(), gradient.size());
    for (std::size_t i = 0; i < gradient.size(); ++i)
      EXPECT_NEAR(half.gradients.at(name)[i], gradient[i], 1e-7) << name;
  }
}

// One input that spikes at every step into one neuron, threshold 1, beta 0.5.
Network one_neuron(std::uint32_t steps) {
  Network network = tests::make_network({.sizes = {1, 1}, .time_steps = steps, .batch = 1});
  Population& neuron = network.graph[1];
  neuron.parameters["beta"] = 0.5;
  neuron.parameters["threshold"] = 1.0;
  return network;
}

StepInput always(const Network& network) {
  StepInput input;
  input.ids.assign(network.time_steps, {0});
  input.targets = {0};
  return input;
}

// 2049 is half way between 2048 and 2050, and 65520 between 65504 and what f16 calls infinity.
TEST(HalfReference, WeightsAndStatesRoundToNearestEven) {
  const Network network = one_neuron(1);
  const auto membrane = [&](float weight, const HalfRules& rules) {
    const Parameters<float> parameters{{"fc0.weight", {weight}}, {"fc0.bias", {0.0F}}};
    return half_reference_step(network, always(network), parameters, rules).states[0].at("mem")[0];
  };
  EXPECT_EQ(membrane(2049.0F, {}), 2049.0F);
  EXPECT_EQ(membrane(2049.0F, {.weights = true}), 2048.0F);
  EXPECT_EQ(membrane(2049.0F, {.states = true}), 2048.0F);
  EXPECT_EQ(membrane(65519.0F, {.states = true}), 65504.0F);
  EXPECT_TRUE(std::isinf(membrane(65520.0F, {.states = true})));
}

// The membrane 1.0004 is 1 in f16, not above the threshold; in f32 it spikes and resets.
TEST(HalfReference, SpikesFollowFromTheRoundedState) {
  const Network network = one_neuron(2);
  const Parameters<float> parameters{{"fc0.weight", {1.0004F}}, {"fc0.bias", {0.0F}}};
  const auto spikes = [&](const HalfRules& rules) {
    return half_reference_step(network, always(network), parameters, rules).spikes[0];
  };
  EXPECT_EQ(spikes({}), (std::vector<float>{1, 0}));
  EXPECT_EQ(spikes({.states = true}), (std::vector<float>{0, 1}));
}

TEST(HalfReference, UpdatesTakeWhatOverflowedForZeroAndRound) {
  Network network = one_neuron(1);
  network.optimizer.row = tests::row_named(optimizer_table(), "SGD");
  network.optimizer.arguments =
      tests::arguments_of(optimizer_table()[network.optimizer.row].arguments, 1);
  for (auto& [name, value] : network.optimizer.arguments) value = name == "lr" ? 1 : 0;
  Parameters<float> parameters{{"fc0.weight", {1.0F}}, {"fc0.bias", {1.0F}}};
  std::map<std::string, std::vector<std::vector<float>>> state;
  half_reference_update(network, 1, {.weights = true, .gradients = true}, parameters,
                        {{"fc0.weight", {-INFINITY}}, {"fc0.bias", {-0.0007F}}}, state);
  EXPECT_EQ(parameters.at("fc0.weight")[0], 1.0F);
  EXPECT_EQ(parameters.at("fc0.bias")[0], 1.0009765625F);  // 1 + 2^-10
}

}  // namespace
}  // namespace bspike::models
