// Owns the height of a triangle's flank: positive below the threshold, negative at it and above, as
// snnTorch has it.
#include "models/learning/triangular.hpp"

#include "models/learning/real.hpp"

namespace bspike::models {
namespace {

template <class Real>
Real derivative(const SurrogateSpec& spec, Real x) {
  const Real height = argument<Real>(spec, "threshold");
  return x < 0 ? height : -height;
}

}  // namespace

SurrogateRow triangular_row() {
  return {.name = "triangular",
          .arguments = {{.name = "threshold",
                         .required = false,
                         .fallback = 1,
                         .range = {-1e6, 1e6},
                         .doc = "The derivative below the threshold."}},
          .derivative = derivative<double>,
          .derivative_f32 = derivative<float>,
          .doc =
              "Derivative `threshold` below the neuron's threshold, the negative of it at the "
              "threshold and above."};
}

}  // namespace bspike::models
