// Tests constant coding and what the host reference makes of constant inputs.
#include "models/inputs/constant.hpp"

#include <gtest/gtest.h>

#include "models/reference/reference.hpp"
#include "tests/support/small_network.hpp"

namespace bspike::models {
namespace {

// 128 / 255 is 0.50196; f16 has steps of 2^-11 there, and 1028 of them are the nearest.
TEST(ConstantCoding, IsBrightnessRoundedToHalf) {
  const std::vector<std::uint8_t> picture{0, 255, 128};
  EXPECT_EQ(constant_row().values({.picture = picture, .level_bits = 8}),
            (std::vector<float>{0.0F, 1.0F, 1028.0F / 2048.0F}));
  const std::vector<std::uint8_t> digits{16, 4};
  EXPECT_EQ(constant_row().values({.picture = digits, .level_bits = 4}),
            (std::vector<float>{1.0F, 0.25F}));
}

Network constant_network(InputSignal signal) {
  return tests::make_network({.sizes = {3, 4, 2}, .time_steps = 3, .batch = 2, .signal = signal});
}

// An input of 1 is a spike at every step, one of 0 none.
TEST(ConstantInput, OfOnesIsASpikeAtEveryStep) {
  StepInput spikes, constant;
  for (int t = 0; t < 3; ++t) {
    spikes.ids.push_back({0, 2});
    spikes.ids.push_back({1});
  }
  constant.values = {1, 0, 1, 0, 1, 0};
  spikes.targets = constant.targets = {0, 1};
  const Network network = constant_network(InputSignal::kConstant);
  const ParameterSet parameters = initial_parameters(network);
  const auto found = reference_step<float>(network, constant, parameters);
  const auto wanted =
      reference_step<float>(constant_network(InputSignal::kSpikes), spikes, parameters);
  EXPECT_EQ(found.loss, wanted.loss);
  EXPECT_EQ(found.states, wanted.states);
  EXPECT_EQ(found.gradients, wanted.gradients);
}

// Half the input through twice the weights is the same current; the gradient of the weights is
// half.
TEST(ConstantInput, ScalesWithItsValue) {
  const Network network = constant_network(InputSignal::kConstant);
  ParameterSet parameters = initial_parameters(network);
  StepInput input;
  input.values = {1, 0.5F, 0.25F, 0, 1, 0.75F};
  input.targets = {0, 1};
  const auto whole = reference_step<float>(network, input, parameters);
  for (float& value : input.values) value /= 2;
  for (float& weight : parameters.at("fc0.weight")) weight *= 2;
  const auto half = reference_step<float>(network, input, parameters);
  EXPECT_EQ(half.states, whole.states);
  std::vector<float> doubled = half.gradients.at("fc0.weight");
  for (float& value : doubled) value *= 2;
  EXPECT_EQ(doubled, whole.gradients.at("fc0.weight"));
  EXPECT_EQ(half.gradients.at("fc1.weight"), whole.gradients.at("fc1.weight"));
}

}  // namespace
}  // namespace bspike::models
