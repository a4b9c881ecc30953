// Tests that the program sparse_bptt computes what the host reference computes: lists, membranes,
// gradients and updates, in both variants, with one and with several pairs of neurons on a tile,
// and with reductions in one and in two stages.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>

#include "arch/base/random.hpp"
#include "kernels/compile.hpp"
#include "models/reference/reference.hpp"
#include "sim/run.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/sparse_network.hpp"
#include "tools/driver/host_streams.hpp"

namespace bspike {
namespace {

using Values = std::vector<float>;
using Words = std::vector<std::uint32_t>;

struct SparseCase {
  tests::SparseShape shape{};
  std::uint32_t tiles = 24;
  kernels::Mapping mapping{};
};

kernels::Mapping sparse_mapping(int variant, std::uint32_t neurons_per_tile = 2) {
  kernels::Mapping mapping;
  mapping.program = kernels::kProgramSparseBptt;
  mapping.variant = variant;
  mapping.neurons_per_tile = neurons_per_tile;
  return mapping;
}

// Raw bytes of all tensors after the last step, by name.
struct Outcome {
  std::map<std::string, std::vector<std::byte>> tensors;
  std::map<std::string, std::vector<double>> series;
  std::string fault;
  std::uint64_t cycles = 0;

  template <class T>
  [[nodiscard]] std::vector<T> values(const std::string& name) const {
    const std::vector<std::byte>& bytes = tensors.at(name);
    std::vector<T> result(bytes.size() / sizeof(T));
    std::memcpy(result.data(), bytes.data(), bytes.size());
    return result;
  }
};

Outcome run(const SparseCase& test, const models::Network& network, const models::StepInput& input,
            std::uint64_t steps, bool timed = false) {
  arch::Machine machine = tests::machine_with_grid(test.tiles, test.tiles, 1, 1);
  machine.unit_slots.fill(1);
  const arch::Image image =
      kernels::compile(network, models::initial_parameters(network), machine, test.mapping);
  tools::HostStreams host(image, network, [&](std::uint64_t) { return input; });
  Outcome outcome;
  sim::RunOptions options;
  options.steps = steps;
  options.timed = timed;
  options.check_races = true;
  options.after_step = [&](std::uint64_t, sim::Machinery& machinery) {
    for (std::uint32_t i = 0; i < image.tensors.size(); ++i) {
      outcome.tensors[image.tensors[i].name] = machinery.read_tensor(i);
    }
  };
  const sim::RunResult result = sim::run(image, machine, host, options);
  outcome.series = result.series;
  outcome.fault = result.fault.kind + " " + result.fault.message;
  outcome.cycles = result.total_cycles;
  return outcome;
}

void expect_near(const std::string& name, const Values& found, const Values& expected,
                 double tolerance) {
  ASSERT_EQ(found.size(), expected.size()) << name;
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_NEAR(found[i], expected[i], tolerance) << name << "[" << i << "]";
  }
}

double largest(const Values& values) {
  double result = 0;
  for (const float value : values) result = std::max(result, std::abs(double{value}));
  return result;
}

void expect_lists(const models::Network& network, std::uint32_t layer, const Outcome& outcome,
                  const models::StepResult<float>& expected) {
  const std::string name = "n" + std::to_string(layer) + ".list.";
  const Words ids = outcome.values<std::uint32_t>(name + "ids");
  const Words spikes = outcome.values<std::uint32_t>(name + "spikes");
  const Words entries = outcome.values<std::uint32_t>(name + "entries");
  const std::size_t capacity = network.layer(layer).capacity();
  for (std::size_t i = 0; i < expected.lists[layer].size(); ++i) {
    const models::SpikeList& list = expected.lists[layer][i];
    ASSERT_EQ(spikes[i], list.c0) << name << i;
    ASSERT_EQ(entries[i], list.c1()) << name << i;
    for (std::size_t k = 0; k < list.ids.size(); ++k) {
      ASSERT_EQ(ids[i * capacity + k], list.ids[k]) << name << i << ", entry " << k;
    }
  }
}

// The first optimiser step, from the reference's own gradients; where a gradient is too near to
// Adam's epsilon the step is not determined.
void expect_update(const models::Network& network, const Outcome& outcome,
                   const models::StepResult<float>& expected) {
  auto parameters = models::initial_parameters(network);
  std::map<std::string, std::vector<Values>> state;
  models::reference_update<float>(network, 1, parameters, expected.gradients, state);
  const double rate = network.optimizer.arguments.at("lr");
  for (const auto& [name, values] : parameters) {
    const Values found = outcome.values<float>(name);
    const Values& gradient = expected.gradients.at(name);
    ASSERT_EQ(found.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (gradient[i] != 0 && std::abs(gradient[i]) < 1e-5F) continue;
      ASSERT_NEAR(found[i], values[i], 0.02 * rate + 1e-6) << name << "[" << i << "]";
    }
  }
}

void expect_step(const SparseCase& test, bool timed = false) {
  const models::Network network = tests::make_sparse_network(test.shape);
  const models::StepInput input = tests::sparse_input(network, test.shape.seed);
  const auto expected =
      models::reference_step<float>(network, input, models::initial_parameters(network));
  const Outcome outcome = run(test, network, input, 1, timed);
  ASSERT_EQ(outcome.fault, " ");
  for (std::uint32_t layer = 0; layer < network.layers(); ++layer) {
    const std::string name = "n" + std::to_string(layer) + ".mem";
    expect_near(name, outcome.values<float>(name), expected.states[layer].at("mem"), 1e-5);
    ASSERT_NO_FATAL_FAILURE(expect_lists(network, layer, outcome, expected));
  }
  EXPECT_NEAR(outcome.series.at("training.loss").at(0), expected.loss, 1e-5 * expected.loss);
  for (const auto& [name, gradient] : expected.gradients) {
    EXPECT_GT(largest(gradient), 0) << name;
    expect_near(name + ".grad", outcome.values<float>(name + ".grad"), gradient,
                2e-4 * largest(gradient));
  }
  expect_update(network, outcome, expected);
}

class SparseVariants : public ::testing::TestWithParam<int> {};

TEST_P(SparseVariants, EqualTheReference) {
  for (const std::uint32_t batch : {6U, 12U}) {
    SCOPED_TRACE(batch);
    ASSERT_NO_FATAL_FAILURE(
        expect_step({.shape = {.batch = batch}, .mapping = sparse_mapping(GetParam())}));
  }
}

TEST_P(SparseVariants, EqualTheReferenceWithMoreNeuronsOnATile) {
  const SparseCase test{.shape = {.sizes = {20, 13, 10, 5}, .capacities = {7, 5, 3, 2}},
                        .tiles = 17,
                        .mapping = sparse_mapping(GetParam(), 4)};
  ASSERT_NO_FATAL_FAILURE(expect_step(test));
}

// An odd number of them: rows that are not aligned for pairs, one gradient that the workers share,
// and with an odd batch, states that end in half a pair.
TEST_P(SparseVariants, EqualTheReferenceWithAnOddNumberOfNeuronsOnATile) {
  for (const std::uint32_t neurons : {1U, 3U, 7U}) {
    SCOPED_TRACE(neurons);
    const SparseCase test{.shape = {.sizes = {21, 13, 10, 5},
                                    .capacities = {7, 5, 3, 2},
                                    .batch = neurons == 3 ? 9U : 6U},
                          .tiles = 40,
                          .mapping = sparse_mapping(GetParam(), neurons)};
    ASSERT_NO_FATAL_FAILURE(expect_step(test, neurons == 3));
  }
}

// 260 tiles are 86 groups of 3; lists of 520 neurons are built on two tiles.
TEST_P(SparseVariants, EqualTheReferenceWithReductionsInTwoStages) {
  const SparseCase test{
      .shape = {.sizes = {30, 140, 520, 4}, .capacities = {10, 24, 30, 4}, .time_steps = 3},
      .tiles = 340,
      .mapping = sparse_mapping(GetParam())};
  ASSERT_NO_FATAL_FAILURE(expect_step(test));
}

TEST_P(SparseVariants, EqualTheReferenceWithMergedLibrarySteps) {
  SparseCase test{.mapping = sparse_mapping(GetParam())};
  test.mapping.merge_library_steps = true;
  ASSERT_NO_FATAL_FAILURE(expect_step(test));
}

INSTANTIATE_TEST_SUITE_P(Both, SparseVariants,
                         ::testing::Values(kernels::kVariantLog2022, kernels::kVariantFinal));

TEST(SparseStep, EqualsTheReferenceInATimedRun) {
  ASSERT_NO_FATAL_FAILURE(expect_step({.mapping = sparse_mapping(kernels::kVariantLog2022)}, true));
}

TEST(SparseStep, EqualsTheReferenceForEveryOptimizer) {
  for (const std::string optimizer : {"SGD", "Adam"}) {
    SCOPED_TRACE(optimizer);
    ASSERT_NO_FATAL_FAILURE(expect_step(
        {.shape = {.optimizer = optimizer}, .mapping = sparse_mapping(kernels::kVariantFinal)}));
  }
}

TEST(SparseStep, SlowSquareHasTheSameValues) {
  SparseCase test{.mapping = sparse_mapping(kernels::kVariantLog2022)};
  test.mapping.state_gradient_square = kernels::kSquareDouble;
  ASSERT_NO_FATAL_FAILURE(expect_step(test));
}

// Lists, replicas and gradients of one step must not leak into the next.
TEST(SparseStep, LaterStepsStartAfresh) {
  const SparseCase test{.mapping = sparse_mapping(kernels::kVariantLog2022)};
  const models::Network network = tests::make_sparse_network(test.shape);
  const models::StepInput input = tests::sparse_input(network, 3);
  auto parameters = models::initial_parameters(network);
  std::map<std::string, std::vector<Values>> state;
  std::vector<double> losses;
  for (std::uint64_t step = 1; step <= 3; ++step) {
    const auto expected = models::reference_step<float>(network, input, parameters);
    losses.push_back(expected.loss);
    models::reference_update<float>(network, step, parameters, expected.gradients, state);
  }
  const Outcome outcome = run(test, network, input, 3);
  ASSERT_EQ(outcome.fault, " ");
  const std::vector<double>& found = outcome.series.at("training.loss");
  ASSERT_EQ(found.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], losses[i], 1e-4 * losses[i]);
}

}  // namespace
}  // namespace bspike
