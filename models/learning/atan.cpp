// Owns (alpha / 2) / (1 + (pi alpha x / 2)^2), so alpha / 2 at the threshold.
#include "models/learning/atan.hpp"

#include <numbers>

#include "models/learning/real.hpp"

namespace bspike::models {
namespace {

template <class Real>
Real derivative(const SurrogateSpec& spec, Real x) {
  const Real half = argument<Real>(spec, "alpha") / 2;
  const Real scaled = std::numbers::pi_v<Real> * half * x;
  return half / (1 + scaled * scaled);
}

}  // namespace

SurrogateRow atan_row() {
  return {.name = "atan",
          .arguments = {{.name = "alpha",
                         .required = false,
                         .fallback = 2,
                         .range = {0, 1e6},
                         .doc = "Twice the derivative at the threshold."}},
          .derivative = derivative<double>,
          .derivative_f32 = derivative<float>,
          .doc = "Derivative (alpha / 2) / (1 + (pi alpha x / 2)^2) at x = membrane - threshold."};
}

}  // namespace bspike::models
