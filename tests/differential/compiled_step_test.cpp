// Tests that a compiled training step computes what the host reference computes: every neuron
// model, reset, surrogate, loss and optimiser, on one tile, on an odd number and on more tiles than
// neurons.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <tuple>

#include "arch/base/random.hpp"
#include "kernels/compile.hpp"
#include "models/reference/reference.hpp"
#include "sim/run.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/small_network.hpp"
#include "tools/driver/host_streams.hpp"

namespace bspike {
namespace {

using Values = std::vector<float>;

arch::Machine machine_with(std::uint32_t tiles) {
  arch::Machine machine = tests::machine_with_grid(tiles, tiles, 1, 1);
  machine.unit_slots.fill(1);
  return machine;
}

models::StepInput random_input(const models::Network& network, std::uint64_t seed) {
  models::StepInput input;
  std::uint64_t draw = 0;
  for (std::uint32_t list = 0; list < network.time_steps * network.batch; ++list) {
    auto& ids = input.ids.emplace_back();
    for (std::uint32_t neuron = 0; neuron < network.input().size; ++neuron) {
      if (arch::base::random_bits(seed, 1, draw++) % 2 == 0) ids.push_back(neuron);
    }
  }
  const std::uint32_t classes = network.classes();
  for (std::uint32_t b = 0; b < network.batch; ++b) {
    input.targets.push_back(
        static_cast<std::uint32_t>(arch::base::random_bits(seed, 2, b) % classes));
  }
  return input;
}

// All tensors after the last step, by name.
struct Outcome {
  std::map<std::string, Values> tensors;
  std::map<std::string, std::vector<double>> series;
  std::string fault;
};

Outcome run(const models::Network& network, const arch::Machine& machine,
            const kernels::Mapping& mapping, const models::StepInput& input, std::uint64_t steps,
            kernels::Purpose purpose = kernels::Purpose::kTraining) {
  const auto image =
      kernels::compile(network, models::initial_parameters(network), machine, mapping, purpose);
  tools::HostStreams host(image, network, [&](std::uint64_t) { return input; });
  Outcome outcome;
  sim::RunOptions options;
  options.steps = steps;
  options.timed = false;
  options.check_races = true;
  options.after_step = [&](std::uint64_t, sim::Machinery& machinery) {
    for (std::uint32_t i = 0; i < image.tensors.size(); ++i) {
      const std::vector<std::byte> bytes = machinery.read_tensor(i);
      Values values(bytes.size() / sizeof(float));
      std::memcpy(values.data(), bytes.data(), bytes.size());
      outcome.tensors[image.tensors[i].name] = std::move(values);
    }
  };
  const sim::RunResult result = sim::run(image, machine, host, options);
  outcome.series = result.series;
  outcome.fault = result.fault.kind + " " + result.fault.message;
  return outcome;
}

double largest(const Values& values) {
  double result = 0;
  for (const float value : values) result = std::max(result, std::abs(double{value}));
  return result;
}

void expect_near(const std::string& name, const Values& found, const Values& expected,
                 double tolerance) {
  ASSERT_EQ(found.size(), expected.size()) << name;
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_NEAR(found[i], expected[i], tolerance) << name << "[" << i << "]";
  }
}

void expect_layer(const models::Network& network, std::uint32_t layer, const Outcome& outcome,
                  const models::StepResult<float>& expected) {
  const std::string prefix = "n" + std::to_string(layer) + ".";
  for (const auto& [state, values] : expected.states[layer])
    expect_near(prefix + state, outcome.tensors.at(prefix + state), values, 1e-5);
  const Values& mem = outcome.tensors.at(prefix + "mem");
  const auto sent = outcome.tensors.find(prefix + "sent");
  const auto threshold = static_cast<float>(network.layer(layer).parameters.at("threshold"));
  double spikes = 0;
  for (std::size_t i = 0; i < mem.size(); ++i) {
    const bool spikes_here =
        sent == outcome.tensors.end() ? mem[i] > threshold : sent->second[i] != 0;
    ASSERT_EQ(spikes_here ? 1.0F : 0.0F, expected.spikes[layer][i]) << prefix << "[" << i << "]";
    spikes += expected.spikes[layer][i];
  }
  const auto& rates = outcome.series.at("training.spike_rates.layer" + std::to_string(layer));
  EXPECT_NEAR(rates.back(), spikes / static_cast<double>(mem.size()), 1e-12);
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
    const Values& found = outcome.tensors.at(name);
    const Values& gradient = expected.gradients.at(name);
    ASSERT_EQ(found.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (gradient[i] != 0 && std::abs(gradient[i]) < 1e-5F) continue;
      ASSERT_NEAR(found[i], values[i], 0.02 * rate + 1e-6) << name << "[" << i << "]";
    }
  }
}

