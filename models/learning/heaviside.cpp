// Owns 1 above the threshold and 0 at it or below.
#include "models/learning/heaviside.hpp"

#include "models/learning/real.hpp"

namespace bspike::models {
namespace {

template <class Real>
Real derivative(const SurrogateSpec& /*spec*/, Real x) {
  return x > 0 ? Real{1} : Real{0};
}

}  // namespace

SurrogateRow heaviside_row() {
  return {.name = "heaviside",
          .arguments = {},
          .derivative = derivative<double>,
          .derivative_f32 = derivative<float>,
          .doc = "Derivative 1 where the neuron spikes, 0 elsewhere."};
}

}  // namespace bspike::models
