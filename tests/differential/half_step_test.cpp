// Tests that training steps with tensors in f16 are those of the host reference with the same
// roundings: states and spikes bit by bit on any number of tiles; gradients to the last bit on one
// tile with one replica, elsewhere within what another order of rounded sums may change.
#include "models/reference/half_step.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tests/differential/half_runs.hpp"
#include "tests/support/small_network.hpp"

namespace bspike {
namespace {

using namespace half_runs;

struct Shape {
  std::vector<std::uint32_t> sizes;
  std::uint32_t batch;
  const char* loss;
  const char* model = "Leaky";
  models::Reset reset = models::Reset::kSubtract;
  bool bias = true;
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> kShapes{
      {{37, 50, 20, 3}, 5, "ce_count"},
      {{16, 33, 3}, 7, "ce_rate", "Leaky", models::Reset::kZero},
      {{5, 3}, 1, "ce_count", "Leaky", models::Reset::kNone},
      {{49, 17, 18, 9}, 16, "mse_count", "Leaky", models::Reset::kSubtract, false}};
  return kShapes;
}

models::Network network_of(const Shape& shape, const char* optimizer = "Adam") {
  tests::NetworkShape made;
  made.sizes = shape.sizes;
  made.time_steps = 4;
  made.batch = shape.batch;
  made.model = shape.model;
  made.reset = shape.reset;
  made.loss = shape.loss;
  made.optimizer = optimizer;
  made.bias = shape.bias;
  return tests::make_network(made);
}

class HalfStep : public testing::TestWithParam<Types> {};

// Neurons' backward steps divide and multiply in another order than the reference, so gradients may
// differ in the last bit, of f32 or, where that decides a rounding, of f16.
TEST_P(HalfStep, OneTileEqualsTheReference) {
  for (const Shape& shape : shapes()) {
    SCOPED_TRACE(shape.sizes[0]);
    const models::Network network = network_of(shape);
    const models::StepInput input = tests::random_input(network, network.classes());
    const models::ParameterSet parameters = models::initial_parameters(network);
    const auto expected =
        models::half_reference_step(network, input, parameters, rules_of(GetParam()));
    const Tensors found =
        tensors_of(network, input, parameters, machine_of(1), mapping_of(GetParam(), 1), 1);
    ASSERT_NO_FATAL_FAILURE(expect_states(network, found, expected));
    const double tolerance = GetParam().gradients != 0 ? 0x1p-11 : 1e-6;
    for (const auto& [name, gradient] : expected.gradients)
      ASSERT_NO_FATAL_FAILURE(expect_near(name, found.at(name + ".grad"), gradient, tolerance));
  }
}

// f16 has 11 bits. A gradient is a sum of up to 64 terms over samples and steps, each of them
// rounded, in as many parts as there are workers and tiles.
double tolerance_of(const Types& types) { return types.gradients != 0 ? 64 * 0x1p-11 / 4 : 5e-5; }

TEST_P(HalfStep, TilesAgreeWithTheReference) {
  for (const Shape& shape : shapes()) {
    const models::Network network = network_of(shape);
    const models::StepInput input = tests::random_input(network, network.classes());
    const models::ParameterSet parameters = models::initial_parameters(network);
    const auto expected =
        models::half_reference_step(network, input, parameters, rules_of(GetParam()));
    for (const std::uint32_t tiles : {1U, 3U, 40U}) {
      SCOPED_TRACE(std::to_string(shape.sizes[0]) + " on " + std::to_string(tiles));
      const Tensors found =
          tensors_of(network, input, parameters, machine_of(tiles), mapping_of(GetParam(), 0), 1);
      ASSERT_NO_FATAL_FAILURE(expect_states(network, found, expected));
      for (const auto& [name, gradient] : expected.gradients)
        ASSERT_NO_FATAL_FAILURE(
            expect_near(name, found.at(name + ".grad"), gradient, tolerance_of(GetParam())));
    }
  }
}

// Three steps show that each starts from the rounded weights.
TEST_P(HalfStep, UpdatesEqualTheReference) {
  const models::Network network = network_of(shapes().front(), "SGD");
  const models::StepInput input = tests::random_input(network, network.classes());
  const models::ParameterSet start = models::initial_parameters(network);
  const models::HalfRules rules = rules_of(GetParam());
  models::Parameters<float> parameters = start;
  std::map<std::string, std::vector<Values>> state;
  for (std::uint64_t step = 1; step <= 3; ++step) {
    const auto result = models::half_reference_step(network, input, parameters, rules);
    models::half_reference_update(network, step, rules, parameters, result.gradients, state);
  }
  const Tensors found =
      tensors_of(network, input, start, machine_of(1), mapping_of(GetParam(), 1), 3);
  for (const auto& [name, values] : parameters)
    ASSERT_NO_FATAL_FAILURE(
        expect_near(name, found.at(name), values, rules.weights ? 0x1p-11 : 1e-5));
}

INSTANTIATE_TEST_SUITE_P(Types, HalfStep, testing::ValuesIn(kAll),
                         [](const auto& tested) { return std::string(tested.param.name); });

// Models made by frames: states in f16 are rounded where they are stored.
TEST(HalfStates, EveryModelEqualsTheReference) {
  for (const char* model : {"Leaky", "Lapicque", "Synaptic", "Alpha"}) {
    SCOPED_TRACE(model);
    const models::Network network = network_of({{21, 14, 3}, 5, "ce_count", model});
    const models::StepInput input = tests::random_input(network, network.classes());
    const models::ParameterSet parameters = models::initial_parameters(network);
    const Types types{"", 1, 1, 1, 0};
    const auto expected = models::half_reference_step(network, input, parameters, rules_of(types));
    const Tensors found =
        tensors_of(network, input, parameters, machine_of(1), mapping_of(types, 1), 1);
    ASSERT_NO_FATAL_FAILURE(expect_states(network, found, expected));
    for (const auto& [name, gradient] : expected.gradients)
      ASSERT_NO_FATAL_FAILURE(expect_near(name, found.at(name + ".grad"), gradient, 2e-3));
  }
}

// A scale that is too large for a network: its gradients overflow, the update takes them for 0, and
// weights stay finite.
TEST(HalfGradients, OverflowsAreInfiniteAndSkipped) {
  const models::Network network = network_of({{37, 50, 20, 3}, 5, "mse_count"});
  const models::StepInput input = tests::random_input(network, network.classes());
  models::ParameterSet parameters = models::initial_parameters(network);
  kernels::Mapping mapping = mapping_of({"", 1, 1, 1, 0}, 0);
  mapping.gradient_scale = 65536 * 64;
  const Tensors found = tensors_of(network, input, parameters, machine_of(3), mapping, 2);
  std::size_t overflows = 0;
  for (const auto& [name, values] : found) {
    const bool gradient = name.ends_with(".grad");
    for (const float value : values) {
      if (gradient && !std::isfinite(value)) ++overflows;
      EXPECT_TRUE(gradient || std::isfinite(value)) << name;
    }
  }
  EXPECT_GT(overflows, 0u);
}

}  // namespace
}  // namespace bspike
