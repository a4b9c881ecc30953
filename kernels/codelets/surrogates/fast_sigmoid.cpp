// Owns gradient / (slope |x| + 1)^2.
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/surrogates/surrogate_emitters.hpp"

namespace bspike::kernels {

namespace {

SurrogateCode prepare(Builder& b) {
  const F1 slope = b.argument_f32("surrogate_slope");
  const F1 one = b.constant_f32(1.0F);
  SurrogateCode code;
  code.shape = [&b, slope, one](F2 distance) {
    b.emit(Op::kF32v2abs, {distance, distance});
    b.emit(Op::kF32v2mulb, {distance, slope, distance});
    b.emit(Op::kF32v2addb, {distance, one, distance});
    b.emit(Op::kF32v2mul, {distance, distance, distance});
  };
  code.apply = [&b](F2 gradient, F2 distance) {
    b.emit(Op::kF32div, {gradient.lo(), gradient.lo(), distance.lo()});
    b.emit(Op::kF32div, {gradient.hi(), gradient.hi(), distance.hi()});
  };
  return code;
}

}  // namespace

SurrogateEmitter fast_sigmoid_emitter() {
  return {"fast_sigmoid",
          {float_argument("surrogate_slope", "of the surrogate")},
          true,
          prepare,
          {{Unit::kFloat, 5}, {Unit::kDivide, 2}},
          ", distance, magnitude, slope, 1 +, square, two divides",
          6};
}

}  // namespace bspike::kernels
