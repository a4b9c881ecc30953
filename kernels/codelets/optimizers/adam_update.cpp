// Owns adam_update and its twins: m = beta1 m + (1 - beta1) g; v = beta2 v + (1 - beta2) g^2;
// w -= rate (m / (sqrt(v) correction + eps)), as rate / correction (m / (sqrt(v) + eps /
// correction)). Step scalars: rate = lr / (1 - beta1^t), correction = 1 / sqrt(1 - beta2^t).
// adam_decay_update adds weight_decay w to g first; adamw_update multiplies w by the third scalar.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/optimizers/half_pairs.hpp"
#include "kernels/codelets/optimizers/optimizer_codelets.hpp"

namespace bspike::kernels {

namespace {

enum class Decay { kNone, kOfGradient, kOfWeight };

struct Update {
  Decay decay;
  UpdateTypes types;
  Int scalars;
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
  u.scalars = b.argument("scalars");
  u.step = b.f1();
  const F1 correction = b.f1();
  b.emit_independent(Op::kLda32, {u.step, u.scalars, b.zero(), 0});
  b.emit_independent(Op::kLda32, {correction, u.scalars, b.zero(), 1});
  b.emit(Op::kF32neg, {u.step, u.step});
  b.emit(Op::kF32div, {u.step, u.step, correction});
  b.emit(Op::kF32div, {u.eps, u.eps, correction});
}

Update emit_entry(Builder& b, const PairShare& share, Decay decay, const UpdateTypes& types) {
  Update u;
  u.decay = decay;
  u.types = types;
  emit_numbers(b, u);
  u.weights = b.add(b.argument("parameters"), pair_offset(b, share, types.half_weights));
  u.gradients = b.add(b.argument("gradient"), pair_offset(b, share, types.half_gradients));
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
  load_gradient(b, u.types, u.gradient, u.mean, u.gradients);
  if (u.decay == Decay::kOfGradient) {
    b.load_argument(u.mean.lo(), "weight_decay");
    peek_pair(b, u.square, u.weights, u.types.half_weights);
    b.emit(Op::kF32v2macb, {u.gradient, u.mean.lo(), u.square});
  }
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
  load_pair(b, u.weight, u.weights, u.types.half_weights);
  b.emit(Op::kF32div, {u.square.lo(), u.mean.lo(), u.square.lo()});
  b.emit(Op::kF32div, {u.square.hi(), u.mean.hi(), u.square.hi()});
  if (u.decay == Decay::kOfWeight) {
    b.emit_independent(Op::kLda32, {u.gradient.lo(), u.scalars, b.zero(), 2});
    b.emit(Op::kF32v2mulb, {u.weight, u.gradient.lo(), u.weight});
  }
  b.emit(Op::kF32v2macb, {u.weight, u.step, u.square});
  store_pair(b, u.weight, u.weights_out, u.types.half_weights);
  if (!last) emit_mean(b, u);
}

Arguments arguments(Decay decay, const UpdateTypes& types) {
  Arguments result{
      integer_argument("pairs", "pairs of parameters"),
      address_argument("parameters", "read and written"),
      address_argument("gradient", "of the parameters"),
      address_argument("exp_avg", "running mean of the gradient, read and written"),
      address_argument("exp_avg_sq", "running mean of its square, read and written"),
      address_argument("scalars", decay == Decay::kOfWeight
                                      ? "of the step: lr / (1 - beta1^t), 1 / sqrt(1 - beta2^t), "
                                        "1 - lr weight_decay"
                                      : "of the step: lr / (1 - beta1^t), 1 / sqrt(1 - beta2^t)"),
      float_argument("beta1", "share of the mean that is kept"),
      float_argument("one_minus_beta1", "share of the gradient"),
      float_argument("beta2", "share of the squares that is kept"),
      float_argument("one_minus_beta2", "share of the gradient's square"),
      float_argument("eps", "added to the corrected root")};
  if (decay == Decay::kOfGradient)
    result.push_back(float_argument("weight_decay", "times the weight, added to its gradient"));
  add_gradient_argument(result, types);
  return result;
}

Codelet update_codelet(const std::string& name, Decay decay, const UpdateTypes& types) {
  Codelet codelet;
  codelet.name = name + types.suffix();
  codelet.arguments = arguments(decay, types);
  codelet.emit = [decay, types](Builder& b, const EmitContext&) {
    with_pair_share(b, [&](const PairShare& share) {
      const Update u = emit_entry(b, share, decay, types);
      emit_mean(b, u);
      for_pairs(b, share, [&](bool last) { emit_step(b, u, last); });
    });
  };
  codelet.trips = pair_trips;
  const std::uint32_t floats = (decay == Decay::kNone ? 7 : 8) + gradient_ops(types);
  codelet.inner = {"pair",
                   2,
                   "parameter",
                   {{Unit::kFloat, floats}, {Unit::kSqrt, 2}, {Unit::kDivide, 2}},
                   decay == Decay::kNone ? "seven float operations, two roots, two divides"
                                         : "eight float operations, two roots, two divides"};
  if (types.half_weights || types.half_gradients) {
    codelet.inner.bound.push_back({Unit::kConvert, conversions(types)});
    codelet.inner.minimum = "float operations, conversions, two roots, two divides";
  }
  codelet.count = [types](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{(24 + 2 * gradient_ops(types)) * pairs,
                     (16 + types.weight_bytes() + types.gradient_bytes()) * pairs,
                     (16 + types.weight_bytes()) * pairs};
  };
  return codelet;
}

std::vector<Codelet> typed(const std::string& name, Decay decay) {
  std::vector<Codelet> result;
  for (const UpdateTypes& types : update_types())
    result.push_back(update_codelet(name, decay, types));
  return result;
}

}  // namespace

std::vector<Codelet> adam_update_codelets() { return typed("adam_update", Decay::kNone); }
std::vector<Codelet> adam_decay_update_codelets() {
  return typed("adam_decay_update", Decay::kOfGradient);
}
std::vector<Codelet> adamw_update_codelets() { return typed("adamw_update", Decay::kOfWeight); }

}  // namespace bspike::kernels
