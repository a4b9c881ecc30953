// Owns the forward and backward equations of Leaky, as snnTorch 0.9.4 applies them (delayed reset,
// detached).
#include "models/neurons/leaky.hpp"

#include "models/learning/learning_tables.hpp"
#include "models/learning/real.hpp"

namespace bspike::models {
namespace {

template <class Real>
struct Leaky {
  Real beta;
  Real threshold;
  Reset reset;

  explicit Leaky(const Population& population)
      : beta(static_cast<Real>(population.parameters.at("beta"))),
        threshold(static_cast<Real>(population.parameters.at("threshold"))),
        reset(population.reset) {}

  [[nodiscard]] bool fires(Real mem) const { return mem > threshold; }

  // Only the old membrane is cleared by a reset to zero, not the input of this step.
  [[nodiscard]] Real integrate(Real before, Real current) const {
    const bool resets = fires(before);
    switch (reset) {
      case Reset::kSubtract:
        return beta * before + current - (resets ? threshold : Real{0});
      case Reset::kZero:
        return resets ? current : beta * before + current;
      case Reset::kNone:
        break;
    }
    return beta * before + current;
  }

  // dU(t)/dU(t-1): the reset is detached, so only clearing cuts the path.
  [[nodiscard]] Real retention(Real before) const {
    return reset == Reset::kZero && fires(before) ? Real{0} : beta;
  }
};

template <class Real>
void forward(const Population& population, std::span<const Real> current,
             const LayerState<Real>& before, LayerState<Real>& after, std::vector<Real>& spikes) {
  const Leaky<Real> neuron(population);
  for (std::size_t i = 0; i < current.size(); ++i) {
    after[0][i] = neuron.integrate(before[0][i], current[i]);
    spikes[i] = neuron.fires(after[0][i]) ? Real{1} : Real{0};
  }
}

template <class Real>
void backward(const Population& population, const LayerState<Real>& before,
              const LayerState<Real>& after, std::span<const Real> spike_gradient,
              std::span<const Real> mem_gradient, LayerState<Real>& carry,
              std::vector<Real>& current_gradient) {
  const Leaky<Real> neuron(population);
  const SurrogateRow& surrogate = surrogate_table()[population.surrogate.row];
  for (std::size_t i = 0; i < spike_gradient.size(); ++i) {
    const Real slope =
        surrogate_derivative(surrogate, population.surrogate, after[0][i] - neuron.threshold);
    Real gradient = spike_gradient[i] * slope + carry[0][i];
    if (!mem_gradient.empty()) gradient += mem_gradient[i];
    current_gradient[i] = gradient;
    carry[0][i] = neuron.retention(before[0][i]) * gradient;
  }
}

}  // namespace

NeuronRow leaky_row() {
  return {.name = "Leaky",
          .states = {"mem"},
          .parameters = {{.name = "beta",
                          .range = {0, 1},
                          .doc = "Share of the membrane that is left after a time step."},
                         {.name = "threshold",
                          .required = false,
                          .fallback = 1,
                          .range = {-1e6, 1e6},
                          .doc = "A neuron spikes where its membrane is above this value."}},
          .resets = {Reset::kSubtract, Reset::kZero, Reset::kNone},
          .forward_f32 = forward<float>,
          .forward_f64 = forward<double>,
          .backward_f32 = backward<float>,
          .backward_f64 = backward<double>,
          .doc =
              "Leaky integrate and fire: U(t) = beta U(t-1) + I(t); the reset acts in the step "
              "after the spike."};
}

}  // namespace bspike::models
