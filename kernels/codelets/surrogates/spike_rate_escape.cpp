// Owns gradient * slope exp(-beta |x - 1|).
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/surrogates/surrogate_emitters.hpp"

namespace bspike::kernels {

namespace {

SurrogateCode prepare(Builder& b) {
  const F1 slope = b.argument_f32("surrogate_slope");
  const F1 falling = b.argument_f32("surrogate_beta");
  b.emit(Op::kF32neg, {falling, falling});
  const F1 one = b.constant_f32(1.0F);
  SurrogateCode code;
  code.shape = [&b, falling, one](F2 distance) {
    b.emit(Op::kF32v2addb, {distance, one, distance});
    b.emit(Op::kF32v2abs, {distance, distance});
    b.emit(Op::kF32v2mulb, {distance, falling, distance});
    b.emit(Op::kF32exp, {distance.lo(), distance.lo()});
    b.emit(Op::kF32exp, {distance.hi(), distance.hi()});
  };
  code.apply = [&b, slope](F2 gradient, F2 distance) {
    b.emit(Op::kF32v2mulb, {distance, slope, distance});
    b.emit(Op::kF32v2mul, {gradient, gradient, distance});
  };
  return code;
}

}  // namespace

SurrogateEmitter spike_rate_escape_emitter() {
  return {"spike_rate_escape",
          {float_argument("surrogate_slope", "of the surrogate"),
           float_argument("surrogate_beta", "of the surrogate")},
          true,
          prepare,
          {{Unit::kFloat, 6}, {Unit::kExp, 2}},
          ", distance, 1 +, magnitude, beta, slope, product, two exponentials",
          6};
}

}  // namespace bspike::kernels
