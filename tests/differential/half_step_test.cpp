// Tests that training steps with tensors in f16 are those of the host reference with the same
// roundings: states and spikes bit by bit on any number of tiles; gradients to the last bit on one
// tile with one replica, elsewhere within what another order of rounded sums may change.
#include "models/reference/half_step.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "arch/base/half.hpp"
#include "arch/base/random.hpp"
#include "kernels/compile.hpp"
#include "sim/run.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/small_network.hpp"
#include "tools/driver/host_streams.hpp"

namespace bspike {
namespace {

using Values = std::vector<float>;
using Tensors = std::map<std::string, Values>;

constexpr std::uint32_t kScale = 1024;

struct Types {
  const char* name;
  int weights, states, gradients, sums;
};

void PrintTo(const Types& types, std::ostream* out) { *out << types.name; }

constexpr Types kAll[] = {{"weights", 1, 0, 0, 0},
                          {"states", 0, 1, 0, 0},
                          {"gradients", 0, 0, 1, 0},
                          {"weights_states", 1, 1, 0, 0},
                          {"weights_gradients", 1, 0, 1, 0},
                          {"states_gradients", 0, 1, 1, 0},
                          {"all", 1, 1, 1, 0},
                          {"weights_and_sums", 1, 0, 0, 1},
                          {"all_and_sums", 1, 1, 1, 1}};

models::HalfRules rules_of(const Types& types) {
  return {types.weights != 0, types.states != 0, types.gradients != 0, types.sums != 0, kScale};
}

kernels::Mapping mapping_of(const Types& types, std::uint32_t replicas) {
  kernels::Mapping mapping;
  mapping.types = {types.weights, types.states, types.gradients, types.sums};
  mapping.gradient_scale = kScale;
  mapping.gradient_replicas = replicas;
  return mapping;
}

models::StepInput random_input(const models::Network& network) {
  models::StepInput input;
  std::uint64_t draw = 0;
  for (std::uint32_t list = 0; list < network.time_steps * network.batch; ++list) {
    auto& ids = input.ids.emplace_back();
    for (std::uint32_t neuron = 0; neuron < network.input().size; ++neuron) {
      if (arch::base::random_bits(7, 1, draw++) % 3 == 0) ids.push_back(neuron);
    }
  }
  const std::uint32_t classes = network.classes();
  for (std::uint32_t b = 0; b < network.batch; ++b) input.targets.push_back(b % classes);
  return input;
}

Values floats_of(const arch::TensorInfo& tensor, const std::vector<std::byte>& bytes) {
  Values values(bytes.size() / arch::element_bytes(tensor.type));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (tensor.type == arch::ElementType::kF32) {
      std::memcpy(&values[i], bytes.data() + 4 * i, 4);
      continue;
    }
    std::uint16_t half = 0;
    std::memcpy(&half, bytes.data() + 2 * i, 2);
    values[i] = arch::base::float_from_half(half);
    if (tensor.role == arch::TensorRole::kGradient) values[i] *= 1.0F / kScale;
  }
  return values;
}

Tensors tensors_of(const models::Network& network, const models::StepInput& input,
                   const models::ParameterSet& parameters, const arch::Machine& machine,
                   const kernels::Mapping& mapping, std::uint64_t steps) {
  const arch::Image image = kernels::compile(network, parameters, machine, mapping);
  tools::HostStreams host(image, network, [&](std::uint64_t) { return input; });
  Tensors tensors;
  sim::RunOptions options;
  options.steps = steps;
  options.timed = false;
  options.check_races = true;
  options.after_step = [&](std::uint64_t, sim::Machinery& machinery) {
    for (std::uint32_t i = 0; i < image.tensors.size(); ++i)
      tensors[image.tensors[i].name] = floats_of(image.tensors[i], machinery.read_tensor(i));
  };
  EXPECT_EQ(sim::run(image, machine, host, options).fault.message, "");
  return tensors;
}

arch::Machine machine_of(std::uint32_t tiles) {
  arch::Machine machine = tests::machine_with_grid(tiles, tiles, 1, 1);
  machine.unit_slots.fill(1);
  return machine;
}

void expect_equal(const std::string& name, const Values& found, const Values& wanted) {
  ASSERT_EQ(found.size(), wanted.size()) << name;
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_EQ(found[i], wanted[i]) << name << "[" << i << "]";
}

void expect_near(const std::string& name, const Values& found, const Values& wanted,
                 double tolerance) {
  ASSERT_EQ(found.size(), wanted.size()) << name;
  double largest = 0;
  for (const float value : wanted) largest = std::max(largest, std::abs(double{value}));
  ASSERT_GT(largest, 0) << name;
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_NEAR(found[i], wanted[i], tolerance * largest) << name << "[" << i << "]";
}

void expect_states(const models::Network& network, const Tensors& found,
                   const models::StepResult<float>& expected) {
  for (std::uint32_t l = 0; l < network.layers(); ++l)
    for (const auto& [name, values] : expected.states[l])
      ASSERT_NO_FATAL_FAILURE(expect_equal(models::number_name(l, name),
                                           found.at(models::number_name(l, name)), values));
}

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
    const models::StepInput input = random_input(network);
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
    const models::StepInput input = random_input(network);
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
  const models::StepInput input = random_input(network);
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
    const models::StepInput input = random_input(network);
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
  const models::StepInput input = random_input(network);
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