void expect_step(const tests::NetworkShape& shape, std::uint32_t tiles,
                 const kernels::Mapping& mapping = {}) {
  const models::Network network = tests::make_network(shape);
  const models::StepInput input = random_input(network, shape.seed);
  const auto expected =
      models::reference_step<float>(network, input, models::initial_parameters(network));
  const Outcome outcome = run(network, machine_with(tiles), mapping, input, 1);
  ASSERT_EQ(outcome.fault, " ");
  for (std::uint32_t layer = 0; layer < network.layers(); ++layer) {
    expect_layer(network, layer, outcome, expected);
  }
  EXPECT_NEAR(outcome.series.at("training.loss").at(0), expected.loss, 1e-5 * expected.loss);
  for (const auto& [name, gradient] : expected.gradients) {
    expect_near(name + ".grad", outcome.tensors.at(name + ".grad"), gradient,
                2e-4 * largest(gradient));
  }
  expect_update(network, outcome, expected);
}

// Comparing silence proves nothing: every layer of the shape spikes, and every gradient is there.
void expect_excited(const tests::NetworkShape& shape) {
  const models::Network network = tests::make_network(shape);
  const auto expected = models::reference_step<float>(network, random_input(network, shape.seed),
                                                      models::initial_parameters(network));
  for (const Values& spikes : expected.spikes) EXPECT_GT(largest(spikes), 0);
  for (const auto& [name, gradient] : expected.gradients) EXPECT_GT(largest(gradient), 0) << name;
}

// One tile, an odd number, more tiles than neurons.
constexpr std::uint32_t kTileCounts[] = {1, 3, 40};

using RowsOnTiles = std::tuple<models::Reset, std::uint32_t>;

class CompiledRows : public ::testing::TestWithParam<RowsOnTiles> {};

tests::NetworkShape three_layers(models::Reset reset) {
  return {.sizes = {9, 8, 5, 3}, .time_steps = 5, .batch = 4, .reset = reset};
}

TEST_P(CompiledRows, EqualTheReference) {
  const auto [reset, tiles] = GetParam();
  for (const auto& surrogate : models::surrogate_table()) {
    SCOPED_TRACE(surrogate.name);
    tests::NetworkShape shape = three_layers(reset);
    shape.surrogate = surrogate.name;
    expect_excited(shape);
    ASSERT_NO_FATAL_FAILURE(expect_step(shape, tiles));
  }
  for (const auto& loss : models::loss_table()) {
    SCOPED_TRACE(loss.name);
    tests::NetworkShape shape = three_layers(reset);
    shape.loss = loss.name;
    expect_excited(shape);
    ASSERT_NO_FATAL_FAILURE(expect_step(shape, tiles));
  }
}

INSTANTIATE_TEST_SUITE_P(EveryReset, CompiledRows,
                         ::testing::Combine(::testing::Values(models::Reset::kSubtract,
                                                              models::Reset::kZero,
                                                              models::Reset::kNone),
                                            ::testing::ValuesIn(kTileCounts)));

