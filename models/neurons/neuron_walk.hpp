// Owns what neuron models share: the walk over samples and neurons, the spike, the surrogate, and
// the reset that acts at once. R is the delayed reset: U(t-1) above the threshold; D is dL/dU(t).
// Contract: a model brings, for one neuron,
//   kStates                                          its state variables, the membrane first
//   integrate(neuron, current, R, before, after)     the delayed update
//   pull(neuron, dL/dU, R, before, carry) -> dL/dI   its transpose, with the gradients of numbers
#pragma once

#include <array>

#include "models/learning/learning_tables.hpp"
#include "models/learning/real.hpp"
#include "models/neurons/neuron_table.hpp"

namespace bspike::models {

// Where the gradient of a trained number is summed; nowhere for the others.
template <class Real>
struct NumberSum {
  Real* data = nullptr;
  std::size_t stride = 0;
  void add(std::size_t neuron, Real value) const {
    if (data != nullptr) data[neuron * stride] += value;
  }
};

// What a model is made from.
template <class Real>
struct ModelInput {
  const LayerNumbers<Real>& numbers;
  NumberGradients<Real>* gradients = nullptr;  // none in the forward pass

  [[nodiscard]] Number<Real> at(std::string_view name) const { return numbers.at(name); }
  [[nodiscard]] NumberSum<Real> sum(std::string_view name) const {
    if (gradients == nullptr) return {};
    const auto found = gradients->find(name);
    if (found == gradients->end()) return {};
    return {found->second.data(), found->second.size() == 1 ? 0u : 1u};
  }
  [[nodiscard]] Reset reset() const { return numbers.population->reset; }
};

template <class Real, template <class> class Model>
class NeuronWalk {
 public:
  static constexpr std::size_t kStates = Model<Real>::kStates;
  using State = std::array<Real, kStates>;

  static void forward(const LayerNumbers<Real>& numbers, std::span<const Real> current,
                      const LayerState<Real>& before, LayerState<Real>& after,
                      std::vector<Real>& spikes) {
    const NeuronWalk walk({numbers, nullptr});
    for (std::size_t i = 0; i < current.size(); ++i)
      spikes[i] = walk.step(i, current[i], before, after) ? Real{1} : Real{0};
  }

  static void backward(const LayerNumbers<Real>& numbers, const LayerState<Real>& before,
                       const LayerState<Real>& after, std::span<const Real> spike_gradient,
                       std::span<const Real> mem_gradient, LayerState<Real>& carry,
                       std::vector<Real>& current_gradient, NumberGradients<Real>& gradients) {
    const NeuronWalk walk({numbers, &gradients});
    for (std::size_t i = 0; i < spike_gradient.size(); ++i) {
      const Real mem = mem_gradient.empty() ? Real{0} : mem_gradient[i];
      current_gradient[i] = walk.back(i, spike_gradient[i], mem, before, after, carry);
    }
  }

 private:
  explicit NeuronWalk(const ModelInput<Real>& input)
      : model_(input),
        threshold_(input.at("threshold")),
        threshold_sum_(input.sum("threshold")),
        population_(*input.numbers.population),
        surrogate_(surrogate_table()[population_.surrogate.row]),
        neurons_(input.numbers.neurons) {}

  static State load(const LayerState<Real>& state, std::size_t i) {
    State values;
    for (std::size_t s = 0; s < kStates; ++s) values[s] = state[s][i];
    return values;
  }
  static void store(const State& values, LayerState<Real>& state, std::size_t i) {
    for (std::size_t s = 0; s < kStates; ++s) state[s][i] = values[s];
  }

  // Returns whether the neuron spikes.
  bool step(std::size_t i, Real current, const LayerState<Real>& before,
            LayerState<Real>& after) const {
    const std::size_t neuron = i % neurons_;
    const Real threshold = threshold_[neuron];
    const State old = load(before, i);
    const bool resets = old[0] > threshold;
    State now;
    model_.integrate(neuron, current, resets, old, now);
    const bool spikes = now[0] > threshold;
    if (population_.resets_at_once()) {
      after[kStates][i] = now[0];
      now[0] -= difference(spikes, resets) * taken(now[0], threshold);
    }
    store(now, after, i);
    return spikes;
  }

  // S - R.
  static Real difference(bool spikes, bool resets) {
    return static_cast<Real>(static_cast<int>(spikes) - static_cast<int>(resets));
  }
  // What a reset at once takes from the membrane.
  [[nodiscard]] Real taken(Real mem, Real threshold) const {
    return population_.reset == Reset::kSubtract ? threshold : mem;
  }

  // Returns dL/dcurrent. Most spike gradients of sparse layers are 0, so that the surrogate is
  // worth skipping.
  Real back(std::size_t i, Real spike_gradient, Real mem_gradient, const LayerState<Real>& before,
            const LayerState<Real>& after, LayerState<Real>& carry) const {
    const std::size_t neuron = i % neurons_;
    const Real threshold = threshold_[neuron];
    const State old = load(before, i);
    const bool resets = old[0] > threshold;
    State carried = load(carry, i);
    Real gradient = carried[0] + mem_gradient;
    const bool at_once = population_.resets_at_once();
    const Real mem = at_once ? after[kStates][i] : after[0][i];
    if (at_once) undo_reset(neuron, mem, resets, spike_gradient, gradient);
    if (spike_gradient != 0) {
      const Real through =
          spike_gradient * surrogate_derivative(surrogate_, population_.surrogate, mem - threshold);
      gradient += through;
      threshold_sum_.add(neuron, -through);
    }
    const Real current = model_.pull(neuron, gradient, resets, old, carried);
    store(carried, carry, i);
    return current;
  }

  // From the gradient behind the reset at once to that in front of it; part of it goes through the
  // spike.
  void undo_reset(std::size_t neuron, Real mem, bool resets, Real& spike_gradient,
                  Real& gradient) const {
    const Real threshold = threshold_[neuron];
    const Real change = difference(mem > threshold, resets);
    spike_gradient -= taken(mem, threshold) * gradient;
    if (population_.reset == Reset::kSubtract)
      threshold_sum_.add(neuron, -gradient * change);
    else
      gradient *= 1 - change;
  }

  Model<Real> model_;
  Number<Real> threshold_;
  NumberSum<Real> threshold_sum_;
  const Population& population_;
  const SurrogateRow& surrogate_;
  std::size_t neurons_;
};

// Fills the equations of a row.
template <template <class> class Model>
[[nodiscard]] NeuronRow with_equations(NeuronRow row) {
  row.forward_f32 = NeuronWalk<float, Model>::forward;
  row.forward_f64 = NeuronWalk<double, Model>::forward;
  row.backward_f32 = NeuronWalk<float, Model>::backward;
  row.backward_f64 = NeuronWalk<double, Model>::backward;
  return row;
}

// Parameters that most models have.
[[nodiscard]] inline ParameterInfo decay_parameter(std::string_view name, std::string_view doc,
                                                   Training training) {
  return {.name = name, .range = {0, 1}, .doc = doc, .training = training};
}
[[nodiscard]] inline ParameterInfo threshold_parameter(Training training) {
  return {.name = "threshold",
          .required = false,
          .fallback = 1,
          .range = {-1e6, 1e6},
          .doc = "A neuron spikes where its membrane is above this value.",
          .training = training};
}
inline constexpr std::string_view kMembraneDecayDoc =
    "Share of the membrane that is left after a time step.";
inline constexpr std::string_view kCurrentDecayDoc =
    "Share of the synaptic current that is left after a time step.";

}  // namespace bspike::models
