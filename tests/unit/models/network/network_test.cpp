// Owns the tests of a network that is read, dumped, documented and given its first weights.
#include "models/network/network.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "arch/base/random.hpp"
#include "models/learning/learning_tables.hpp"

namespace bspike::models {
namespace {

constexpr const char* kTwoLayers = R"(
input: {size: 4}
time_steps: 5
batch: 2
seed: 7
defaults:
  neuron: {model: Leaky, beta: 0.9, surrogate: {name: fast_sigmoid}}
layers:
  - {size: 3, neuron: {reset: zero}}
  - size: 2
    name: out
    projection: {bias: false}
    neuron: {beta: 0.5, threshold: 1.5, surrogate: {name: fast_sigmoid, slope: 10}}
loss: {name: mse_count, correct_rate: 0.8}
optimizer: {name: Adam, lr: 0.005}
)";

Network build(const std::string& text) {
  return build_network(*arch::base::load_text(text, "net.yaml"));
}

TEST(Network, IsBuiltFromItsSection) {
  const Network network = build(kTwoLayers);
  ASSERT_EQ(network.layers(), 2u);
  EXPECT_EQ(network.time_steps, 5u);
  EXPECT_EQ(network.batch, 2u);
  EXPECT_EQ(network.input().size, 4u);
  EXPECT_TRUE(network.input().is_input);
  EXPECT_EQ(network.fan_in(0), 4u);
  EXPECT_EQ(network.fan_in(1), 3u);
  const Population& hidden = network.layer(0);
  EXPECT_EQ(hidden.name, "layer0");
  EXPECT_EQ(hidden.reset, Reset::kZero);
  EXPECT_EQ(hidden.parameters, (std::map<std::string, double>{{"beta", 0.9}, {"threshold", 1}}));
  EXPECT_EQ(hidden.surrogate.arguments.at("slope"), 25);
  const Population& out = network.layer(1);
  EXPECT_EQ(out.name, "out");
  EXPECT_EQ(out.reset, Reset::kSubtract);
  EXPECT_EQ(out.parameters, (std::map<std::string, double>{{"beta", 0.5}, {"threshold", 1.5}}));
  EXPECT_EQ(out.surrogate.arguments.at("slope"), 10);
  EXPECT_TRUE(network.projection(0).bias);
  EXPECT_FALSE(network.projection(1).bias);
  EXPECT_EQ(network.projection(1).name, "fc1");
  EXPECT_EQ(loss_table()[network.loss.row].name, "mse_count");
  EXPECT_EQ(network.loss.arguments,
            (std::map<std::string, double>{{"correct_rate", 0.8}, {"incorrect_rate", 0}}));
  EXPECT_EQ(optimizer_table()[network.optimizer.row].name, "Adam");
  EXPECT_EQ(network.optimizer.arguments.at("lr"), 0.005);
  EXPECT_EQ(network.optimizer.arguments.at("beta2"), 0.999);
}

TEST(Network, EveryShippedNetworkIsBuilt) {
  int files = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(BSPIKE_SOURCE_DIR "/configs/networks")) {
    if (!entry.is_regular_file()) continue;
    const Network network = build_network(*arch::base::load_extended(entry.path()));
    EXPECT_GT(network.layers(), 0u) << entry.path();
    ++files;
  }
  EXPECT_GE(files, 3);
}

TEST(Network, DumpReadsBackAsTheSameNetwork) {
  const std::string once = dump_network(build(kTwoLayers));
  EXPECT_EQ(dump_network(build(once)), once);
  EXPECT_NE(once.find("  - name:"), std::string::npos) << once;
  EXPECT_NE(once.find("slope: 10"), std::string::npos) << once;
}

constexpr const char* kSparse = R"(
input: {size: 4, capacity: 3}
time_steps: 5
batch: 2
seed: 7
init: {scale: 2, offset: 0.25}
defaults:
  neuron: {model: SparseLeaky, beta: 0.95, surrogate: {name: fast_sigmoid, slope: 10}}
layers:
  - {size: 6, list: {rule: spikes_first, capacity: 2, second_threshold: 0.9}}
  - {size: 3, projection: {delay: 1}, list: {rule: dense, capacity: 2}}
  - {size: 2}
loss: {name: ce_count}
optimizer: {name: SGD, lr: 1}
)";

