// Owns slope e / (1 + e)^2 with e = exp(-slope |x|), the form that cannot overflow.
#include "models/learning/sigmoid.hpp"

#include "models/learning/real.hpp"

namespace bspike::models {
namespace {

template <class Real>
Real derivative(const SurrogateSpec& spec, Real x) {
  const Real slope = argument<Real>(spec, "slope");
  const Real decay = real_exp(-slope * (x < 0 ? -x : x));
  const Real root = 1 + decay;
  return slope * decay / (root * root);
}

}  // namespace

SurrogateRow sigmoid_row() {
  return {
      .name = "sigmoid",
      .arguments = {{.name = "slope",
                     .required = false,
                     .fallback = 25,
                     .range = {0, 1e6},
                     .doc = "Four times the derivative at the threshold."}},
      .derivative = derivative<double>,
      .derivative_f32 = derivative<float>,
      .doc = "Derivative slope e / (1 + e)^2, e = exp(-slope |x|), at x = membrane - threshold."};
}

}  // namespace bspike::models
