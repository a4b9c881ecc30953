// Owns the choice between float and double in the reference: the same equation text serves both.
#pragma once

#include <type_traits>

#include "arch/base/fp_math.hpp"
#include "models/learning/learning_tables.hpp"

namespace bspike::models {

// Neither uses the C library's functions, which differ from host to host.
[[nodiscard]] inline float real_exp(float x) { return arch::base::exp_f32(x); }
[[nodiscard]] inline double real_exp(double x) { return arch::base::exp_f64(x); }
[[nodiscard]] inline float real_ln(float x) { return arch::base::ln_f32(x); }
[[nodiscard]] inline double real_ln(double x) { return arch::base::ln_f64(x); }

// A specification's argument by name, in the arithmetic of the caller.
template <class Real, class Spec>
[[nodiscard]] Real argument(const Spec& spec, const char* name) {
  return static_cast<Real>(spec.arguments.at(name));
}

[[nodiscard]] inline float surrogate_derivative(const SurrogateRow& row, const SurrogateSpec& spec,
                                                float x) {
  return row.derivative_f32(spec, x);
}
[[nodiscard]] inline double surrogate_derivative(const SurrogateRow& row, const SurrogateSpec& spec,
                                                 double x) {
  return row.derivative(spec, x);
}

}  // namespace bspike::models