TEST(CompiledStep, EqualsTheReferenceForEveryOptimizer) {
  for (const auto& optimizer : models::optimizer_table()) {
    SCOPED_TRACE(optimizer.name);
    expect_step({.optimizer = std::string(optimizer.name)}, 3);
  }
}

// A decay of the gradient has a codelet of its own in some optimisers.
TEST(CompiledStep, EqualsTheReferenceWithWeightDecay) {
  for (const auto& optimizer : models::optimizer_table()) {
    SCOPED_TRACE(optimizer.name);
    models::Network network = tests::make_network({.optimizer = std::string(optimizer.name)});
    network.optimizer.arguments.at("weight_decay") = 0.5;
    const models::StepInput input = random_input(network, 1);
    const auto expected =
        models::reference_step<float>(network, input, models::initial_parameters(network));
    const Outcome outcome = run(network, machine_with(3), {}, input, 1);
    ASSERT_EQ(outcome.fault, " ");
    expect_update(network, outcome, expected);
  }
}

TEST(CompiledStep, EqualsTheReferenceForEveryNeuronModel) {
  for (const auto& model : models::neuron_table()) {
    if (model.sparse_program) continue;
    for (const models::Reset reset : model.resets) {
      SCOPED_TRACE(model.name);
      expect_step({.model = std::string(model.name), .reset = reset}, 3);
    }
  }
}

// A loss of membranes reaches layers by another way where they hear themselves, reset at once or
// train their numbers; so do losses that look at one time step.
TEST(CompiledStep, EqualsTheReferenceForEveryModelUnderEveryLoss) {
  for (const auto& model : models::neuron_table()) {
    if (model.sparse_program) continue;
    for (const auto& loss : models::loss_table()) {
      SCOPED_TRACE(std::string(model.name) + " " + std::string(loss.name));
      tests::NetworkShape shape{.sizes = {9, 7, 4}, .time_steps = 4};
      shape.model = model.name;
      shape.loss = loss.name;
      ASSERT_NO_FATAL_FAILURE(expect_step(shape, 3));
      shape.recurrence = models::Recurrence::kOneToOne;
      if (model.recurrent) ASSERT_NO_FATAL_FAILURE(expect_step(shape, 3));
      shape.reset_delay = false;
      if (model.resets_at_once) ASSERT_NO_FATAL_FAILURE(expect_step(shape, 2));
    }
  }
}

// Which numbers of a model may be trained, with this scope.
std::map<std::string, models::Scope> all_learned(const models::NeuronRow& model,
                                                 models::Scope scope) {
  std::map<std::string, models::Scope> learned;
  for (const auto& info : model.parameters)
    if (info.training != models::Training::kNever) learned[std::string(info.name)] = scope;
  return learned;
}

TEST(CompiledStep, EqualsTheReferenceForTrainedNumbers) {
  for (const auto& model : models::neuron_table()) {
    for (const models::Scope scope : {models::Scope::kLayer, models::Scope::kNeuron}) {
      const auto learned = all_learned(model, scope);
      if (learned.empty()) continue;
      for (const models::Reset reset : model.resets) {
        for (const bool delayed : {true, false}) {
          if (!delayed && (!model.resets_at_once || reset == models::Reset::kNone)) continue;
          SCOPED_TRACE(std::string(model.name) + (delayed ? "" : " at once"));
          tests::NetworkShape shape{.sizes = {9, 7, 4}, .time_steps = 4};
          shape.model = model.name;
          shape.reset = reset;
          shape.reset_delay = delayed;
          shape.learned = learned;
          ASSERT_NO_FATAL_FAILURE(expect_step(shape, delayed ? 3 : 40));
          shape.loss = "mse_membrane";
          shape.recurrence = models::Recurrence::kOneToOne;
          ASSERT_NO_FATAL_FAILURE(expect_step(shape, 1));
        }
      }
    }
  }
}

