// Owns hand-computed steps of the models behind Leaky, and of resets at once.
#include <gtest/gtest.h>

#include "models/learning/learning_tables.hpp"
#include "models/neurons/neuron_table.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

Population population_of(const std::string& model, std::map<std::string, double> parameters,
                         Reset reset) {
  Population population;
  population.size = 1;
  population.model = test::row_named(neuron_table(), model);
  population.parameters = std::move(parameters);
  population.parameters.try_emplace("threshold", 1);
  population.reset = reset;
  population.surrogate.row = test::row_named(surrogate_table(), "straight_through");
  return population;
}

// The membrane after each step.
std::vector<double> membranes(const Population& population, const std::vector<double>& currents) {
  const NeuronRow& row = neuron_table()[population.model];
  const std::size_t states = row.states.size() + (population.resets_at_once() ? 1 : 0);
  LayerState<double> before(states, std::vector<double>(1, 0)), after = before;
  std::vector<double> spikes(1), trace;
  for (const double current : currents) {
    row.forward_f64(layer_numbers<double>(population), std::span(&current, 1), before, after,
                    spikes);
    trace.push_back(after[0][0]);
    before = after;
  }
  return trace;
}

using Values = std::vector<double>;

TEST(NeuronModels, ResetAtOnceTakesTheThresholdInTheSpikesOwnStep) {
  Population population = population_of("Leaky", {{"beta", 0.5}}, Reset::kSubtract);
  population.reset_delay = false;
  // 3 spikes: 3 - 1 = 2, still above 1, so the delayed reset acts too: 1 - 1 = 0, no spike, adds 1.
  EXPECT_EQ(membranes(population, {3, 0, 0}), (Values{2, 1, 0.5}));
  population.reset = Reset::kZero;
  EXPECT_EQ(membranes(population, {3, 0.25}), (Values{0, 0.25}));
}

TEST(NeuronModels, RecurrentLeakyLosesItsInputWithAResetToZero) {
  EXPECT_EQ(membranes(population_of("RLeaky", {{"beta", 0.5}}, Reset::kZero), {2, 4, 4}),
            (Values{2, 0, 4}));
}

TEST(NeuronModels, LapicqueIsTheEulerStepOfACircuit) {
  // d = 1 - 0.5 / (2 * 1) = 0.75, g = 0.5.
  const std::map<std::string, double> circuit{{"beta", 0}, {"R", 2}, {"C", 1}, {"time_step", 0.5}};
  EXPECT_EQ(membranes(population_of("Lapicque", circuit, Reset::kSubtract), {4, 0, 0}),
            (Values{2, 0.5, 0.375}));
  EXPECT_EQ(membranes(population_of("Lapicque", circuit, Reset::kZero), {4, 4, 1}),
            (Values{2, 0, 0.5}));
}

TEST(NeuronModels, LapicqueTakesFromBetaWhatItIsNotGiven) {
  const auto numbers = [](double resistance, double capacity) {
    return layer_numbers<double>(population_of(
        "Lapicque", {{"beta", 0.5}, {"R", resistance}, {"C", capacity}, {"time_step", 1}},
        Reset::kNone));
  };
  // R C = 1 / ln 2 in each case.
  EXPECT_NEAR(numbers(0, 0).at("decay")[0], 1 - std::log(2), 1e-15);
  EXPECT_NEAR(numbers(0, 0).at("gain")[0], std::log(2), 1e-15);
  EXPECT_NEAR(numbers(4, 0).at("gain")[0], 4 * std::log(2), 1e-15);
  EXPECT_NEAR(numbers(0, 2).at("gain")[0], 0.5, 1e-15);
  EXPECT_NEAR(numbers(0, 2).at("decay")[0], 1 - std::log(2), 1e-15);
}

