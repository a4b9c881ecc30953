// Owns the equations of Lapicque: the forward Euler step of a resistor and a capacitor. A reset to
// zero clears all of the step.
#include "models/neurons/lapicque.hpp"

#include "models/neurons/neuron_walk.hpp"

namespace bspike::models {
namespace {

template <class Real>
struct Lapicque {
  static constexpr std::size_t kStates = 1;
  using State = std::array<Real, kStates>;
  Number<Real> decay, gain, threshold;
  NumberSum<Real> threshold_sum;
  Reset reset;

  explicit Lapicque(const ModelInput<Real>& input)
      : decay(input.at("decay")),
        gain(input.at("gain")),
        threshold(input.at("threshold")),
        threshold_sum(input.sum("threshold")),
        reset(input.reset()) {}

  [[nodiscard]] bool clears(bool resets) const { return resets && reset == Reset::kZero; }

  void integrate(std::size_t n, Real current, bool resets, const State& before,
                 State& after) const {
    after[0] = clears(resets) ? Real{0} : gain[n] * current + decay[n] * before[0];
    if (resets && reset == Reset::kSubtract) after[0] -= threshold[n];
  }
  Real pull(std::size_t n, Real gradient, bool resets, const State& /*before*/,
            State& carry) const {
    const Real kept = clears(resets) ? Real{0} : gradient;
    if (resets && reset == Reset::kSubtract) threshold_sum.add(n, -gradient);
    carry[0] = decay[n] * kept;
    return gain[n] * kept;
  }
};

// Without R or C they are 1, or follow from beta: R C ln(1 / beta) is the time step.
std::map<std::string, double> derived(const Population& population) {
  const double beta = population.parameters.at("beta");
  double resistance = population.parameters.at("R");
  double capacity = population.parameters.at("C");
  const double time_step = population.parameters.at("time_step");
  const double time_constant = beta > 0 && beta < 1 ? time_step / -real_ln(beta) : 0;
  if (resistance == 0)
    resistance = time_constant > 0 && capacity > 0 ? time_constant / capacity : 1;
  if (capacity == 0) capacity = time_constant > 0 ? time_constant / resistance : 1;
  return {{"decay", 1 - time_step / (resistance * capacity)}, {"gain", time_step / capacity}};
}

ParameterInfo circuit_parameter(std::string_view name, double fallback, double low,
                                std::string_view doc) {
  return {.name = name, .required = false, .fallback = fallback, .range = {low, 1e6}, .doc = doc};
}

}  // namespace

NeuronRow lapicque_row() {
  return with_equations<Lapicque>(
      {.name = "Lapicque",
       .states = {"mem"},
       .parameters = {{.name = "beta",
                       .required = false,
                       .fallback = 0,
                       .range = {0, 1},
                       .doc = "exp(-time_step / (R C)), from which C, or else R, follows; 0: both "
                              "are as given."},
                      circuit_parameter("R", 0, 0, "Resistance; 0: 1, or as beta asks."),
                      circuit_parameter("C", 0, 0, "Capacity; 0: 1, or as beta asks."),
                      circuit_parameter("time_step", 1, 1e-9, "Length of a time step."),
                      threshold_parameter(Training::kFree)},
       .resets = {Reset::kSubtract, Reset::kZero, Reset::kNone},
       .derived = derived,
       .doc =
           "U(t) = (1 - time_step / (R C)) U(t-1) + (time_step / C) I(t). A reset to zero clears "
           "I(t) too."});
}

}  // namespace bspike::models
