// Owns the equations of a leaky membrane, which Leaky and its recurrent twin share: they differ in
// whether a reset to zero clears the input of the step too.
#pragma once

#include "models/neurons/neuron_walk.hpp"

namespace bspike::models {

template <class Real, bool kClearsInput>
struct LeakyEquations {
  static constexpr std::size_t kStates = 1;
  using State = std::array<Real, kStates>;
  Number<Real> beta, threshold;
  NumberSum<Real> beta_sum, threshold_sum;
  Reset reset;

  explicit LeakyEquations(const ModelInput<Real>& input)
      : beta(input.at("beta")),
        threshold(input.at("threshold")),
        beta_sum(input.sum("beta")),
        threshold_sum(input.sum("threshold")),
        reset(input.reset()) {}

  [[nodiscard]] bool clears(bool resets) const { return resets && reset == Reset::kZero; }

  void integrate(std::size_t n, Real current, bool resets, const State& before,
                 State& after) const {
    if (clears(resets))
      after[0] = kClearsInput ? Real{0} : current;
    else
      after[0] = beta[n] * before[0] + current;
    if (resets && reset == Reset::kSubtract) after[0] -= threshold[n];
  }

  // The reset is detached, so only clearing cuts the path.
  Real pull(std::size_t n, Real gradient, bool resets, const State& before, State& carry) const {
    const Real kept = clears(resets) ? Real{0} : gradient;
    beta_sum.add(n, kept * before[0]);
    if (resets && reset == Reset::kSubtract) threshold_sum.add(n, -gradient);
    carry[0] = beta[n] * kept;
    return kClearsInput ? kept : gradient;
  }
};

}  // namespace bspike::models
