// Owns what Adam and AdamW share: the moments, the bias correction as torch 1.13 applies it (eps is
// added after it, outside the root) and the arguments.
// Step scalars: {lr / (1 - beta1^t), 1 / sqrt(1 - beta2^t)}, then what a row adds.
#pragma once

#include <cmath>

#include "models/learning/real.hpp"

namespace bspike::models {

[[nodiscard]] std::vector<double> adam_scalars(const OptimizerSpec& spec, std::uint64_t step);

// lr, beta1, beta2, eps and the weight decay with its default.
[[nodiscard]] std::vector<ParameterInfo> adam_arguments(double weight_decay,
                                                        std::string_view weight_decay_doc);

// One element's moments and the distance that its weight goes.
template <class Real>
struct AdamRule {
  Real rate, correction, eps, keep1, keep2, take1, take2;

  AdamRule(const OptimizerSpec& spec, std::uint64_t step)
      : eps(argument<Real>(spec, "eps")),
        keep1(argument<Real>(spec, "beta1")),
        keep2(argument<Real>(spec, "beta2")),
        take1(static_cast<Real>(1 - argument<double>(spec, "beta1"))),
        take2(static_cast<Real>(1 - argument<double>(spec, "beta2"))) {
    const auto scalars = adam_scalars(spec, step);
    rate = static_cast<Real>(scalars[0]);
    correction = static_cast<Real>(scalars[1]);
  }
  [[nodiscard]] Real step(Real gradient, Real& mean, Real& square) const {
    mean = keep1 * mean + take1 * gradient;
    square = keep2 * square + take2 * (gradient * gradient);
    return rate * (mean / (std::sqrt(square) * correction + eps));
  }
};

}  // namespace bspike::models
