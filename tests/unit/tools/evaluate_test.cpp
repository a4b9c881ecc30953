// Tests that evaluation predicts as the host reference does: the class whose outputs spiked most,
// of a population code the class whose block of outputs did.
#include "tools/driver/evaluate.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/reference/reference.hpp"
#include "tools/driver/experiment.hpp"

namespace bspike::tools {
namespace {

const std::filesystem::path kTiny = BSPIKE_SOURCE_DIR "/configs/runs/tiny.yaml";
constexpr std::uint32_t kClasses = 10;

// Large weights, so that outputs do spike.
Overrides with_outputs(const std::string& outputs) {
  Overrides overrides;
  overrides.sets = {"network.layers=[{size: 16}, {size: " + outputs + "}]",
                    "network.loss={name: ce_count, classes: 10}", "network.init.scale=4"};
  return overrides;
}

// Spikes of the outputs c, c + 1, ... of class c = block * class, counted by hand.
std::uint32_t predicted(const models::Network& network, const std::vector<float>& spikes,
                        std::uint32_t sample) {
  const std::uint32_t outputs = network.layer(1).size;
  std::vector<double> counts(kClasses, 0);
  for (std::uint32_t t = 0; t < network.time_steps; ++t) {
    for (std::uint32_t o = 0; o < outputs; ++o) {
      const std::size_t row = std::size_t{t} * network.batch + sample;
      counts[o / (outputs / kClasses)] += spikes[row * outputs + o];
    }
  }
  return static_cast<std::uint32_t>(std::ranges::max_element(counts) - counts.begin());
}

void expect_confusion_of_reference(const std::string& outputs) {
  const Overrides overrides = with_outputs(outputs);
  const Experiment experiment = read_experiment(kTiny, overrides);
  const models::ParameterSet parameters = models::initial_parameters(experiment.network);
  std::vector<std::vector<std::uint64_t>> wanted(kClasses, std::vector<std::uint64_t>(kClasses));
  std::uint64_t correct = 0;
  const TestBatches test = test_batches(experiment, 60);
  for (std::uint64_t batch = 0; batch < test.batches; ++batch) {
    models::StepInput input = test.source(batch);
    const std::vector<std::uint32_t> targets = input.targets;
    input.targets.resize(experiment.network.batch);
    const auto step = models::reference_step<float>(experiment.network, input, parameters);
    for (std::uint32_t b = 0; b < targets.size(); ++b) {
      const std::uint32_t guess = predicted(experiment.network, step.spikes.back(), b);
      ++wanted[targets[b]][guess];
      correct += guess == targets[b] ? 1 : 0;
    }
  }
  EvaluateRequest request;
  request.file = kTiny;
  request.overrides = overrides;
  request.samples = 60;
  request.functional = true;
  Watcher watcher;
  watcher.phase = [](std::string_view) {};
  const Evaluation evaluation = evaluate(request, watcher);
  EXPECT_EQ(evaluation.samples, 60U);
  EXPECT_EQ(evaluation.correct, correct);
  EXPECT_EQ(evaluation.confusion, wanted);
  // Not all samples are taken for the first class, as without spikes.
  std::uint64_t first = 0;
  for (const auto& row : wanted) first += row[0];
  EXPECT_LT(first, 50U);
}

TEST(Evaluation, OfAPopulationCodeIsTheReferences) { expect_confusion_of_reference("30"); }
TEST(Evaluation, OfOneOutputAClassIsTheReferences) { expect_confusion_of_reference("10"); }

}  // namespace
}  // namespace bspike::tools
