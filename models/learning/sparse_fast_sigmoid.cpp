// Owns 1 / (slope |x| + 1)^2 where x is above B, and 0 elsewhere.
#include "models/learning/sparse_fast_sigmoid.hpp"

#include "models/learning/real.hpp"

namespace bspike::models {
namespace {

template <class Real>
Real derivative(const SurrogateSpec& spec, Real x) {
  if (!(x > argument<Real>(spec, "B"))) return 0;
  const Real root = argument<Real>(spec, "slope") * (x < 0 ? -x : x) + 1;
  return 1 / (root * root);
}

}  // namespace

SurrogateRow sparse_fast_sigmoid_row() {
  return {.name = "sparse_fast_sigmoid",
          .upstream_name = "SFS",
          .arguments = {{.name = "slope",
                         .required = false,
                         .fallback = 25,
                         .range = {0, 1e6},
                         .doc = "How fast the derivative falls beside the threshold."},
                        {.name = "B",
                         .required = false,
                         .fallback = 1,
                         .range = {-1e6, 1e6},
                         .doc = "The derivative is 0 where x is not above it."}},
          .derivative = derivative<double>,
          .derivative_f32 = derivative<float>,
          .doc =
              "Derivative 1 / (slope |x| + 1)^2 where x = membrane - threshold is above B, 0 "
              "elsewhere."};
}

}  // namespace bspike::models
