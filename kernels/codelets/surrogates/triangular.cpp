// Owns gradient * height below the threshold, gradient * -height at it and above.
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/surrogates/surrogate_emitters.hpp"

namespace bspike::kernels {

namespace {

SurrogateCode prepare(Builder& b) {
  const F2 below = b.argument_f32v2("surrogate_threshold");
  const F2 above = b.f2();
  b.emit(Op::kF32v2neg, {above, below});
  SurrogateCode code;
  code.shape = [&b, below, above](F2 distance) {
    b.emit(Op::kF32v2cmplt, {distance, b.zero2(), distance});
    b.emit(Op::kSel64, {distance, below, above});
  };
  code.apply = [&b](F2 gradient, F2 distance) {
    b.emit(Op::kF32v2mul, {gradient, gradient, distance});
  };
  return code;
}

}  // namespace

SurrogateEmitter triangular_emitter() {
  return {
      "triangular",
      {float_argument("surrogate_threshold", "of the surrogate: its value below the threshold")},
      true,
      prepare,
      {{Unit::kFloat, 4}},
      ", distance, compare, select, product",
      2};
}

}  // namespace bspike::kernels
