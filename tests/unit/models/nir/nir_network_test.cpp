// Owns the tests of NIR files as networks: the discretisation by hand, what is refused and why, and
// the section that names a file.
#include <gtest/gtest.h>

#include "models/hdf5/hdf5_server.hpp"
#include "models/nir/nir_layers.hpp"
#include "models/reference/reference.hpp"
#include "tests/unit/models/inputs/damage.hpp"

namespace bspike::models {
namespace {

std::string file_named(const std::string& name) { return test::kMade + "nir/" + name + ".nir"; }

NirLayers layers(const std::string& name, std::optional<double> dt = 0.001) {
  return layers_of(read_nir(file_named(name)), dt);
}

constexpr const char* kTraining =
    "time_steps: 4\nbatch: 1\ndefaults: {neuron: {surrogate: {name: fast_sigmoid}}}\n"
    "loss: {name: ce_rate}\noptimizer: {name: SGD, lr: 0.1}\n";

std::string section(const std::string& name) {
  return "nir: " + file_named(name) + "\ndt: 1ms\n" + kTraining;
}

Network network_of(const std::string& text) {
  return build_network(*arch::base::load_text(text, test::kMade + "run.yaml"));
}

class NirNetworks : public testing::Test {
 protected:
  void SetUp() override {
    if (!hdf5_is_built()) GTEST_SKIP() << "built without libhdf5-dev";
  }
};

// a = dt / tau = 0.1 and R = 1: beta 0.9, and the threshold 1 / 0.1 in units of the weighted input.
TEST_F(NirNetworks, LifIsEulersLeaky) {
  const NirLayers stack = layers("two_layers");
  EXPECT_EQ(stack.inputs, 3u);
  ASSERT_EQ(stack.layers.size(), 2u);
  const NirLayer& first = stack.layers[0];
  EXPECT_EQ(first.name, "lif1");
  EXPECT_EQ(first.model, "Leaky");
  EXPECT_EQ(first.reset, Reset::kZero);
  EXPECT_DOUBLE_EQ(first.parameters.at("beta"), 0.9);
  EXPECT_DOUBLE_EQ(first.parameters.at("threshold"), 10);
  EXPECT_EQ(first.bias, (std::vector<double>{0.5, -0.5, 0.25, 0}));
  EXPECT_DOUBLE_EQ(stack.layers[1].parameters.at("beta"), 0.95);
  EXPECT_TRUE(stack.layers[1].bias.empty());
  EXPECT_EQ(stack.layers[1].weight[0], -0.375);
}

// Where gains and thresholds differ, the weights take them: R_i a / V_i = 0.1 {1, 2, 1.5, 1}.
TEST_F(NirNetworks, DifferingNeuronsScaleTheirWeights) {
  const NirLayers stack = layers("vectors");
  const NirLayer& first = stack.layers[0];
  EXPECT_EQ(first.parameters.at("threshold"), 1);
  EXPECT_DOUBLE_EQ(first.weight[0], 0.1 * -0.375);
  EXPECT_DOUBLE_EQ(first.weight[1 * 3 + 1], 0.2 * (4 % 7 - 3) / 8.0);
  EXPECT_DOUBLE_EQ(first.bias[0], 0.05);
  EXPECT_DOUBLE_EQ(first.bias[2], 0.15 * 0.25);
  // v_reset 0.25: the threshold is 0.75 above it, and the leak 0.25; a R = 0.2, a = 0.1.
  const NirLayer& second = stack.layers[1];
  EXPECT_DOUBLE_EQ(second.parameters.at("threshold"), 0.75 / 0.2);
  ASSERT_EQ(second.bias.size(), 2u);
  EXPECT_DOUBLE_EQ(second.bias[0], 0.1 * 0.25 / 0.2);
}

TEST_F(NirNetworks, IntegratorsAndThresholdsNeedNoTimeStep) {
  const NirLayers stack = layers("integrators", std::nullopt);
  EXPECT_EQ(stack.layers[0].parameters.at("beta"), 1);
  EXPECT_EQ(stack.layers[0].parameters.at("threshold"), 1.5);  // 3 / R
  EXPECT_EQ(stack.layers[0].reset, Reset::kZero);
  EXPECT_EQ(stack.layers[1].parameters.at("beta"), 0);
  EXPECT_EQ(stack.layers[1].parameters.at("threshold"), 0.5);
  EXPECT_EQ(stack.layers[1].reset, Reset::kNone);
}

TEST_F(NirNetworks, ScalesFoldIntoWeightsAndDelaysIntoProjections) {
  const NirLayers stack = layers("scaled");
  const NirLayer& first = stack.layers[0];
  EXPECT_DOUBLE_EQ(first.weight[0], -0.375 * 2 * 4);
  EXPECT_DOUBLE_EQ(first.weight[2], -0.125 * 0.5 * 4);
  EXPECT_DOUBLE_EQ(first.bias[0], 2);
  EXPECT_EQ(first.delay, 0u);
  EXPECT_EQ(stack.layers[1].delay, 1u);
}

TEST_F(NirNetworks, DelaysMayTakeSeveralSteps) {
  const NirLayers stack = layers("late");
  EXPECT_EQ(stack.layers[0].delay, 2u);
  EXPECT_EQ(stack.layers[1].delay, 3u);
  EXPECT_EQ(layers("late_maps").layers[1].delay, 2u);
}

// W(r, c) = (6 r + c) % 7 - 3, divided by 8: fc2 is 40 W, the other way 16 W with its rows swapped;
// their sum is halved in row 0 and quartered in row 1.
TEST_F(NirNetworks, WaysFromOneLayerToTheNextAddUp) {
  const NirLayers stack = layers("sums");
  ASSERT_EQ(stack.layers.size(), 2u);
  const NirLayer& second = stack.layers[1];
  EXPECT_DOUBLE_EQ(second.weight[0], 0.5 * (40 * -0.375 + 16 * 0.375));
  EXPECT_DOUBLE_EQ(second.weight[5], 0.5 * (40 * 0.25 + 16 * 0.125));
  EXPECT_DOUBLE_EQ(second.weight[6], 0.25 * (40 * 0.375 + 16 * -0.375));
  EXPECT_DOUBLE_EQ(second.bias[0], 0.25);
  EXPECT_DOUBLE_EQ(second.bias[1], -0.0625);
}

TEST_F(NirNetworks, WithoutWeightsAreTheIdentity) {
  EXPECT_EQ(layers("no_weights").layers[0].weight,
            (std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
}

TEST_F(NirNetworks, GraphsWithinGraphsAreLayersToo) {
  const NirLayers stack = layers("nested");
  ASSERT_EQ(stack.layers.size(), 2u);
  EXPECT_EQ(stack.layers[0].name, "deep/inside/lif");
  EXPECT_EQ(stack.layers[0].weight, layers("two_layers").layers[0].weight);
}

std::string refusal(const std::string& name, std::optional<double> dt = 0.001) {
  const std::string file = file_named(name);
  return test::message_of([&] { (void)layers(name, dt); }).substr(file.size() + 2);
}

TEST_F(NirNetworks, WhatCannotRunIsNamedWithItsReason) {
  EXPECT_EQ(refusal("two_layers", std::nullopt),
            "node \"lif1\": it has a time constant, tau, so the time step must be known: set dt");
  EXPECT_EQ(refusal("bad_cut"), "node \"lif\": it leads nowhere, so not to the output");
  EXPECT_EQ(refusal("bad_two_inputs"), "node \"other\": a second Input; a network has one");
  EXPECT_EQ(
      refusal("bad_branch"),
      "node \"lif\": it leads to \"lif2\", \"output\"; only stacks can be run, where each leads "
      "to one");
  EXPECT_EQ(
      refusal("bad_skip"),
      "node \"input\": it leads to \"lif\", \"lif2\"; only stacks can be run, where each leads "
      "to one");
  EXPECT_EQ(
      refusal("bad_feedback"),
      "node \"lif\": it hears \"input\", \"lif2\"; only stacks can be run, where each hears one "
      "other");
  EXPECT_EQ(
      refusal("bad_loop"),
      "node \"lif\": it hears itself through more than one Linear or Affine; one alone can be "
      "run");
  EXPECT_EQ(refusal("bad_sum"), "node \"lif\": it adds up 2 and 3 values");
  EXPECT_EQ(
      refusal("bad_late_sum"),
      "node \"lif\": it adds up what comes after 0 and after 2 time steps; all spikes from one "
      "layer to the next take equally long");
  EXPECT_EQ(refusal("bad_two_delays"),
            "node \"wait\": its delays differ; all spikes from one layer to the next take equally "
            "long");
  EXPECT_EQ(refusal("bad_sizes"), "node \"fc\": its weight takes 4 inputs, but 3 come");
  EXPECT_EQ(refusal("bad_neurons"), "node \"lif\": tau has 3 values for 2 neurons");
  EXPECT_EQ(refusal("bad_rank"),
            "node \"fc\": its weight has the shape 3, expected outputs x inputs");
  EXPECT_EQ(refusal("bad_tau"), "node \"lif\": tau is below the time step dt");
  EXPECT_EQ(refusal("bad_fast"), "node \"lif\": tau is below the time step dt");
  EXPECT_EQ(refusal("bad_delay"), "node \"wait\": its delay is no whole number of time steps");
  EXPECT_EQ(refusal("bad_no_neuron"), "node \"output\": there are no neurons before it");
  EXPECT_EQ(refusal("bad_twice"), "node \"fc\": it leads to \"lif\" twice; an edge is there once");
}

TEST_F(NirNetworks, ASectionMayNameAFile) {
  const Network network = network_of(section("two_layers"));
  EXPECT_EQ(network.input().size, 3u);
  ASSERT_EQ(network.layers(), 2u);
  EXPECT_EQ(network.layer(0).name, "lif1");
  EXPECT_EQ(network.layer(0).size, 4u);
  EXPECT_FALSE(network.projection(1).bias);
  const ParameterSet parameters = initial_parameters(network);
  ASSERT_EQ(parameters.size(), 3u);
  EXPECT_EQ(parameters.at("fc0.bias"), (std::vector<float>{0.5f, -0.5f, 0.25f, 0}));
  EXPECT_EQ(parameters.at("fc1.weight")[1], -0.25f);
}

TEST_F(NirNetworks, ADumpedSectionReadsBack) {
  const std::string once = dump_network(network_of(section("vectors")));
  const Network again = network_of(once);
  EXPECT_EQ(dump_network(again), once);
  EXPECT_EQ(initial_parameters(again), initial_parameters(network_of(section("vectors"))));
}

TEST_F(NirNetworks, SmallTimeStepsReadBack) {
  const Network network =
      network_of("nir: " + file_named("two_layers") + "\ndt: 100us\n" + kTraining);
  EXPECT_EQ(network.layer(0).parameters.at("beta"), 0.99);
  EXPECT_EQ(network_of(dump_network(network)).nir.dt_seconds, 1e-4);
}

TEST_F(NirNetworks, LayersOfTheSectionMustFitTheFile) {
  const Network network = network_of(
      section("two_layers") +
      "input: {size: 3}\nlayers: [{size: 5, neuron: {model: Leaky, beta: 0.5}}, {size: 2, neuron: "
      "{model: Leaky, beta: 0.5}}]\n");
  EXPECT_EQ(test::message_of([&] { (void)initial_parameters(network); }),
            file_named("two_layers") +
                ": network.layers[0]: the file has 4 x 3 weights with bias for it\n"
                "  hint: leave layers out, then they are the file's");
}

// alpha = 1 - 1/4, beta = 1 - 1/8; both gains are 1.
TEST_F(NirNetworks, CurrentBasedNeuronsAreSynaptic) {
  const NirLayers stack = layers("cuba");
  const NirLayer& layer = stack.layers.at(0);
  EXPECT_EQ(layer.model, "Synaptic");
  EXPECT_DOUBLE_EQ(layer.parameters.at("alpha"), 0.75);
  EXPECT_DOUBLE_EQ(layer.parameters.at("beta"), 0.875);
  EXPECT_DOUBLE_EQ(layer.parameters.at("threshold"), 1);
  EXPECT_FALSE(layer.reset_delay);
}

TEST_F(NirNetworks, NeuronsThatHearThemselvesAreRecurrent) {
  const NirLayers stack = layers("recurrent_lif");
  ASSERT_EQ(stack.layers.size(), 1u);
  const NirLayer& layer = stack.layers[0];
  EXPECT_EQ(layer.model, "RLeaky");
  EXPECT_FALSE(layer.reset_delay);
  ASSERT_EQ(layer.recurrent_weight.size(), 16u);
  EXPECT_EQ(layer.recurrent_weight[0], -3.75);
  EXPECT_EQ(layer.recurrent_bias, (std::vector<double>{0.5, 0, 0, -0.5}));
  const ParameterSet parameters = initial_parameters(network_of(section("recurrent_lif")));
  EXPECT_EQ(parameters.at("n0.recurrent.weight")[0], -3.75f);
  EXPECT_EQ(parameters.at("n0.recurrent.bias")[3], -0.5f);
}

TEST_F(NirNetworks, RecurrentCurrentBasedNeuronsResetAtOnce) {
  const NirLayer layer = layers("recurrent_cuba").layers.at(0);
  EXPECT_EQ(layer.model, "RSynaptic");
  EXPECT_FALSE(layer.reset_delay);
  EXPECT_DOUBLE_EQ(layer.parameters.at("alpha"), 0.75);
  EXPECT_EQ(layer.recurrent_weight[0], -3.75);
}

// Forward Euler as docs/data.md states it, of the only or the first layer of a file, in double.
class Euler {
 public:
  Euler(const NirFile& file, const std::string& weights, const std::string& neurons,
        const std::string& own)
      : weights_(*file.graph.find(weights)),
        neurons_(*file.graph.find(neurons)),
        own_(own.empty() ? nullptr : file.graph.find(own)),
        size_(weights_.find("weight")->shape[0]),
        v_(size_, 0),
        j_(size_, 0),
        spikes_(size_, 0) {
    for (std::size_t i = 0; i < size_; ++i) v_[i] = number("v_reset", i, 0);
  }

  const std::vector<double>& step(const std::vector<double>& inputs) {
    std::vector<double> current = through(weights_, inputs);
    if (own_ != nullptr) {
      const std::vector<double> back = through(*own_, spikes_);
      for (std::size_t i = 0; i < size_; ++i) current[i] += back[i];
    }
    const bool filtered = neurons_.find("tau_syn") != nullptr;
    for (std::size_t i = 0; i < size_; ++i) {
      const double share = kDt / number(filtered ? "tau_mem" : "tau", i, 0);
      if (filtered) {
        const double synaptic = kDt / number("tau_syn", i, 0);
        j_[i] += synaptic * (number("w_in", i, 1) * current[i] - j_[i]);
        current[i] = j_[i];
      }
      v_[i] += share * (number("v_leak", i, 0) - v_[i] + number("r", i, 0) * current[i]);
      spikes_[i] = v_[i] > number("v_threshold", i, 0) ? 1 : 0;
      if (spikes_[i] > 0) v_[i] = number("v_reset", i, 0);
    }
    return spikes_;
  }

 private:
  static constexpr double kDt = 0.001;

  [[nodiscard]] double number(const std::string& field, std::size_t i, double fallback) const {
    const NirTensor* tensor = neurons_.find(field);
    if (tensor == nullptr) return fallback;
    return tensor->values[tensor->values.size() == 1 ? 0 : i];
  }
  static std::vector<double> through(const NirNode& node, const std::vector<double>& inputs) {
    const NirTensor& weight = *node.find("weight");
    const NirTensor* bias = node.find("bias");
    std::vector<double> sums;
    for (std::size_t r = 0; r < weight.shape[0]; ++r) {
      double sum = bias == nullptr ? 0 : bias->values[r];
      for (std::size_t c = 0; c < inputs.size(); ++c)
        sum += weight.values[r * inputs.size() + c] * inputs[c];
      sums.push_back(sum);
    }
    return sums;
  }

  const NirNode& weights_;
  const NirNode& neurons_;
  const NirNode* own_;
  std::size_t size_;
  std::vector<double> v_;
  std::vector<double> j_;
  std::vector<double> spikes_;
};

struct EulerCase {
  const char* file;
  const char* weights;
  const char* neurons;
  const char* own;
};
void PrintTo(const EulerCase& test, std::ostream* out) { *out << test.file; }

class NirEuler : public testing::TestWithParam<EulerCase> {};

TEST_P(NirEuler, GivesTheSpikesOfTheHostReference) {
  const EulerCase& test = GetParam();
  if (!hdf5_is_built()) GTEST_SKIP() << "built without libhdf5-dev";
  constexpr std::uint32_t kSteps = 60;
  Network network = network_of(section(test.file));
  network.time_steps = kSteps;
  const NirFile file = read_nir(file_named(test.file));
  Euler euler(file, test.weights, test.neurons, test.own);
  StepInput input;
  input.targets = {0};
  std::vector<std::vector<double>> expected;
  double total = 0;
  for (std::uint32_t t = 0; t < kSteps; ++t) {
    std::vector<double> inputs(network.input().size, 0);
    auto& ids = input.ids.emplace_back();
    for (std::uint32_t i = 0; i < inputs.size(); ++i) {
      if ((t * 7 + i * 3) % 5 >= 3) continue;
      inputs[i] = 1;
      ids.push_back(i);
    }
    expected.push_back(euler.step(inputs));
    for (const double spike : expected.back()) total += spike;
  }
  EXPECT_GT(total, 3);
  const auto result = reference_step<float>(network, input, initial_parameters(network));
  const std::uint32_t size = network.layer(0).size;
  for (std::uint32_t t = 0; t < kSteps; ++t)
    for (std::uint32_t i = 0; i < size; ++i)
      EXPECT_EQ(result.spikes[0][t * size + i], static_cast<float>(expected[t][i]))
          << "step " << t << ", neuron " << i;
}

INSTANTIATE_TEST_SUITE_P(Files, NirEuler,
                         testing::Values(EulerCase{"events", "fc1", "lif1", ""},
                                         EulerCase{"spread", "a", "b", ""},
                                         EulerCase{"betas", "a", "b", ""},
                                         EulerCase{"cuba", "fc", "cuba", ""},
                                         EulerCase{"recurrent_lif", "fc", "lif", "rec"},
                                         EulerCase{"recurrent_cuba", "fc", "lif", "rec"}));

// A time constant a neuron is a beta a neuron, which is trained.
TEST_F(NirNetworks, DifferingTimeConstantsAreTrainedNumbers) {
  const Network network = network_of(section("betas"));
  EXPECT_EQ(network.layer(0).learned.at("beta"), Scope::kNeuron);
  EXPECT_EQ(initial_parameters(network).at("n0.beta"),
            (std::vector<float>{0.9f, 0.95f, 0.9f, 0.9f}));
  EXPECT_EQ(dump_network(network_of(dump_network(network))), dump_network(network));
}

TEST_F(NirNetworks, UniformNumbersMayBeTrainedToo) {
  std::string text = section("two_layers");
  text.replace(text.find("{neuron: {"), 10, "{neuron: {learn: {beta: layer}, ");
  EXPECT_EQ(initial_parameters(network_of(text)).at("n1.beta"), (std::vector<float>{0.95f}));
}

// By hand: with all inputs on, the current of neuron 0 is 0.5 + (-3 - 2 - 1) / 8 = -0.25, and the
// membrane, in units of the threshold's 10, -0.25 and then 0.9 (-0.25) - 0.25.
TEST_F(NirNetworks, RunOnTheHost) {
  const Network network = network_of(section("two_layers"));
  StepInput input;
  input.ids.assign(4, {0, 1, 2});
  input.targets = {0};
  const auto result = reference_step<float>(network, input, initial_parameters(network));
  const auto& membrane = result.states.at(0).at("mem");
  EXPECT_FLOAT_EQ(membrane[0], -0.25f);
  EXPECT_FLOAT_EQ(membrane[4], -0.475f);
}

}  // namespace
}  // namespace bspike::models
