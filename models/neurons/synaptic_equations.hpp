// Owns the equations of a membrane behind a synaptic current, which Synaptic and its recurrent twin
// share: Y(t) = alpha Y(t-1) + I(t); U(t) = beta U(t-1) + Y(t). Y is never reset.
#pragma once

#include "models/neurons/neuron_walk.hpp"

namespace bspike::models {

template <class Real>
struct SynapticEquations {
  static constexpr std::size_t kStates = 2;  // U, Y
  using State = std::array<Real, kStates>;
  Number<Real> alpha, beta, threshold;
  NumberSum<Real> alpha_sum, beta_sum, threshold_sum;
  Reset reset;

  explicit SynapticEquations(const ModelInput<Real>& input)
      : alpha(input.at("alpha")),
        beta(input.at("beta")),
        threshold(input.at("threshold")),
        alpha_sum(input.sum("alpha")),
        beta_sum(input.sum("beta")),
        threshold_sum(input.sum("threshold")),
        reset(input.reset()) {}

  [[nodiscard]] bool clears(bool resets) const { return resets && reset == Reset::kZero; }

  void integrate(std::size_t n, Real current, bool resets, const State& before,
                 State& after) const {
    after[1] = alpha[n] * before[1] + current;
    after[0] = clears(resets) ? Real{0} : beta[n] * before[0] + after[1];
    if (resets && reset == Reset::kSubtract) after[0] -= threshold[n];
  }

  Real pull(std::size_t n, Real gradient, bool resets, const State& before, State& carry) const {
    const Real kept = clears(resets) ? Real{0} : gradient;
    beta_sum.add(n, kept * before[0]);
    if (resets && reset == Reset::kSubtract) threshold_sum.add(n, -gradient);
    carry[0] = beta[n] * kept;
    const Real current = kept + carry[1];
    alpha_sum.add(n, current * before[1]);
    carry[1] = alpha[n] * current;
    return current;
  }
};

// alpha, beta and threshold.
[[nodiscard]] inline std::vector<ParameterInfo> synaptic_parameters() {
  return {decay_parameter("alpha", kCurrentDecayDoc, Training::kShare),
          decay_parameter("beta", kMembraneDecayDoc, Training::kShare),
          threshold_parameter(Training::kFree)};
}

}  // namespace bspike::models
