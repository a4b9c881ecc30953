// Owns gradient where U is above the threshold, else 0.
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/surrogates/surrogate_emitters.hpp"

namespace bspike::kernels {

namespace {

SurrogateCode prepare(Builder& b) {
  SurrogateCode code;
  code.shape = [&b](F2 distance) { b.emit(Op::kF32v2cmplt, {distance, distance, b.zero2()}); };
  code.apply = [&b](F2 gradient, F2 distance) {
    b.emit(Op::kAnd64, {gradient, gradient, distance});
  };
  return code;
}

}  // namespace

SurrogateEmitter heaviside_emitter() {
  return {"heaviside", {}, true, prepare, {{Unit::kFloat, 3}}, ", distance, compare, mask", 2};
}

}  // namespace bspike::kernels
