// Owns Adam as torch 1.13 applies it: eps is added after the bias correction, outside the root.
// Step scalars: {lr / (1 - beta1^t), 1 / sqrt(1 - beta2^t)}.
#include "models/learning/adam.hpp"

#include <cmath>

#include "models/learning/real.hpp"

namespace bspike::models {
namespace {

// Repeated squaring: multiplications alone, so the same on every host.
double power(double base, std::uint64_t exponent) {
  double result = 1;
  for (; exponent > 0; exponent >>= 1, base *= base)
    if (exponent & 1) result *= base;
  return result;
}

std::vector<double> step_scalars(const OptimizerSpec& spec, std::uint64_t step) {
  const double bias1 = 1 - power(argument<double>(spec, "beta1"), step);
  const double bias2 = 1 - power(argument<double>(spec, "beta2"), step);
  return {argument<double>(spec, "lr") / bias1, 1 / std::sqrt(bias2)};
}

template <class Real>
void update(const OptimizerSpec& spec, std::uint64_t step, std::span<Real> weights,
            std::span<const Real> gradient, std::vector<std::vector<Real>>& state) {
  const auto scalars = step_scalars(spec, step);
  const auto rate = static_cast<Real>(scalars[0]);
  const auto correction = static_cast<Real>(scalars[1]);
  const Real eps = argument<Real>(spec, "eps");
  const Real keep1 = argument<Real>(spec, "beta1");
  const Real keep2 = argument<Real>(spec, "beta2");
  const auto take1 = static_cast<Real>(1 - argument<double>(spec, "beta1"));
  const auto take2 = static_cast<Real>(1 - argument<double>(spec, "beta2"));
  for (std::size_t i = 0; i < weights.size(); ++i) {
    Real& mean = state[0][i];
    Real& square = state[1][i];
    mean = keep1 * mean + take1 * gradient[i];
    square = keep2 * square + take2 * (gradient[i] * gradient[i]);
    weights[i] -= rate * (mean / (std::sqrt(square) * correction + eps));
  }
}

}  // namespace

OptimizerRow adam_row() {
  return {
      .name = "Adam",
      .arguments = {{.name = "lr", .range = {0, 1e6}, .doc = "Learning rate."},
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
                     .doc = "Added to the root, so that a gradient of zero divides by something."}},
      .states = {"exp_avg", "exp_avg_sq"},
      .f32 = update<float>,
      .f64 = update<double>,
      .step_scalars = step_scalars,
      .doc = "Adam with bias correction."};
}

}  // namespace bspike::models
