// Owns 1 / (slope |x| + 1)^2, without the factor slope, so 1 at the threshold.
#include "models/learning/fast_sigmoid.hpp"

#include "models/learning/real.hpp"

namespace bspike::models {
namespace {

template <class Real>
Real derivative(const SurrogateSpec& spec, Real x) {
  const Real magnitude = x < 0 ? -x : x;
  const Real root = argument<Real>(spec, "slope") * magnitude + 1;
  return 1 / (root * root);
}

}  // namespace

SurrogateRow fast_sigmoid_row() {
  return {.name = "fast_sigmoid",
          .arguments = {{.name = "slope",
                         .required = false,
                         .fallback = 25,
                         .range = {0, 1e6},
                         .doc = "How fast the derivative falls beside the threshold."}},
          .derivative = derivative<double>,
          .derivative_f32 = derivative<float>,
          .doc = "Derivative 1 / (slope |x| + 1)^2 at x = membrane - threshold."};
}

}  // namespace bspike::models