TEST(Network, HasListsDelaysAndCapacities) {
  const Network network = build(kSparse);
  EXPECT_EQ(network.input().capacity(), 3u);
  EXPECT_EQ(network.layer(0).list->rule, ListRule::kSpikesFirst);
  EXPECT_EQ(network.layer(0).list->second_threshold, 0.9);
  EXPECT_EQ(network.layer(0).capacity(), 2u);
  EXPECT_EQ(network.layer(0).reset, Reset::kZero);
  EXPECT_EQ(network.layer(0).parameters.at("gain"), 10);
  EXPECT_EQ(network.projection(0).delay, 0u);
  EXPECT_EQ(network.layer(1).list->rule, ListRule::kDense);
  EXPECT_EQ(network.projection(1).delay, 1u);
  EXPECT_FALSE(network.layer(2).list);
  EXPECT_EQ(network.layer(2).capacity(), 2u);
  const std::string once = dump_network(network);
  EXPECT_EQ(dump_network(build(once)), once);
  EXPECT_NE(once.find("rule: spikes_first"), std::string::npos) << once;
}

TEST(InitialParameters, FollowTheScale) {
  const ParameterSet parameters = initial_parameters(build(kSparse));
  const double unit = arch::base::to_unit(arch::base::random_bits(7, 2, 5));
  EXPECT_EQ(parameters.at("fc1.weight")[5], static_cast<float>((2 * unit - 1) * 2 + 0.25));
  const double bias = arch::base::to_unit(arch::base::random_bits(7, 3, 1));
  EXPECT_EQ(parameters.at("fc1.bias")[1], static_cast<float>((2 * bias - 1) * 2));
}

// Every row of every table can be named, with required arguments set to what their range allows.
template <class Row>
void expect_documented(std::span<const Row> table, const std::string& text) {
  for (const Row& row : table)
    EXPECT_NE(text.find("### " + std::string(row.name) + "\n"), std::string::npos) << row.name;
}

TEST(Network, ReferenceNamesEveryRowAndEveryArgument) {
  const std::string text = document_network();
  expect_documented(neuron_table(), text);
  expect_documented(surrogate_table(), text);
  expect_documented(loss_table(), text);
  expect_documented(optimizer_table(), text);
  for (const char* key :
       {"`network.input.size`", "`network.layers[i].projection.bias`",
        "`network.layers[i].neuron.beta`", "`network.layers[i].neuron.reset`",
        "`network.layers[i].list.second_threshold`", "`network.layers[i].projection.delay`",
        "`network.input.shape`", "`network.layers[i].projection.pool.size`", "`network.init.scale`",
        "`network.layers[i].neuron.surrogate.slope`", "`network.loss.correct_rate`",
        "`network.optimizer.eps`"})
    EXPECT_NE(text.find(key), std::string::npos) << key;
}

TEST(InitialParameters, AreUniformWithinOneOverTheRootOfTheFanIn) {
  const Network network = build(kTwoLayers);
  const ParameterSet parameters = initial_parameters(network);
  ASSERT_EQ(parameters.size(), 3u);  // fc1 has no bias
  EXPECT_EQ(parameters.at("fc0.weight").size(), 12u);
  EXPECT_EQ(parameters.at("fc0.bias").size(), 3u);
  EXPECT_EQ(parameters.at("fc1.weight").size(), 6u);
  for (const float weight : parameters.at("fc0.weight")) EXPECT_LE(std::abs(weight), 0.5f);
  // Tensor 2 (layer 1's weights), element 5, from the definition.
  const double unit = arch::base::to_unit(arch::base::random_bits(7, 2, 5));
  EXPECT_EQ(parameters.at("fc1.weight")[5], static_cast<float>((2 * unit - 1) / std::sqrt(3.0)));
  EXPECT_EQ(initial_parameters(network), parameters);
}

TEST(InitialParameters, FillTheirRange) {
  const ParameterSet parameters = initial_parameters(build(R"(
input: {size: 100}
time_steps: 1
batch: 1
layers: [{size: 100, neuron: {model: Leaky, beta: 1, surrogate: {name: atan}}}]
loss: {name: ce_rate}
optimizer: {name: SGD, lr: 1}
)"));
  double sum = 0, squares = 0;
  for (const float weight : parameters.at("fc0.weight")) {
    sum += weight;
    squares += weight * weight;
  }
  // Uniform within 0.1: mean 0 (standard error 0.0006), variance 0.01 / 3 (standard error 3e-5).
  EXPECT_NEAR(sum / 1e4, 0, 0.002);
  EXPECT_NEAR(squares / 1e4, 0.01 / 3, 1e-4);
}

}  // namespace
}  // namespace bspike::models
