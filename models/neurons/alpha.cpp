// Owns the equations of Alpha: E(t) = alpha E(t-1) + I(t), N(t) = beta N(t-1) - I(t), U(t) = tau
// (E(t)
// + N(t)). The membrane remembers nothing itself. A reset to zero clears all three; subtract is
// odd, but it is what snnTorch 0.9.4 runs.
#include "models/neurons/alpha.hpp"

#include "models/neurons/neuron_walk.hpp"

namespace bspike::models {
namespace {

template <class Real>
struct Alpha {
  static constexpr std::size_t kStates = 3;  // U, E, N
  using State = std::array<Real, kStates>;
  Number<Real> alpha, beta, tau, threshold;
  Reset reset;

  explicit Alpha(const ModelInput<Real>& input)
      : alpha(input.at("alpha")),
        beta(input.at("beta")),
        tau(input.at("tau")),
        threshold(input.at("threshold")),
        reset(input.reset()) {}

  void integrate(std::size_t n, Real current, bool resets, const State& before,
                 State& after) const {
    after[1] = alpha[n] * before[1] + current;
    after[2] = beta[n] * before[2] - current;
    after[0] = tau[n] * (after[1] + after[2]);
    if (!resets) return;
    if (reset == Reset::kZero) after = {};
    if (reset != Reset::kSubtract) return;
    after[0] += before[2];
    after[1] -= threshold[n];
    after[2] = 0;
  }

  Real pull(std::size_t n, Real gradient, bool resets, const State& /*before*/,
            State& carry) const {
    const bool cleared = resets && reset == Reset::kZero;
    const bool subtracts = resets && reset == Reset::kSubtract;
    const Real through = cleared ? Real{0} : tau[n] * gradient;
    const Real rising = (cleared ? Real{0} : carry[1]) + through;
    const Real falling = (cleared || subtracts ? Real{0} : carry[2]) + through;
    carry[0] = 0;
    carry[1] = alpha[n] * rising;
    carry[2] = beta[n] * falling + (subtracts ? gradient : Real{0});
    return rising - falling;
  }
};

std::map<std::string, double> derived(const Population& population) {
  const double alpha = real_ln(population.parameters.at("alpha"));
  const double beta = real_ln(population.parameters.at("beta"));
  return {{"tau", alpha / (beta - alpha) + 1}};
}

ParameterInfo current_parameter(std::string_view name, std::string_view doc) {
  return {.name = name, .range = {1e-9, 1 - 1e-9}, .doc = doc};
}

}  // namespace

NeuronRow alpha_row() {
  return with_equations<Alpha>(
      {.name = "Alpha",
       .states = {"mem", "syn_exc", "syn_inh"},
       .parameters = {current_parameter("alpha",
                                        "Share of the rising current that is left after a "
                                        "time step; above beta."),
                      current_parameter("beta", "Share of the falling current that is left."),
                      threshold_parameter(Training::kNever)},
       .resets = {Reset::kZero, Reset::kSubtract, Reset::kNone},
       .derived = derived,
       .doc = "The membrane is tau times the sum of a current that decays by alpha and of its "
              "opposite that decays by beta; tau = ln alpha / (ln beta - ln alpha) + 1."});
}

}  // namespace bspike::models
