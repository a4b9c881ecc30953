// Owns the forward and backward equations of SparseLeaky, after Finkbeiner et al., AAAI 2024.
#include "models/neurons/sparse_leaky.hpp"

#include "models/neurons/neuron_walk.hpp"

namespace bspike::models {
namespace {

template <class Real>
struct SparseLeaky {
  static constexpr std::size_t kStates = 1;
  using State = std::array<Real, kStates>;
  Number<Real> beta, factor;

  explicit SparseLeaky(const ModelInput<Real>& input)
      : beta(input.at("beta")), factor(input.at("input_factor")) {}

  void integrate(std::size_t n, Real current, bool resets, const State& before,
                 State& after) const {
    after[0] = resets ? factor[n] * current : beta[n] * before[0] + factor[n] * current;
  }
  Real pull(std::size_t n, Real gradient, bool /*resets*/, const State& /*before*/,
            State& carry) const {
    carry[0] = beta[n] * gradient;
    return factor[n] * gradient;
  }
};

std::map<std::string, double> derived(const Population& population) {
  return {{"input_factor", sparse_leaky_input_factor(population)}};
}

}  // namespace

double sparse_leaky_input_factor(const Population& population) {
  return population.parameters.at("gain") * (1 - population.parameters.at("beta"));
}

NeuronRow sparse_leaky_row() {
  return with_equations<SparseLeaky>(
      {.name = "SparseLeaky",
       .states = {"mem"},
       .parameters = {decay_parameter("beta", kMembraneDecayDoc, Training::kNever),
                      threshold_parameter(Training::kNever),
                      {.name = "gain",
                       .required = false,
                       .fallback = 10,
                       .range = {-1e6, 1e6},
                       .doc = "Input is scaled by gain (1 - beta)."}},
       .resets = {Reset::kZero},
       .sparse_program = true,
       .derived = derived,
       .doc =
           "Leaky integrate and fire of sparse training: U(t) = beta U(t-1) + gain (1 - beta) "
           "I(t), without the first term in the step after a spike; the gradient passes the leak "
           "even there."});
}

}  // namespace bspike::models
