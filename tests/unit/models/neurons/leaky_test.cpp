// Owns hand-computed steps of Leaky, forward and backward.
#include <gtest/gtest.h>

#include "models/learning/learning_tables.hpp"
#include "models/neurons/neuron_table.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

const NeuronRow& leaky_equations() {
  return neuron_table()[test::row_named(neuron_table(), "Leaky")];
}

Population leaky(Reset reset, double beta = 0.5, double threshold = 1) {
  Population population;
  population.size = 1;
  population.parameters = {{"beta", beta}, {"threshold", threshold}};
  population.reset = reset;
  // Derivative 1, so that numbers stay readable.
  population.surrogate.row = test::row_named(surrogate_table(), "straight_through");
  return population;
}

// Feeds the current to one neuron and returns its membrane after each step.
std::vector<double> membranes(const Population& population, const std::vector<double>& currents) {
  std::vector<double> trace;
  LayerState<double> before{{0}}, after{{0}};
  std::vector<double> spikes(1);
  for (const double current : currents) {
    leaky_equations().forward_f64(layer_numbers<double>(population), std::span(&current, 1), before,
                                  after, spikes);
    EXPECT_EQ(spikes[0], after[0][0] > population.parameters.at("threshold") ? 1 : 0);
    trace.push_back(after[0][0]);
    before = after;
  }
  return trace;
}

TEST(Leaky, ResetsOneStepAfterTheSpike) {
  const std::vector<double> currents{3, 0.25, 0, 0.5};
  // 3 spikes; then 1.5 + 0.25 - 1 = 0.75; 0.375; 0.1875 + 0.5.
  EXPECT_EQ(membranes(leaky(Reset::kSubtract), currents),
            (std::vector<double>{3, 0.75, 0.375, 0.6875}));
  // The old membrane is cleared, the new current is not.
  EXPECT_EQ(membranes(leaky(Reset::kZero), currents),
            (std::vector<double>{3, 0.25, 0.125, 0.5625}));
  EXPECT_EQ(membranes(leaky(Reset::kNone), currents),
            (std::vector<double>{3, 1.75, 0.875, 0.9375}));
}

TEST(Leaky, AMembraneAtTheThresholdDoesNotSpike) {
  EXPECT_EQ(membranes(leaky(Reset::kSubtract), {1, 0}), (std::vector<double>{1, 0.5}));
}

// One backward step with spike gradient 2, membrane gradient 10 and carry 100 from the step after.
struct BackwardOutcome {
  double current_gradient, carry;
};
BackwardOutcome backward(Reset reset, double before_mem) {
  const LayerState<double> before{{before_mem}}, after{{0.25}};
  LayerState<double> carry{{100}};
  std::vector<double> current_gradient(1);
  const double spike_gradient = 2, mem_gradient = 10;
  const Population population = leaky(reset);
  NumberGradients<double> none;
  leaky_equations().backward_f64(layer_numbers<double>(population), before, after,
                                 std::span(&spike_gradient, 1), std::span(&mem_gradient, 1), carry,
                                 current_gradient, none);
  return {current_gradient[0], carry[0][0]};
}

TEST(Leaky, CarriesTheGradientThroughTheDecayAlone) {
  for (const Reset reset : {Reset::kSubtract, Reset::kNone, Reset::kZero}) {
    EXPECT_EQ(backward(reset, 0.5).current_gradient, 112);
    EXPECT_EQ(backward(reset, 0.5).carry, 56);
  }
  // After a spike, zero cuts the path to the past; the reset itself passes no gradient.
  EXPECT_EQ(backward(Reset::kSubtract, 1.5).carry, 56);
  EXPECT_EQ(backward(Reset::kNone, 1.5).carry, 56);
  EXPECT_EQ(backward(Reset::kZero, 1.5).carry, 0);
  EXPECT_EQ(backward(Reset::kZero, 1.5).current_gradient, 112);
}

}  // namespace
}  // namespace bspike::models
