// Owns the code of the mean square. One pass takes the target of the other classes for all; the
// label's own target is put right behind it.
#include "kernels/codelets/losses/mean_square.hpp"

#include "kernels/codelets/losses/loss_codelets.hpp"

namespace bspike::kernels {

namespace {

struct Targets {
  F1 correct, incorrect, scale, gradient_scale;
};

// Gradient of the class before `address`, whose value is given; returns the square of the distance.
F1 emit_class(Builder& b, const LossSample& s, const Targets& t, Int address, F1 value, F1 target) {
  const F1 distance = b.f1();
  const F1 gradient = b.f1();
  const F1 square = b.f1();
  b.emit(Op::kF32sub, {distance, value, target});
  b.emit(Op::kF32mul, {gradient, distance, t.gradient_scale});
  b.emit(Op::kF32mul, {square, distance, distance});
  b.emit(Op::kSta32, {gradient, address, s.to_gradient, -1});
  return square;
}

void emit_sample(Builder& b, const LossSample& s, const Targets& t, bool adds) {
  const F1 sum = b.f1();
  const F1 value = b.f1();
  b.emit(Op::kMov32, {sum, b.zero1()});
  const Int behind_label = b.copy(b.zero());
  const Int countdown = b.copy(s.label);
  for_classes(b, "square", s, [&](Int address) {
    load_next(b, value, address);
    find_label(b, behind_label, countdown, address);
    b.emit(Op::kF32add, {sum, sum, emit_class(b, s, t, address, value, t.incorrect)});
  });
  b.emit_independent(Op::kLda32, {value, behind_label, b.zero(), -1});
  b.emit(Op::kF32sub, {sum, sum, emit_class(b, s, t, behind_label, value, t.incorrect)});
  b.emit(Op::kF32add, {sum, sum, emit_class(b, s, t, behind_label, value, t.correct)});
  b.emit(Op::kF32mul, {sum, sum, t.scale});
  if (adds) {
    const F1 before = b.f1();
    b.emit_independent(Op::kLda32, {before, s.loss, b.zero(), 0});
    b.emit(Op::kF32add, {sum, before, sum});
  }
  b.emit(Op::kSta32, {sum, s.loss, b.zero(), 0});
}

WorkCount count(const WorkSize& work) {
  const std::uint64_t samples = work.arguments.at("batch");
  std::uint64_t classes = 0;
  for (const auto& entry : work.segments) classes += std::uint64_t{entry[0]} * entry[2];
  return {samples * (4 * classes + 9), samples * (4 * classes + 12), samples * (4 * classes + 12)};
}

}  // namespace

Codelet mean_square_codelet(const MeanSquare& what) {
  Codelet codelet;
  codelet.name = what.name;
  codelet.arguments = loss_arguments(what.scale);
  codelet.arguments.push_back(float_argument(what.correct, "target of the label's class"));
  codelet.arguments.push_back(float_argument(what.incorrect, "target of the other classes"));
  codelet.emit = [what](Builder& b, const EmitContext&) {
    const Targets t{b.argument_f32(what.correct), b.argument_f32(what.incorrect),
                    b.argument_f32(what.scale), b.f1()};
    b.emit(Op::kF32add, {t.gradient_scale, t.scale, t.scale});
    if (what.turns_gradient) b.emit(Op::kF32neg, {t.gradient_scale, t.gradient_scale});
    for_loss_samples(b, [&](const LossSample& s) { emit_sample(b, s, t, what.adds); });
  };
  codelet.trips = [](const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
    return loss_trips(work, context, worker, {"square"});
  };
  codelet.inner = {"square_class",
                   1,
                   "class and sample",
                   {{Unit::kFloat, 4}},
                   "subtract, square, gradient, add"};
  codelet.count = count;
  return codelet;
}

}  // namespace bspike::kernels
