// Tests that types in f16 hold for every kind of layer and loss: losses of membranes, layers that
// hear themselves, resets at once, trained numbers, spike lists. States and what is sent are those
// of the host golden bit by bit on any number of tiles (with states alone in f16 on one, elsewhere
// to their last bit); gradients to the last bit on one.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "arch/base/diagnostics.hpp"
#include "models/learning/learning_tables.hpp"
#include "tests/differential/half_runs.hpp"
#include "tests/support/map_network.hpp"

namespace bspike {
namespace {

using namespace half_runs;
using models::Recurrence;
using models::Reset;
using models::Scope;
using tests::NetworkShape;

NetworkShape base(const std::string& model = "Leaky", Reset reset = Reset::kSubtract) {
  NetworkShape shape;
  shape.sizes = {21, 18, 7};
  shape.time_steps = 4;
  shape.batch = 3;
  shape.model = model;
  shape.reset = reset;
  return shape;
}

// A backward step may differ in the last bit, of f32 or, where that decides a rounding, of f16.
double one_tile_tolerance(const Types& types) { return types.gradients != 0 ? 0x1p-10 : 2e-6; }

// A gradient in f16 is a sum of rounded terms over samples and steps, in as many parts as there are
// workers and tiles.
double tiles_tolerance(const Types& types) {
  return types.gradients != 0 ? 64 * 0x1p-11 / 4 : 5e-5;
}

// With weights in planes of f32, blocks are added in another order on other tiles.
bool sums_by_tiles(const Types& types) { return types.weights == 0 && types.gradients == 0; }

void expect_close_states(const models::Network& network, const Tensors& found,
                         const models::StepResult<float>& expected) {
  for (std::uint32_t l = 0; l < network.layers(); ++l)
    for (const auto& [name, values] : expected.states[l])
      ASSERT_NO_FATAL_FAILURE(expect_close(models::number_name(l, name),
                                           found.at(models::number_name(l, name)), values));
}

void expect_sent(const models::Network& network, const Tensors& found,
                 const models::StepResult<float>& expected) {
  for (std::uint32_t l = 0; l < network.layers(); ++l) {
    const auto sent = found.find(models::number_name(l, "sent"));
    if (sent == found.end()) continue;
    ASSERT_NO_FATAL_FAILURE(expect_equal(sent->first, sent->second, expected.spikes[l]));
  }
}

// Those of numbers are sums over all samples, steps and neurons, in another order.
void expect_gradients(const Tensors& found, const models::StepResult<float>& expected,
                      double tolerance) {
  for (const auto& [name, gradient] : expected.gradients) {
    const bool weight = name.ends_with(".weight") || name.ends_with(".bias");
    ASSERT_NO_FATAL_FAILURE(expect_near(name, found.at(name + ".grad"), gradient,
                                        weight ? tolerance : std::max(tolerance, 2e-5)));
  }
}

void check(const models::Network& network, const Types& types) {
  const models::StepInput input = tests::random_input(network, network.classes());
  const models::ParameterSet parameters = models::initial_parameters(network);
  const auto expected = models::half_reference_step(network, input, parameters, rules_of(types));
  for (const std::uint32_t tiles : {1U, 12U}) {
    SCOPED_TRACE(std::to_string(tiles) + " tiles");
    const bool exact = tiles == 1;
    const Tensors found = tensors_of(network, input, parameters, machine_of(tiles),
                                     mapping_of(types, exact ? 1 : 0), 1);
    ASSERT_NO_FATAL_FAILURE(exact || !sums_by_tiles(types)
                                ? expect_states(network, found, expected)
                                : expect_close_states(network, found, expected));
    ASSERT_NO_FATAL_FAILURE(expect_sent(network, found, expected));
    double loss = 0;
    for (const float sample : found.at("loss")) loss += double{sample};
    EXPECT_NEAR(loss, expected.loss, 2e-5 * std::max(1.0, expected.loss));
    ASSERT_NO_FATAL_FAILURE(expect_gradients(
        found, expected, exact ? one_tile_tolerance(types) : tiles_tolerance(types)));
  }
}

class HalfLayers : public testing::TestWithParam<Types> {
 protected:
  static void run(const std::string& what, const NetworkShape& shape) {
    SCOPED_TRACE(what);
    check(tests::make_network(shape), GetParam());
  }
};

TEST_P(HalfLayers, LossesOfMembranes) {
  for (const models::LossRow& loss : models::loss_table()) {
    if (loss.record != models::LossRecord::kMembranes) continue;
    NetworkShape shape = base();
    shape.loss = loss.name;
    run(shape.loss, shape);
  }
}

TEST_P(HalfLayers, LayersThatHearThemselves) {
  for (const char* model : {"RLeaky", "RSynaptic"})
    for (const Reset reset : {Reset::kSubtract, Reset::kZero, Reset::kNone})
      run(model, base(model, reset));
  NetworkShape even = base("RLeaky");
  even.sizes = {21, 16, 8};
  even.batch = 4;
  run("whole quads", even);
  NetworkShape single = base("RLeaky");
  single.sizes = {21, 11};
  run("a single layer", single);
  NetworkShape membranes = base("RLeaky");
  membranes.loss = "mse_membrane";
  run("with a loss of membranes", membranes);
}

TEST_P(HalfLayers, NeuronsThatHearThemselves) {
  for (const char* model : {"RLeaky", "RSynaptic"})
    for (const Scope scope : {Scope::kNeuron, Scope::kLayer}) {
      NetworkShape shape = base(model);
      shape.recurrence = Recurrence::kOneToOne;
      shape.learned = {{"V", scope}};
      run(model, shape);
    }
}

TEST_P(HalfLayers, ResetsAtOnce) {
  for (const models::NeuronRow& row : models::neuron_table()) {
    if (!row.resets_at_once || row.sparse_program) continue;
    for (const Reset reset : {Reset::kSubtract, Reset::kZero}) {
      NetworkShape shape = base(std::string(row.name), reset);
      shape.reset_delay = false;
      run(shape.model, shape);
    }
  }
}

TEST_P(HalfLayers, TrainedNumbers) {
  for (const models::NeuronRow& row : models::neuron_table()) {
    if (row.sparse_program) continue;
    for (const Scope scope : {Scope::kNeuron, Scope::kLayer}) {
      NetworkShape shape = base(std::string(row.name));
      for (const models::ParameterInfo& info : row.parameters)
        if (info.training != models::Training::kNever)
          shape.learned[std::string(info.name)] = scope;
      if (!shape.learned.empty()) run(shape.model, shape);
    }
  }
}

// A threshold that isn't trained is rounded beside numbers that are.
TEST_P(HalfLayers, TrainedNumbersBesideAFixedThreshold) {
  NetworkShape shape = base();
  shape.learned = {{"beta", Scope::kLayer}};
  run("delayed", shape);
  shape.reset_delay = false;
  run("at once", shape);
}

TEST_P(HalfLayers, SpikeLists) {
  using models::ListRule;
  for (const ListRule rule : {ListRule::kSpikesFirst, ListRule::kListed, ListRule::kDense}) {
    models::Network network = tests::make_network(base());
    for (std::uint32_t layer = 0; layer < network.layers(); ++layer)
      network.graph[layer + 1].list = models::ListSpec{rule, 4 - layer, 0.2};
    SCOPED_TRACE(static_cast<int>(rule));
    check(network, GetParam());
  }
}

void set_lists(models::Network& network) {
  for (std::uint32_t layer = 0; layer < network.layers(); ++layer)
    network.graph[layer + 1].list = models::ListSpec{models::ListRule::kSpikesFirst, 4, 0.2};
}

TEST_P(HalfLayers, Convolutions) {
  using models::PoolKind;
  if (GetParam().sums != 0) return;  // refused
  check(tests::map_network(base(), PoolKind::kMax, false), GetParam());
  check(tests::map_network(base("Synaptic", Reset::kZero), PoolKind::kAverage, false), GetParam());
  NetworkShape own = base("RLeaky");
  own.reset_delay = false;
  check(tests::map_network(own, PoolKind::kSum, false), GetParam());
  NetworkShape map = base();
  map.loss = "mse_membrane";
  map.learned = {{"beta", Scope::kNeuron}};
  map.bias = false;
  check(tests::map_network(map, PoolKind::kMax, true), GetParam());
  models::Network listed = tests::map_network(base(), PoolKind::kMax, false);
  set_lists(listed);
  check(listed, GetParam());
}

// Of the network, each with a sample of the batch: as on several tiles.
void check_replicas(const models::Network& network, const Types& types) {
  const models::StepInput input = tests::random_input(network, network.classes());
  const models::ParameterSet start = models::initial_parameters(network);
  models::Parameters<float> parameters = start;
  std::map<std::string, std::vector<Values>> state;
  kernels::Mapping mapping = mapping_of(types, 0);
  mapping.replicas = network.batch;
  for (std::uint64_t step = 1; step <= 2; ++step) {
    const auto expected = models::half_reference_step(network, input, parameters, rules_of(types));
    const Tensors found = tensors_of(network, input, start, machine_of(36), mapping, step);
    if (step == 1) {
      ASSERT_NO_FATAL_FAILURE(expect_states(network, found, expected));
    }
    ASSERT_NO_FATAL_FAILURE(expect_gradients(found, expected, tiles_tolerance(types)));
    models::half_reference_update(network, step, rules_of(types), parameters, expected.gradients,
                                  state);
    for (const auto& [name, values] : parameters)
      ASSERT_NO_FATAL_FAILURE(
          expect_near(name, found.at(name), values, types.weights != 0 ? 0x1p-10 : 1e-4));
  }
}

TEST_P(HalfLayers, Replicas) {
  NetworkShape own = base("RLeaky");
  own.optimizer = "SGD";
  check_replicas(tests::make_network(own), GetParam());
  NetworkShape map = base();
  map.optimizer = "SGD";
  if (GetParam().sums == 0)
    check_replicas(tests::map_network(map, models::PoolKind::kMax, false), GetParam());
}

TEST(HalfConvolutions, HaveNoSumsInF16) {
  const models::Network network = tests::map_network(base(), models::PoolKind::kMax, false);
  EXPECT_THROW(
      {
        [[maybe_unused]] const auto image =
            kernels::compile(network, models::initial_parameters(network), machine_of(9),
                             mapping_of({"", 1, 1, 1, 1}, 1));
      },
      arch::base::CompileError);
}

// Without a history: what the output has sent at the end.
void check_inference(const models::Network& network, const Types& types) {
  const models::StepInput input = tests::random_input(network, network.classes());
  const models::ParameterSet parameters = models::initial_parameters(network);
  const auto expected = models::half_reference_step(network, input, parameters, rules_of(types));
  const std::size_t width = network.batch * network.layer(network.layers() - 1).size;
  Values counts(width, 0.0F);
  const Values& spikes = expected.spikes.back();
  for (std::size_t i = 0; i < spikes.size(); ++i) counts[i % width] += spikes[i];
  ASSERT_GT(std::ranges::max(counts), 0);
  const Tensors found = tensors_of(network, input, parameters, machine_of(5), mapping_of(types, 0),
                                   2, kernels::Purpose::kInference);
  expect_equal("output.count", found.at("output.count"), counts);
}

TEST_P(HalfLayers, Inference) {
  NetworkShape shape = base("RLeaky");
  check_inference(tests::make_network(shape), GetParam());
  shape.reset_delay = false;
  shape.learned = {{"beta", Scope::kNeuron}};
  check_inference(tests::make_network(shape), GetParam());
  models::Network listed = tests::make_network(base());
  set_lists(listed);
  check_inference(listed, GetParam());
  if (GetParam().sums == 0)
    check_inference(tests::map_network(base(), models::PoolKind::kMax, false), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Types, HalfLayers, testing::ValuesIn(kAll),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace bspike