TEST(CompiledStep, EqualsTheReferenceForAPopulationCode) {
  for (const auto& loss : models::loss_table()) {
    if (!loss.population_code) continue;
    for (const std::uint32_t tiles : kTileCounts) {
      SCOPED_TRACE(loss.name);
      expect_step({.sizes = {9, 7, 15}, .loss = std::string(loss.name), .classes = 5}, tiles);
      expect_step({.sizes = {9, 8}, .loss = std::string(loss.name), .classes = 4}, tiles);
    }
  }
}

TEST(CompiledStep, EqualsTheReferenceForUnevenSizes) {
  const std::vector<std::vector<std::uint32_t>> sizes{
      {1, 1}, {1, 1, 1}, {2, 1, 7}, {33, 17, 2}, {5, 31, 29, 3}, {70, 23, 11, 9, 4}};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    for (const std::uint32_t tiles : {1U, 2U, 5U, 13U}) {
      for (const int strategy : {0, 1}) {
        SCOPED_TRACE("sizes " + std::to_string(i) + " on " + std::to_string(tiles) + ", strategy " +
                     std::to_string(strategy));
        kernels::Mapping mapping;
        mapping.strategy = strategy;
        const auto steps = static_cast<std::uint32_t>(1 + i);
        ASSERT_NO_FATAL_FAILURE(expect_step(
            {.sizes = sizes[i], .time_steps = steps, .batch = 1 + tiles % 4, .loss = "ce_rate"},
            tiles, mapping));
      }
    }
  }
}

TEST(CompiledStep, EqualsTheReferenceWithoutBias) {
  expect_step({.sizes = {8, 6, 4}, .bias = false}, 3);
}

TEST(CompiledStep, EqualsTheReferenceForAnyNumberOfReplicas) {
  for (const std::uint32_t replicas : {1U, 2U, 5U, 64U}) {
    SCOPED_TRACE(replicas);
    kernels::Mapping mapping;
    mapping.gradient_replicas = replicas;
    expect_step({.sizes = {20, 6, 4}, .batch = 7}, 2, mapping);
  }
}

// Two steps on the same batch: membranes and counts of the first must not leak into the second.
TEST(CompiledStep, InferenceCountsTheSameSpikes) {
  for (const std::uint32_t tiles : kTileCounts) {
    const models::Network network = tests::make_network({.sizes = {9, 8, 5}, .time_steps = 6});
    const models::StepInput input = random_input(network, 5);
    const auto expected =
        models::reference_step<float>(network, input, models::initial_parameters(network));
    const std::size_t outputs = expected.spikes.back().size() / network.time_steps;
    Values counts(outputs, 0.0F);
    for (std::size_t i = 0; i < expected.spikes.back().size(); ++i) {
      counts[i % outputs] += expected.spikes.back()[i];
    }
    ASSERT_GT(largest(counts), 0);
    const Outcome outcome =
        run(network, machine_with(tiles), {}, input, 2, kernels::Purpose::kInference);
    EXPECT_EQ(outcome.fault, " ");
    EXPECT_EQ(outcome.tensors.at("output.count"), counts) << tiles;
  }
}

// Gradients, carries, counts and losses of one step must not leak into the next.
TEST(CompiledStep, SecondStepStartsAfresh) {
  for (const std::string loss : {"ce_count", "ce_rate"}) {
    const models::Network network = tests::make_network({.loss = loss, .seed = 3});
    const models::StepInput input = random_input(network, 3);
    auto parameters = models::initial_parameters(network);
    std::map<std::string, std::vector<Values>> state;
    std::vector<double> losses;
    for (std::uint64_t step = 1; step <= 3; ++step) {
      const auto expected = models::reference_step<float>(network, input, parameters);
      losses.push_back(expected.loss);
      models::reference_update<float>(network, step, parameters, expected.gradients, state);
    }
    const Outcome outcome = run(network, machine_with(3), {}, input, 3);
    const std::vector<double>& found = outcome.series.at("training.loss");
    ASSERT_EQ(found.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], losses[i], 1e-4 * losses[i]);
  }
}

}  // namespace
}  // namespace bspike
