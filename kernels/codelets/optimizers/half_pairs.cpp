// Owns the conversions of pairs.
#include "kernels/codelets/optimizers/half_pairs.hpp"

namespace bspike::kernels {

std::string UpdateTypes::suffix() const {
  if (half_weights && half_gradients) return "_f16";
  if (half_weights) return "_f16_weights";
  return half_gradients ? "_f16_gradients" : "";
}

std::vector<UpdateTypes> update_types() {
  return {{false, false}, {true, false}, {false, true}, {true, true}};
}

Int pair_offset(Builder& b, const PairShare& share, bool half) {
  return half ? b.shift_right(share.offset_bytes, 1) : share.offset_bytes;
}

void load_pair(Builder& b, F2 pair, Int pointer, bool half) {
  if (!half) {
    load_next(b, pair, pointer);
    return;
  }
  load_next(b, pair.lo(), pointer);
  b.emit(Op::kF16v2tof32, {pair, pair.lo()});
}

void peek_pair(Builder& b, F2 pair, Int pointer, bool half) {
  if (!half) {
    b.emit_independent(Op::kLda64, {pair, pointer, b.zero(), 0});
    return;
  }
  b.emit_independent(Op::kLda32, {pair.lo(), pointer, b.zero(), 0});
  b.emit(Op::kF16v2tof32, {pair, pair.lo()});
}

void store_pair(Builder& b, F2 pair, Int pointer, bool half) {
  if (!half) {
    store_next(b, pair, pointer);
    return;
  }
  b.emit(Op::kF32v2tof16, {pair.lo(), pair});
  store_next(b, pair.lo(), pointer);
}

void load_gradient(Builder& b, const UpdateTypes& types, F2 gradient, F2 scratch, Int pointer) {
  load_pair(b, gradient, pointer, types.half_gradients);
  if (!types.half_gradients) return;
  b.load_argument(scratch.lo(), "unscale");
  b.emit(Op::kF32v2mulb, {gradient, scratch.lo(), gradient});
  b.emit(Op::kF32v2sub, {scratch, gradient, gradient});  // 0, or NaN of what is not finite
  b.emit(Op::kF32v2cmpeq, {scratch, scratch, scratch});
  b.emit(Op::kAnd64, {gradient, gradient, scratch});
}

void add_gradient_argument(Arguments& arguments, const UpdateTypes& types) {
  if (!types.half_gradients) return;
  arguments.push_back(
      float_argument("unscale", "times the gradient, which counts as 0 if it is not finite"));
}

std::uint32_t gradient_ops(const UpdateTypes& types) { return types.half_gradients ? 4 : 0; }

std::uint32_t conversions(const UpdateTypes& types) {
  return (types.half_weights ? 2 : 0) + (types.half_gradients ? 1 : 0);
}

}  // namespace bspike::kernels
