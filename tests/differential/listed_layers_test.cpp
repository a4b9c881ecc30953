// Tests that layers with spike lists in the program layer_by_layer compute what the host reference
// computes, by each rule, in hidden layers and in the output, trained and in inference.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>

#include "kernels/compile.hpp"
#include "models/reference/reference.hpp"
#include "sim/run.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/random_input.hpp"
#include "tests/support/small_network.hpp"
#include "tools/driver/host_streams.hpp"

namespace bspike {
namespace {

using Values = std::vector<float>;

models::Network listed_network(models::ListRule rule, const std::string& loss) {
  models::Network network =
      tests::make_network({.sizes = {9, 8, 5, 3}, .time_steps = 5, .batch = 4, .loss = loss});
  for (std::uint32_t layer = 0; layer < 3; ++layer) {
    network.graph[layer + 1].list = models::ListSpec{rule, 3 - layer / 2, 0.2};
  }
  return network;
}

std::map<std::string, Values> tensors_of(const models::Network& network,
                                         const models::StepInput& input, std::uint32_t tiles,
                                         kernels::Purpose purpose, std::uint64_t steps) {
  arch::Machine machine = tests::machine_with_grid(tiles, tiles, 1, 1);
  machine.unit_slots.fill(1);
  const arch::Image image =
      kernels::compile(network, models::initial_parameters(network), machine, {}, purpose);
  tools::HostStreams host(image, network, [&](std::uint64_t) { return input; });
  std::map<std::string, Values> tensors;
  sim::RunOptions options;
  options.steps = steps;
  options.timed = false;
  options.check_races = true;
  options.after_step = [&](std::uint64_t, sim::Machinery& machinery) {
    for (std::uint32_t i = 0; i < image.tensors.size(); ++i) {
      const std::vector<std::byte> bytes = machinery.read_tensor(i);
      Values& values = tensors[image.tensors[i].name];
      values.resize(bytes.size() / sizeof(float));
      std::memcpy(values.data(), bytes.data(), bytes.size());
    }
  };
  EXPECT_EQ(sim::run(image, machine, host, options).fault.kind, "");
  return tensors;
}

double largest(const Values& values) {
  double result = 0;
  for (const float value : values) result = std::max(result, std::abs(double{value}));
  return result;
}

void expect_step(models::ListRule rule, const std::string& loss, std::uint32_t tiles) {
  const models::Network network = listed_network(rule, loss);
  const models::StepInput input = tests::random_input(network, 3, 2);
  const auto expected =
      models::reference_step<float>(network, input, models::initial_parameters(network));
  const auto found = tensors_of(network, input, tiles, kernels::Purpose::kTraining, 1);
  std::size_t dropped = 0;
  for (std::uint32_t layer = 0; layer < network.layers(); ++layer) {
    const std::string name = "n" + std::to_string(layer);
    EXPECT_EQ(found.at(name + ".sent"), expected.spikes[layer]) << name;
    const Values& membranes = found.at(name + ".mem");
    for (std::size_t i = 0; i < membranes.size(); ++i) {
      if (membranes[i] > 0.4F && expected.spikes[layer][i] == 0) ++dropped;
    }
  }
  EXPECT_GT(dropped, 0U) << "a list that drops nothing proves nothing";
  for (const auto& [name, gradient] : expected.gradients) {
    ASSERT_GT(largest(gradient), 0) << name;
    const Values& values = found.at(name + ".grad");
    for (std::size_t i = 0; i < values.size(); ++i) {
      ASSERT_NEAR(values[i], gradient[i], 2e-4 * largest(gradient)) << name << "[" << i << "]";
    }
  }
}

class ListedLayers : public ::testing::TestWithParam<models::ListRule> {};

TEST_P(ListedLayers, EqualTheReference) {
  for (const std::string loss : {"ce_count", "ce_rate"}) {
    for (const std::uint32_t tiles : {1U, 3U, 20U}) {
      SCOPED_TRACE(loss + " on " + std::to_string(tiles));
      ASSERT_NO_FATAL_FAILURE(expect_step(GetParam(), loss, tiles));
    }
  }
}

// Two steps on one batch: nothing may leak.
TEST_P(ListedLayers, InferenceCountsWhatIsSent) {
  const models::Network network = listed_network(GetParam(), "ce_count");
  const models::StepInput input = tests::random_input(network, 3, 2);
  const auto expected =
      models::reference_step<float>(network, input, models::initial_parameters(network));
  Values counts(network.batch * 3, 0.0F);
  const Values& sent = expected.spikes.back();
  for (std::size_t i = 0; i < sent.size(); ++i) counts[i % counts.size()] += sent[i];
  const auto found = tensors_of(network, input, 3, kernels::Purpose::kInference, 2);
  EXPECT_EQ(found.at("output.count"), counts);
}

INSTANTIATE_TEST_SUITE_P(EveryRule, ListedLayers,
                         ::testing::Values(models::ListRule::kSpikesFirst,
                                           models::ListRule::kListed, models::ListRule::kDense));

}  // namespace
}  // namespace bspike
