// Owns the pooling by sums and means, and where there is no pooling, windows of one cell:
// pool_sum_forward adds the cells of a window and multiplies by a factor; pool_sum_backward gives
// each cell the gradient times the factor.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/conv/conv_codelets.hpp"
#include "kernels/codelets/conv/pool_walk.hpp"

namespace bspike::kernels {

namespace {

void emit_forward(Builder& b, const EmitContext& /*context*/) {
  Int table;
  Builder::SplitTrips more;
  F2 factor;
  emit_pool_walk(
      b, {"sums", "current", false},
      [&] {
        table = b.add(b.argument("window_table"), 2);
        more = b.split(b.add(b.argument("cells"), -1));
        factor = b.argument_f32v2("factor");
      },
      [&](const PoolPlace& at) {
        const F2 sum = b.f2(), value = b.f2();
        const Int offset = b.integer();
        const Int offsets = b.copy(table);
        b.emit_independent(Op::kLda64, {sum, at.window, b.zero(), 0});
        b.repeat("cell", more, [&] {
          b.emit_independent(Op::kLdz16step, {offset, b.zero(), offsets, 1});
          b.emit_independent(Op::kLda64x, {value, at.window, offset});
          b.emit(Op::kF32v2add, {sum, sum, value});
        });
        b.emit(Op::kF32v2mul, {sum, sum, factor});
        const Int second = b.add(at.neuron, at.to_second);
        b.emit(Op::kSta32, {sum.hi(), second, b.zero(), 0});
        b.emit(Op::kSta32, {sum.lo(), at.neuron, b.zero(), 0});
      });
}

Trips forward_trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  return pool_trips(work, context, worker, work.arguments.at("cells") - 1);
}

WorkCount forward_count(const WorkSize& work) {
  const std::uint64_t windows = pool_windows(work);
  const std::uint64_t cells = work.arguments.at("cells");
  return {2 * windows * cells, windows * (10 * cells - 2), 8 * windows};
}

void emit_backward(Builder& b, const EmitContext& /*context*/) {
  Int table;
  Builder::SplitTrips cells;
  emit_pool_walk(
      b, {"map_gradient", "current_gradient", false},
      [&] {
        table = b.argument("window_table");
        cells = b.split(b.argument("cells"));
      },
      [&](const PoolPlace& at) {
        const F2 gradient = b.f2(), factor = b.f2();
        const Int offset = b.integer();
        const Int offsets = b.copy(table);
        b.emit_independent(Op::kLda64, {factor, at.entry, b.zero(), 1});
        b.emit_independent(Op::kLda32, {gradient.lo(), at.neuron, b.zero(), 0});
        b.emit_independent(Op::kLda32, {gradient.hi(), at.neuron, at.to_second, 0});
        b.emit(Op::kF32v2mul, {gradient, gradient, factor});
        b.repeat("cell", cells, [&] {
          b.emit_independent(Op::kLdz16step, {offset, b.zero(), offsets, 1});
          b.emit(Op::kSta64x, {gradient, at.window, offset});
        });
      });
}

Trips backward_trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  return pool_trips(work, context, worker, work.arguments.at("cells"));
}

WorkCount backward_count(const WorkSize& work) {
  const std::uint64_t windows = pool_windows(work);
  const std::uint64_t cells = work.arguments.at("cells");
  return {2 * windows, windows * (2 * cells + 20), 8 * windows * cells};
}

}  // namespace

Codelet pool_sum_forward_codelet() {
  Codelet codelet;
  codelet.name = "pool_sum_forward";
  codelet.arguments =
      joined(pool_arguments("sums", "f32 [batch][planes][positions][2], of the convolution",
                            "current", "f32 [batch][channels][positions], written"),
             {float_argument("factor", "1, or for means 1 / cells")});
  codelet.emit = emit_forward;
  codelet.trips = forward_trips;
  codelet.inner = {
      "cell", 2, "cell and channel", {{Unit::kLoad, 2}, {Unit::kFloat, 1}}, "one offset, one sum"};
  codelet.count = forward_count;
  return codelet;
}

Codelet pool_sum_backward_codelet() {
  Codelet codelet;
  codelet.name = "pool_sum_backward";
  codelet.arguments =
      pool_arguments("map_gradient", "f32 [batch][planes][positions with a border][2], written",
                     "current_gradient", "f32 [batch][channels][positions]");
  codelet.emit = emit_backward;
  codelet.trips = backward_trips;
  codelet.inner = {"cell",
                   2,
                   "cell and channel",
                   {{Unit::kLoad, 1}, {Unit::kStore, 1}},
                   "one offset, one store"};
  codelet.count = backward_count;
  return codelet;
}

}  // namespace bspike::kernels
