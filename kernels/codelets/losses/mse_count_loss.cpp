// Owns mse_count_loss: squared distance of the spike counts from target counts. One pass takes the
// target of the other classes for all; the label's own target is put right behind it, exactly,
// since counts and targets are whole numbers.
#include "kernels/codelets/losses/loss_codelets.hpp"

namespace bspike::kernels {

namespace {

struct Targets {
  F1 correct, incorrect, scale, twice_scale;
};

// Gradient 2 scale distance of the class before `address`, whose count is given; returns the square
// of the distance.
F1 emit_class(Builder& b, const LossSample& s, const Targets& t, Int address, F1 count, F1 target) {
  const F1 distance = b.f1();
  const F1 gradient = b.f1();
  const F1 square = b.f1();
  b.emit(Op::kF32sub, {distance, count, target});
  b.emit(Op::kF32mul, {gradient, distance, t.twice_scale});
  b.emit(Op::kF32mul, {square, distance, distance});
  b.emit(Op::kSta32, {gradient, address, s.to_gradient, -1});
  return square;
}

void emit_sample(Builder& b, const LossSample& s, const Targets& t) {
  const F1 sum = b.f1();
  const F1 count = b.f1();
  b.emit(Op::kMov32, {sum, b.zero1()});
  const Int behind_label = b.copy(b.zero());
  const Int countdown = b.copy(s.label);
  for_classes(b, "square", s, [&](Int address) {
    load_next(b, count, address);
    find_label(b, behind_label, countdown, address);
    b.emit(Op::kF32add, {sum, sum, emit_class(b, s, t, address, count, t.incorrect)});
  });
  b.emit_independent(Op::kLda32, {count, behind_label, b.zero(), -1});
  b.emit(Op::kF32sub, {sum, sum, emit_class(b, s, t, behind_label, count, t.incorrect)});
  b.emit(Op::kF32add, {sum, sum, emit_class(b, s, t, behind_label, count, t.correct)});
  b.emit(Op::kF32mul, {sum, sum, t.scale});
  b.emit(Op::kSta32, {sum, s.loss, b.zero(), 0});
}

void emit(Builder& b, const EmitContext& /*context*/) {
  Targets t{b.argument_f32("correct_count"), b.argument_f32("incorrect_count"),
            b.argument_f32("mean_square_scale"), b.f1()};
  b.emit(Op::kF32add, {t.twice_scale, t.scale, t.scale});
  for_loss_samples(b, [&](const LossSample& s) { emit_sample(b, s, t); });
}

WorkCount count(const WorkSize& work) {
  const std::uint64_t samples = work.arguments.at("batch");
  std::uint64_t classes = 0;
  for (const auto& entry : work.segments) classes += std::uint64_t{entry[0]} * entry[2];
  return {samples * (4 * classes + 9), samples * (4 * classes + 12), samples * (4 * classes + 12)};
}

}  // namespace

Codelet mse_count_loss_codelet() {
  Codelet codelet;
  codelet.name = "mse_count_loss";
  codelet.arguments = loss_arguments("mean_square_scale");
  codelet.arguments.push_back(float_argument("correct_count", "target of the label's class"));
  codelet.arguments.push_back(float_argument("incorrect_count", "target of the other classes"));
  codelet.emit = emit;
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
