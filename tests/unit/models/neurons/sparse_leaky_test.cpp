// Owns hand-computed steps of SparseLeaky, forward and backward.
#include "models/neurons/sparse_leaky.hpp"

#include <gtest/gtest.h>

#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

// Input factor g = 2 (1 - 0.75) = 0.5.
Population sparse_leaky() {
  Population population;
  population.size = 1;
  population.model = test::row_named(neuron_table(), "SparseLeaky");
  population.parameters = {{"beta", 0.75}, {"threshold", 1}, {"gain", 2}};
  population.surrogate.row = 1;  // straight_through: derivative 1
  return population;
}

TEST(SparseLeaky, ScalesItsInputAndIsClearedOneStepAfterTheSpike) {
  const Population population = sparse_leaky();
  EXPECT_EQ(sparse_leaky_input_factor(population), 0.5);
  LayerState<double> before{{0}}, after{{0}};
  std::vector<double> spikes(1), trace, fired;
  for (const double current : {4.0, 1.0, 0.0, 2.0}) {
    neuron_table()[population.model].forward_f64(layer_numbers<double>(population),
                                                 std::span(&current, 1), before, after, spikes);
    trace.push_back(after[0][0]);
    fired.push_back(spikes[0]);
    before = after;
  }
  // 2 spikes; 0.5 alone; 0.375; 0.28125 + 1.
  EXPECT_EQ(trace, (std::vector<double>{2, 0.5, 0.375, 1.28125}));
  EXPECT_EQ(fired, (std::vector<double>{1, 0, 0, 1}));
}

TEST(SparseLeaky, PassesTheGradientThroughTheLeakEvenAfterAReset) {
  const Population population = sparse_leaky();
  for (const double mem_before : {0.5, 1.5}) {
    const LayerState<double> before{{mem_before}}, after{{0.25}};
    LayerState<double> carry{{4}};
    std::vector<double> current_gradient(1);
    const double spike_gradient = 2, mem_gradient = 10;
    NumberGradients<double> none;
    neuron_table()[population.model].backward_f64(
        layer_numbers<double>(population), before, after, std::span(&spike_gradient, 1),
        std::span(&mem_gradient, 1), carry, current_gradient, none);
    EXPECT_EQ(current_gradient[0], 8);  // g (2 + 10 + 4)
    EXPECT_EQ(carry[0][0], 12);         // beta (2 + 10 + 4)
  }
}

}  // namespace
}  // namespace bspike::models
