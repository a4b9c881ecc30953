// Owns Adam; weight decay is added to the gradient.
#include "models/learning/adam.hpp"

#include "models/learning/adam_update.hpp"

namespace bspike::models {
namespace {

// Repeated squaring: multiplications alone, so the same on every host.
double power(double base, std::uint64_t exponent) {
  double result = 1;
  for (; exponent > 0; exponent >>= 1, base *= base)
    if (exponent & 1) result *= base;
  return result;
}

template <class Real>
void update(const OptimizerSpec& spec, std::uint64_t step, std::span<Real> weights,
            std::span<const Real> gradient, std::vector<std::vector<Real>>& state) {
  const AdamRule<Real> rule(spec, step);
  const Real decay = argument<Real>(spec, "weight_decay");
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] -= rule.step(gradient[i] + decay * weights[i], state[0][i], state[1][i]);
}

}  // namespace

std::vector<double> adam_scalars(const OptimizerSpec& spec, std::uint64_t step) {
  const double bias1 = 1 - power(argument<double>(spec, "beta1"), step);
  const double bias2 = 1 - power(argument<double>(spec, "beta2"), step);
  return {argument<double>(spec, "lr") / bias1, 1 / std::sqrt(bias2)};
}

std::vector<ParameterInfo> adam_arguments(double weight_decay, std::string_view weight_decay_doc) {
  return {{.name = "lr", .range = {0, 1e6}, .doc = "Learning rate."},
          {.name = "beta1",
           .required = false,
           .fallback = 0.9,
           .range = {0, 0.999999},
           .doc = "Share of the gradient's running mean that is kept."},
          {.name = "beta2",
           .required = false,
           .fallback = 0.999,
           .range = {0, 0.999999},
           .doc = "Share of the squared gradient's running mean that is kept."},
          {.name = "eps",
           .required = false,
           .fallback = 1e-8,
           .range = {1e-30, 1},
           .doc = "Added to the root, so that a gradient of zero divides by something."},
          {.name = "weight_decay",
           .required = false,
           .fallback = weight_decay,
           .range = {0, 1},
           .doc = weight_decay_doc}};
}

OptimizerRow adam_row() {
  return {.name = "Adam",
          .arguments = adam_arguments(0, "This many times the weight is added to its gradient."),
          .states = {"exp_avg", "exp_avg_sq"},
          .f32 = update<float>,
          .f64 = update<double>,
          .step_scalars = adam_scalars,
          .doc = "Adam with bias correction."};
}

}  // namespace bspike::models
