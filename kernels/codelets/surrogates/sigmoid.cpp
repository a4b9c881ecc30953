// Owns gradient * slope e / (1 + e)^2 with e = exp(-slope |x|), which can't overflow.
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/surrogates/surrogate_emitters.hpp"

namespace bspike::kernels {

namespace {

SurrogateCode prepare(Builder& b) {
  const F1 slope = b.argument_f32("surrogate_slope");
  const F1 falling = b.f1();
  b.emit(Op::kF32neg, {falling, slope});
  const F1 one = b.constant_f32(1.0F);
  const F2 exponential = b.f2();
  SurrogateCode code;
  code.shape = [&b, slope, falling, one, exponential](F2 distance) {
    b.emit(Op::kF32v2abs, {distance, distance});
    b.emit(Op::kF32v2mulb, {distance, falling, distance});
    b.emit(Op::kF32exp, {exponential.lo(), distance.lo()});
    b.emit(Op::kF32exp, {exponential.hi(), distance.hi()});
    b.emit(Op::kF32v2addb, {distance, one, exponential});
    b.emit(Op::kF32v2mulb, {exponential, slope, exponential});
    b.emit(Op::kF32v2mul, {distance, distance, distance});
  };
  code.apply = [&b, exponential](F2 gradient, F2 distance) {
    b.emit(Op::kF32v2mul, {gradient, gradient, exponential});
    b.emit(Op::kF32div, {gradient.lo(), gradient.lo(), distance.lo()});
    b.emit(Op::kF32div, {gradient.hi(), gradient.hi(), distance.hi()});
  };
  return code;
}

}  // namespace

SurrogateEmitter sigmoid_emitter() {
  return {"sigmoid",
          {float_argument("surrogate_slope", "of the surrogate")},
          true,
          prepare,
          {{Unit::kFloat, 7}, {Unit::kExp, 2}, {Unit::kDivide, 2}},
          ", distance, magnitude, slope twice, 1 +, square, product, two exponentials, two divides",
          9};
}

}  // namespace bspike::kernels
