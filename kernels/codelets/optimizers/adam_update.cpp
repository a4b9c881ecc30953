// Owns adam_update: m = beta1 m + (1 - beta1) g; v = beta2 v + (1 - beta2) g^2;
// w -= rate (m / (sqrt(v) correction + eps)), as rate / correction (m / (sqrt(v) + eps /
// correction)). Step scalars: rate = lr / (1 - beta1^t), correction = 1 / sqrt(1 - beta2^t).
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/optimizers/optimizer_codelets.hpp"

namespace bspike::kernels {

namespace {

struct Update {
  F1 keep1, take1, keep2, take2, eps, step;
  Int weights, gradients, means, squares, weights_out, means_out, squares_out;  // pointers
  F2 weight, gradient, mean, square;
};

// rate / correction and eps / correction, so that a pair takes one multiplication less.
void emit_numbers(Builder& b, Update& u) {
  u.keep1 = b.argument_f32("beta1");
  u.take1 = b.argument_f32("one_minus_beta1");
  u.keep2 = b.argument_f32("beta2");
  u.take2 = b.argument_f32("one_minus_beta2");
  u.eps = b.argument_f32("eps");
  const Int scalars = b.argument("scalars");
  u.step = b.f1();
  const F1 correction = b.f1();
  b.emit_independent(Op::kLda32, {u.step, scalars, b.zero(), 0});
  b.emit_independent(Op::kLda32, {correction, scalars, b.zero(), 1});
  b.emit(Op::kF32neg, {u.step, u.step});
  b.emit(Op::kF32div, {u.step, u.step, correction});
  b.emit(Op::kF32div, {u.eps, u.eps, correction});
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
  u.weight = b.f2();
  u.gradient = b.f2();
  u.mean = b.f2();
  u.square = b.f2();
  return u;
}

// The new mean runs ahead of the step.
void emit_mean(Builder& b, const Update& u) {
  load_next(b, u.gradient, u.gradients);
  load_next(b, u.mean, u.means);
  b.emit(Op::kF32v2mulb, {u.mean, u.keep1, u.mean});
  b.emit(Op::kF32v2macb, {u.mean, u.take1, u.gradient});
  load_next(b, u.square, u.squares);
}

// Four pairs are all that six scalars leave: the quotient takes the square's place.
void emit_step(Builder& b, const Update& u, bool last) {
  store_next(b, u.mean, u.means_out);
  b.emit(Op::kF32v2mul, {u.gradient, u.gradient, u.gradient});
  b.emit(Op::kF32v2mulb, {u.square, u.keep2, u.square});
  b.emit(Op::kF32v2macb, {u.square, u.take2, u.gradient});
  store_next(b, u.square, u.squares_out);
  b.emit(Op::kF32sqrt, {u.square.lo(), u.square.lo()});
  b.emit(Op::kF32sqrt, {u.square.hi(), u.square.hi()});
  b.emit(Op::kF32v2addb, {u.square, u.eps, u.square});
  load_next(b, u.weight, u.weights);
  b.emit(Op::kF32div, {u.square.lo(), u.mean.lo(), u.square.lo()});
  b.emit(Op::kF32div, {u.square.hi(), u.mean.hi(), u.square.hi()});
  b.emit(Op::kF32v2macb, {u.weight, u.step, u.square});
  store_next(b, u.weight, u.weights_out);
  if (!last) emit_mean(b, u);
}

void emit(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const Update u = emit_entry(b, share);
    emit_mean(b, u);
    for_pairs(b, share, [&](bool last) { emit_step(b, u, last); });
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
                   {{Unit::kFloat, 7}, {Unit::kSqrt, 2}, {Unit::kDivide, 2}},
                   "seven float operations, two roots, two divides"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{24 * pairs, 32 * pairs, 24 * pairs};
  };
  return codelet;
}

}  // namespace bspike::kernels
