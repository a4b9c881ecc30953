// Owns gradient / (slope |x| + 1)^2 where x is above B, else 0.
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/surrogates/surrogate_emitters.hpp"

namespace bspike::kernels {

namespace {

SurrogateCode prepare(Builder& b) {
  const F1 slope = b.argument_f32("surrogate_slope");
  const F1 bound = b.argument_f32("surrogate_B");
  const F1 one = b.constant_f32(1.0F);
  const F2 passes = b.f2();
  SurrogateCode code;
  code.shape = [&b, slope, bound, one, passes](F2 distance) {
    b.emit(Op::kF32v2neg, {distance, distance});
    b.emit(Op::kF32v2cmpltb, {passes, bound, distance});
    b.emit(Op::kF32v2abs, {distance, distance});
    b.emit(Op::kF32v2mulb, {distance, slope, distance});
    b.emit(Op::kF32v2addb, {distance, one, distance});
    b.emit(Op::kF32v2mul, {distance, distance, distance});
  };
  code.apply = [&b, passes](F2 gradient, F2 distance) {
    b.emit(Op::kAnd64, {gradient, gradient, passes});
    b.emit(Op::kF32div, {gradient.lo(), gradient.lo(), distance.lo()});
    b.emit(Op::kF32div, {gradient.hi(), gradient.hi(), distance.hi()});
  };
  return code;
}

}  // namespace

SurrogateEmitter sparse_fast_sigmoid_emitter() {
  return {"sparse_fast_sigmoid",
          {float_argument("surrogate_slope", "of the surrogate"),
           float_argument("surrogate_B", "of the surrogate: 0 where x is not above it")},
          true,
          prepare,
          {{Unit::kFloat, 8}, {Unit::kDivide, 2}},
          ", distance, sign, compare, magnitude, slope, 1 +, square, mask, two divides",
          8};
}

}  // namespace bspike::kernels
