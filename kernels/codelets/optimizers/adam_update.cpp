// Owns adam_update: m = beta1 m + (1 - beta1) g; v = beta2 v + (1 - beta2) g^2;
// w -= rate (m / (sqrt(v) correction + eps)). Step scalars: rate = lr / (1 - beta1^t),
// correction = 1 / sqrt(1 - beta2^t).
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/optimizers/optimizer_codelets.hpp"

namespace bspike::kernels {

namespace {

struct Update {
  F1 keep1, take1, keep2, take2, eps, minus_rate, correction;
  Int weights, gradients, means, squares, weights_out, means_out, squares_out;  // pointers
  F2 weight, gradient, mean, square;
};

void emit_numbers(Builder& b, Update& u) {
  u.keep1 = b.argument_f32("beta1");
  u.take1 = b.argument_f32("one_minus_beta1");
  u.keep2 = b.argument_f32("beta2");
  u.take2 = b.argument_f32("one_minus_beta2");
  u.eps = b.argument_f32("eps");
  const Int scalars = b.argument("scalars");
  u.minus_rate = b.f1();
  u.correction = b.f1();
  b.emit_independent(Op::kLda32, {u.minus_rate, scalars, b.zero(), 0});
  b.emit_independent(Op::kLda32, {u.correction, scalars, b.zero(), 1});
  b.emit(Op::kF32neg, {u.minus_rate, u.minus_rate});
}

Update emit_entry(Builder& b, const PairShare& share) {
  Update u;
  emit_numbers(b, u);
  u.weights = b.add(b.argument("parameters"), share.offset_bytes);
  u.gradients = b.add(b.argument("gradient"), share.offset_bytes);
  u.means = b.add(b.argument("exp_avg"), share.offset_bytes);
  u.squares = b.add(b.argument("exp_avg_sq"), share.offset_bytes);
  u.weights_out = b.copy(u.weights);
  u.means_out = b.copy(u.means);
  u.squares_out = b.copy(u.squares);
  return u;
}

// The new mean is in the place of the quotient until it is stored; seven scalars leave three and a
// half pairs to work with.
void emit_step(Builder& b, const Update& u) {
  const F2 gradient = b.f2();
  const F2 mean = b.f2();
  const F2 square = b.f2();
  load_next(b, gradient, u.gradients);
  load_next(b, mean, u.means);
  b.emit(Op::kF32v2mulb, {mean, u.keep1, mean});
  b.emit(Op::kF32v2macb, {mean, u.take1, gradient});
  b.emit(Op::kF32v2mul, {gradient, gradient, gradient});
  load_next(b, square, u.squares);
  b.emit(Op::kF32v2mulb, {square, u.keep2, square});
  b.emit(Op::kF32v2macb, {square, u.take2, gradient});
  store_next(b, mean, u.means_out);
  store_next(b, square, u.squares_out);
  b.emit(Op::kF32sqrt, {square.lo(), square.lo()});
  b.emit(Op::kF32sqrt, {square.hi(), square.hi()});
  b.emit(Op::kF32v2mulb, {square, u.correction, square});
  b.emit(Op::kF32v2addb, {square, u.eps, square});
  b.emit(Op::kF32div, {mean.lo(), mean.lo(), square.lo()});
  b.emit(Op::kF32div, {mean.hi(), mean.hi(), square.hi()});
  const F2 weight = b.f2();
  load_next(b, weight, u.weights);
  b.emit(Op::kF32v2macb, {weight, u.minus_rate, mean});
  store_next(b, weight, u.weights_out);
}

void emit(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const Update u = emit_entry(b, share);
    for_pairs(b, share, [&](bool) { emit_step(b, u); });
  });
}

}  // namespace

Codelet adam_update_codelet() {
  Codelet codelet;
  codelet.name = "adam_update";
  codelet.arguments = {
      integer_argument("pairs", "pairs of parameters"),
      address_argument("parameters", "read and written"),
      address_argument("gradient", "of the parameters"),
      address_argument("exp_avg", "running mean of the gradient, read and written"),
      address_argument("exp_avg_sq", "running mean of its square, read and written"),
      address_argument("scalars", "of the step: lr / (1 - beta1^t), 1 / sqrt(1 - beta2^t)"),
      float_argument("beta1", "share of the mean that is kept"),
      float_argument("one_minus_beta1", "share of the gradient"),
      float_argument("beta2", "share of the squares that is kept"),
      float_argument("one_minus_beta2", "share of the gradient's square"),
      float_argument("eps", "added to the corrected root")};
  codelet.emit = emit;
  codelet.trips = pair_trips;
  codelet.inner = {"pair",
                   2,
                   "parameter",
                   {{Unit::kFloat, 8}, {Unit::kSqrt, 2}, {Unit::kDivide, 2}},
                   "eight float operations, two roots, two divides"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{26 * pairs, 32 * pairs, 24 * pairs};
  };
  return codelet;
}

}  // namespace bspike::kernels
