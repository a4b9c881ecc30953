// Owns the code of the cross entropy: the largest logit, the exponentials, the gradient; then the
// label's part. The gradient's place holds the exponentials in between.
#include "kernels/codelets/losses/cross_entropy.hpp"

#include <limits>

#include "kernels/codelets/losses/loss_codelets.hpp"

namespace bspike::kernels {

namespace {

struct Softmax {
  F1 highest, sum;
  Int label_address;
};

// The output at `address` as a logit.
void load_logit(Builder& b, F1 logit, Int address, bool turns) {
  load_next(b, logit, address);
  if (turns) b.emit(Op::kF32neg, {logit, logit});
}

Softmax emit_highest(Builder& b, const LossSample& s, bool turns) {
  const Softmax softmax{b.constant_f32(-std::numeric_limits<float>::infinity()), b.f1(),
                        b.copy(b.zero())};
  const Int countdown = b.copy(s.label);
  const F1 logit = b.f1();
  for_classes(b, "highest", s, [&](Int address) {
    find_label(b, softmax.label_address, countdown, address);
    load_logit(b, logit, address, turns);
    b.emit(Op::kF32max, {softmax.highest, softmax.highest, logit});
  });
  return softmax;
}

void emit_exponentials(Builder& b, const LossSample& s, const Softmax& softmax, bool turns) {
  b.emit(Op::kMov32, {softmax.sum, b.zero1()});
  const F1 value = b.f1();
  for_classes(b, "exponential", s, [&](Int address) {
    load_logit(b, value, address, turns);
    b.emit(Op::kF32sub, {value, value, softmax.highest});
    b.emit(Op::kF32exp, {value, value});
    b.emit(Op::kF32add, {softmax.sum, softmax.sum, value});
    b.emit(Op::kSta32, {value, address, s.to_gradient, -1});
  });
}

void emit_gradients(Builder& b, const LossSample& s, const Softmax& softmax, F1 scale) {
  const F1 factor = b.f1();
  b.emit(Op::kF32div, {factor, scale, softmax.sum});
  const F1 value = b.f1();
  for_classes(b, "gradient", s, [&](Int address) {
    b.emit(Op::kLda32, {value, address, s.to_gradient, 0});
    b.emit(Op::kAddi, {address, address, 4});
    b.emit(Op::kF32mul, {value, value, factor});
    b.emit(Op::kSta32, {value, address, s.to_gradient, -1});
  });
}

void emit_label(Builder& b, const LossSample& s, const Softmax& softmax, F1 scale,
                const CrossEntropy& what) {
  const F1 gradient = b.f1();
  b.emit(Op::kLda32, {gradient, softmax.label_address, s.to_gradient, 0});
  b.emit(Op::kF32sub, {gradient, gradient, scale});
  b.emit(Op::kSta32, {gradient, softmax.label_address, s.to_gradient, 0});
  const F1 loss = b.f1();
  const F1 logit = b.f1();
  b.emit_independent(Op::kLda32, {logit, softmax.label_address, b.zero(), 0});
  b.emit(Op::kF32ln, {loss, softmax.sum});
  b.emit(Op::kF32add, {loss, loss, softmax.highest});
  b.emit(what.turns_logits ? Op::kF32add : Op::kF32sub, {loss, loss, logit});
  b.emit(Op::kF32mul, {loss, loss, scale});
  if (what.adds) {
    const F1 before = b.f1();
    b.emit_independent(Op::kLda32, {before, s.loss, b.zero(), 0});
    b.emit(Op::kF32add, {loss, before, loss});
  }
  b.emit(Op::kSta32, {loss, s.loss, b.zero(), 0});
}

WorkCount count(const WorkSize& work) {
  const std::uint64_t samples = work.arguments.at("batch");
  std::uint64_t classes = 0;
  for (const auto& entry : work.segments) classes += std::uint64_t{entry[0]} * entry[2];
  return {samples * (5 * classes + 5), samples * (12 * classes + 8), samples * (8 * classes + 8)};
}

}  // namespace

Codelet cross_entropy_codelet(const CrossEntropy& what) {
  Codelet codelet;
  codelet.name = what.name;
  codelet.arguments = loss_arguments(what.scale);
  codelet.emit = [what](Builder& b, const EmitContext&) {
    const F1 scale = b.argument_f32(what.scale);
    for_loss_samples(b, [&](const LossSample& s) {
      const Softmax softmax = emit_highest(b, s, what.turns_logits);
      emit_exponentials(b, s, softmax, what.turns_logits);
      emit_gradients(b, s, softmax, scale);
      emit_label(b, s, softmax, scale, what);
    });
  };
  codelet.trips = [](const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
    return loss_trips(work, context, worker, {"highest", "exponential", "gradient"});
  };
  codelet.inner = {"exponential_class",
                   1,
                   "class and sample, second of three passes",
                   {{Unit::kFloat, 2}, {Unit::kExp, 1}},
                   "subtract, exponential, add"};
  codelet.count = count;
  return codelet;
}

}  // namespace bspike::kernels
