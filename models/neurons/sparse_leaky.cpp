// Owns the forward and backward equations of SparseLeaky, after Finkbeiner et al., AAAI 2024.
#include "models/neurons/sparse_leaky.hpp"

#include "models/learning/learning_tables.hpp"
#include "models/learning/real.hpp"

namespace bspike::models {
namespace {

template <class Real>
struct SparseLeaky {
  Real beta;
  Real threshold;
  Real factor;

  explicit SparseLeaky(const Population& population)
      : beta(static_cast<Real>(population.parameters.at("beta"))),
        threshold(static_cast<Real>(population.parameters.at("threshold"))),
        factor(static_cast<Real>(sparse_leaky_input_factor(population))) {}

  [[nodiscard]] bool fires(Real mem) const { return mem > threshold; }
  [[nodiscard]] Real integrate(Real before, Real current) const {
    return fires(before) ? factor * current : beta * before + factor * current;
  }
};

template <class Real>
void forward(const Population& population, std::span<const Real> current,
             const LayerState<Real>& before, LayerState<Real>& after, std::vector<Real>& spikes) {
  const SparseLeaky<Real> neuron(population);
  for (std::size_t i = 0; i < current.size(); ++i) {
    after[0][i] = neuron.integrate(before[0][i], current[i]);
    spikes[i] = neuron.fires(after[0][i]) ? Real{1} : Real{0};
  }
}

// Most spike gradients are 0, so that the surrogate is worth skipping.
template <class Real>
void backward(const Population& population, const LayerState<Real>& /*before*/,
              const LayerState<Real>& after, std::span<const Real> spike_gradient,
              std::span<const Real> mem_gradient, LayerState<Real>& carry,
              std::vector<Real>& current_gradient) {
  const SparseLeaky<Real> neuron(population);
  const SurrogateRow& surrogate = surrogate_table()[population.surrogate.row];
  for (std::size_t i = 0; i < spike_gradient.size(); ++i) {
    Real gradient = carry[0][i];
    if (spike_gradient[i] != 0)
      gradient += spike_gradient[i] * surrogate_derivative(surrogate, population.surrogate,
                                                           after[0][i] - neuron.threshold);
    if (!mem_gradient.empty()) gradient += mem_gradient[i];
    current_gradient[i] = neuron.factor * gradient;
    carry[0][i] = neuron.beta * gradient;
  }
}

}  // namespace

double sparse_leaky_input_factor(const Population& population) {
  return population.parameters.at("gain") * (1 - population.parameters.at("beta"));
}

NeuronRow sparse_leaky_row() {
  return {
      .name = "SparseLeaky",
      .states = {"mem"},
      .parameters = {{.name = "beta",
                      .range = {0, 1},
                      .doc = "Share of the membrane that is left after a time step."},
                     {.name = "threshold",
                      .required = false,
                      .fallback = 1,
                      .range = {-1e6, 1e6},
                      .doc = "A neuron spikes where its membrane is above this value."},
                     {.name = "gain",
                      .required = false,
                      .fallback = 10,
                      .range = {-1e6, 1e6},
                      .doc = "Input is scaled by gain (1 - beta)."}},
      .resets = {Reset::kZero},
      .forward_f32 = forward<float>,
      .forward_f64 = forward<double>,
      .backward_f32 = backward<float>,
      .backward_f64 = backward<double>,
      .doc =
          "Leaky integrate and fire of sparse training: U(t) = beta U(t-1) + gain (1 - beta) "
          "I(t), without the first term in the step after a spike; the gradient passes the leak "
          "even there."};
}

}  // namespace bspike::models
