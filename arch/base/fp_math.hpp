// Owns exp, ln, tanh and the logistic function in f32, the same bits on every host: no libm, no
// FMA, fixed operation order in double. Errors are below 1 unit in the last place (tests state the
// measured maximum). NaN in gives the canonical NaN out.
#pragma once

namespace bspike::arch::base {

[[nodiscard]] float exp_f32(float x);
[[nodiscard]] float ln_f32(float x);
[[nodiscard]] float tanh_f32(float x);
[[nodiscard]] float sigmoid_f32(float x);
[[nodiscard]] double exp_f64(double x);  // for references that must not depend on libm
[[nodiscard]] double ln_f64(double x);

}  // namespace bspike::arch::base
