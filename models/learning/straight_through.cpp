// Owns the constant 1.
#include "models/learning/straight_through.hpp"

#include "models/learning/real.hpp"

namespace bspike::models {
namespace {

template <class Real>
Real derivative(const SurrogateSpec& /*spec*/, Real /*x*/) {
  return 1;
}

}  // namespace

SurrogateRow straight_through_row() {
  return {.name = "straight_through",
          .upstream_name = "straight_through_estimator",
          .arguments = {},
          .derivative = derivative<double>,
          .derivative_f32 = derivative<float>,
          .doc = "Derivative 1 everywhere."};
}

}  // namespace bspike::models
