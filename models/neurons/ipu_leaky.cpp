// Owns the equations of IpuLeaky: U(t) = beta (U(t-1) - R threshold) + I(t); a reset to zero clears
// all of the step.
#include "models/neurons/ipu_leaky.hpp"

#include "models/neurons/neuron_walk.hpp"

namespace bspike::models {
namespace {

template <class Real>
struct IpuLeaky {
  static constexpr std::size_t kStates = 1;
  using State = std::array<Real, kStates>;
  Number<Real> beta, threshold;
  NumberSum<Real> beta_sum, threshold_sum;
  Reset reset;

  explicit IpuLeaky(const ModelInput<Real>& input)
      : beta(input.at("beta")),
        threshold(input.at("threshold")),
        beta_sum(input.sum("beta")),
        threshold_sum(input.sum("threshold")),
        reset(input.reset()) {}

  [[nodiscard]] bool clears(bool resets) const { return resets && reset == Reset::kZero; }
  [[nodiscard]] bool subtracts(bool resets) const { return resets && reset == Reset::kSubtract; }

  // The membrane that decays.
  [[nodiscard]] Real kept(std::size_t n, Real before, bool resets) const {
    return subtracts(resets) ? before - threshold[n] : before;
  }

  void integrate(std::size_t n, Real current, bool resets, const State& before,
                 State& after) const {
    after[0] = clears(resets) ? Real{0} : beta[n] * kept(n, before[0], resets) + current;
  }
  Real pull(std::size_t n, Real gradient, bool resets, const State& before, State& carry) const {
    if (clears(resets)) gradient = 0;
    beta_sum.add(n, gradient * kept(n, before[0], resets));
    carry[0] = beta[n] * gradient;
    if (subtracts(resets)) threshold_sum.add(n, -carry[0]);
    return gradient;
  }
};

}  // namespace

NeuronRow ipu_leaky_row() {
  return with_equations<IpuLeaky>(
      {.name = "IpuLeaky",
       .states = {"mem"},
       .parameters = {decay_parameter("beta", kMembraneDecayDoc, Training::kShare),
                      threshold_parameter(Training::kFree)},
       .resets = {Reset::kSubtract, Reset::kZero, Reset::kNone},
       .doc = "Leaky as the published IPU build of snnTorch has it: U(t) = beta (U(t-1) - R "
              "threshold) + I(t), the decay behind the reset; a reset to zero clears I(t) too. Its "
              "surrogate is fast_sigmoid with a slope of 1."});
}

}  // namespace bspike::models