TEST(NeuronModels, SynapticCurrentIsNeverReset) {
  const std::map<std::string, double> decays{{"alpha", 0.5}, {"beta", 0.25}};
  // Y: 2, 1, 0.5. U: 2; 0.5 + 1 - 1; 0.125 + 0.5.
  EXPECT_EQ(membranes(population_of("Synaptic", decays, Reset::kSubtract), {2, 0, 0}),
            (Values{2, 0.5, 0.625}));
  EXPECT_EQ(membranes(population_of("RSynaptic", decays, Reset::kZero), {2, 0, 0}),
            (Values{2, 0, 0.5}));
}

TEST(NeuronModels, AlphaIsTheDifferenceOfTwoDecays) {
  // tau = ln 0.5 / (ln 0.25 - ln 0.5) + 1 = 2. Currents cancel in their own step.
  const Population alpha = population_of("Alpha", {{"alpha", 0.5}, {"beta", 0.25}}, Reset::kNone);
  const Values trace = membranes(alpha, {4, 0, 0});
  EXPECT_EQ(trace[0], 0);
  EXPECT_NEAR(trace[1], 2, 1e-12);  // 2 (2 - 1)
  EXPECT_NEAR(trace[2], 1.5, 1e-12);
  EXPECT_EQ(membranes(population_of("Alpha", {{"alpha", 0.5}, {"beta", 0.25}}, Reset::kZero),
                      {4, 0, 0, 0})[2],
            0);
}

// d/dx of a loss that sums the membranes of three steps, by finite differences, against one
// backward pass: every model, with its numbers trained one a neuron.
double membrane_sum(Population population, const std::string& number, double value) {
  population.parameters[number] = value;
  double sum = 0;
  for (const double mem : membranes(population, {0.3, 0.2, 0.1})) sum += mem;
  return sum;
}

double number_gradient(const Population& population, const std::string& number) {
  const NeuronRow& row = neuron_table()[population.model];
  const LayerState<double> zero(row.states.size(), Values(1, 0));
  std::vector<LayerState<double>> history(4, zero);
  Values spikes(1), current_gradient(1);
  const Values currents{0.3, 0.2, 0.1};
  const auto numbers = layer_numbers<double>(population);
  for (std::size_t t = 0; t < 3; ++t)
    row.forward_f64(numbers, std::span(&currents[t], 1), history[t], history[t + 1], spikes);
  NumberGradients<double> gradients{{number, Values(1, 0)}};
  LayerState<double> carry = zero;
  const double none = 0, one = 1;
  for (std::size_t t = 3; t-- > 0;)
    row.backward_f64(numbers, history[t], history[t + 1], std::span(&none, 1), std::span(&one, 1),
                     carry, current_gradient, gradients);
  return gradients.at(number)[0];
}

TEST(NeuronModels, GradientsOfTrainedNumbersAreFiniteDifferences) {
  for (const NeuronRow& row : neuron_table())
    for (const ParameterInfo& info : row.parameters) {
      if (info.training == Training::kNever || info.name == "threshold") continue;
      Population population =
          population_of(std::string(row.name), {{"alpha", 0.7}, {"beta", 0.6}}, Reset::kSubtract);
      const std::string name(info.name);
      const double value = population.parameters.at(name), step = 1e-6;
      const double slope = (membrane_sum(population, name, value + step) -
                            membrane_sum(population, name, value - step)) /
                           (2 * step);
      EXPECT_GT(slope, 0);
      EXPECT_NEAR(number_gradient(population, name), slope, 1e-8) << row.name << " " << name;
    }
}

TEST(NeuronModels, ASharesGradientEndsAtItsLimits) {
  const Population population = population_of("Leaky", {{"beta", 0.5}}, Reset::kNone);
  NumberGradients<double> gradients{{"beta", {1, 2, 3, 4}}, {"threshold", {5}}};
  clip_gradients<double>(population, {{"beta", {-0.1, 0, 1, 1.1}}, {"threshold", {7}}}, gradients);
  EXPECT_EQ(gradients.at("beta"), (Values{0, 2, 3, 0}));
  EXPECT_EQ(gradients.at("threshold"), (Values{5}));
}

}  // namespace
}  // namespace bspike::models
