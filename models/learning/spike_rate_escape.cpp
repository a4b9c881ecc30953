// Owns slope exp(-beta |x - 1|), largest one unit above the threshold.
#include "models/learning/spike_rate_escape.hpp"

#include "models/learning/real.hpp"

namespace bspike::models {
namespace {

template <class Real>
Real derivative(const SurrogateSpec& spec, Real x) {
  const Real distance = x < 1 ? 1 - x : x - 1;
  return argument<Real>(spec, "slope") * real_exp(-argument<Real>(spec, "beta") * distance);
}

}  // namespace

SurrogateRow spike_rate_escape_row() {
  return {.name = "spike_rate_escape",
          .arguments = {{.name = "beta",
                         .required = false,
                         .fallback = 1,
                         .range = {0, 1e6},
                         .doc = "How fast the derivative falls beside its largest value."},
                        {.name = "slope",
                         .required = false,
                         .fallback = 25,
                         .range = {0, 1e6},
                         .doc = "Its largest value."}},
          .derivative = derivative<double>,
          .derivative_f32 = derivative<float>,
          .doc = "Derivative slope exp(-beta |x - 1|) at x = membrane - threshold."};
}

}  // namespace bspike::models
