// Owns gradient * (alpha / 2) / (1 + (pi alpha x / 2)^2).
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/surrogates/surrogate_emitters.hpp"

namespace bspike::kernels {

namespace {

SurrogateCode prepare(Builder& b) {
  const F1 half = b.argument_f32("half_surrogate_alpha");
  const F1 scale = b.argument_f32("half_pi_surrogate_alpha");
  const F1 one = b.constant_f32(1.0F);
  SurrogateCode code;
  code.shape = [&b, scale, one](F2 distance) {
    b.emit(Op::kF32v2mulb, {distance, scale, distance});
    b.emit(Op::kF32v2mul, {distance, distance, distance});
    b.emit(Op::kF32v2addb, {distance, one, distance});
  };
  code.apply = [&b, half](F2 gradient, F2 distance) {
    b.emit(Op::kF32v2mulb, {gradient, half, gradient});
    b.emit(Op::kF32div, {gradient.lo(), gradient.lo(), distance.lo()});
    b.emit(Op::kF32div, {gradient.hi(), gradient.hi(), distance.hi()});
  };
  return code;
}

}  // namespace

SurrogateEmitter atan_emitter() {
  return {"atan",
          {float_argument("half_surrogate_alpha", "alpha / 2"),
           float_argument("half_pi_surrogate_alpha", "pi alpha / 2")},
          true,
          prepare,
          {{Unit::kFloat, 5}, {Unit::kDivide, 2}},
          ", distance, scale, square, 1 +, alpha / 2, two divides",
          6};
}

}  // namespace bspike::kernels
