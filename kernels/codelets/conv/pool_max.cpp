// Owns the pooling by maxima: pool_max_forward keeps which cell of a window is the largest, the
// first of equal ones; pool_max_backward hands the gradient to that cell, and 0 to the others.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/conv/conv_codelets.hpp"
#include "kernels/codelets/conv/pool_walk.hpp"

namespace bspike::kernels {

namespace {

// The second channel first: where there is none the first one's word takes its place.
void store_pair(Builder& b, F2 pair, Int first, Int to_second) {
  const Int second = b.add(first, to_second);
  b.emit(Op::kSta32, {pair.hi(), second, b.zero(), 0});
  b.emit(Op::kSta32, {pair.lo(), first, b.zero(), 0});
}

// What all windows share.
struct Cells {
  Int offsets, codes;
  Builder::SplitTrips count;
};

void emit_forward(Builder& b, const EmitContext& /*context*/) {
  Cells cells;
  emit_pool_walk(
      b, {"sums", "current", true},
      [&] {
        cells = {b.argument("window_table"), b.argument("code_table"),
                 b.split(b.add(b.argument("cells"), -1))};
        b.emit(Op::kAddi, {cells.offsets, cells.offsets, 2});
      },
      [&](const PoolPlace& at) {
        const F2 best = b.f2(), winner = b.f2(), value = b.f2(), code = b.f2(), larger = b.f2();
        const Int offset = b.integer();
        const Int offsets = b.copy(cells.offsets);
        const Int codes = b.copy(cells.codes);
        b.emit_independent(Op::kLda64, {best, at.window, b.zero(), 0});
        load_next(b, winner, codes);
        b.repeat("cell", cells.count, [&] {
          b.emit_independent(Op::kLdz16step, {offset, b.zero(), offsets, 1});
          load_next(b, code, codes);
          b.emit_independent(Op::kLda64x, {value, at.window, offset});
          b.emit(Op::kF32v2cmplt, {larger, best, value});
          b.emit(Op::kF32v2max, {best, best, value});
          b.emit(Op::kSel64, {larger, code, winner});
          b.emit(Op::kMov64, {winner, larger});
        });
        store_pair(b, best, at.neuron, at.to_second);
        store_pair(b, winner, at.history, at.to_second);
      });
}

Trips forward_trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  return pool_trips(work, context, worker, work.arguments.at("cells") - 1);
}

WorkCount forward_count(const WorkSize& work) {
  const std::uint64_t windows = pool_windows(work);
  const std::uint64_t cells = work.arguments.at("cells");
  return {2 * windows * (cells - 1), windows * (18 * cells - 2), 16 * windows};
}

void emit_cells_zero(Builder& b, const Cells& cells, Int window) {
  const Int offset = b.integer();
  const Int offsets = b.copy(cells.offsets);
  b.repeat("cell", cells.count, [&] {
    b.emit_independent(Op::kLdz16step, {offset, b.zero(), offsets, 1});
    b.emit(Op::kSta64x, {b.zero2(), window, offset});
  });
}

void emit_backward(Builder& b, const EmitContext& /*context*/) {
  Cells cells;
  emit_pool_walk(
      b, {"map_gradient", "current_gradient", true},
      [&] {
        cells = {b.argument("window_table"), {}, b.split(b.argument("cells"))};
      },
      [&](const PoolPlace& at) {
        emit_cells_zero(b, cells, at.window);
        const F2 gradient = b.f2(), factor = b.f2();
        const Int winner = b.integer();
        b.emit_independent(Op::kLda64, {factor, at.entry, b.zero(), 1});
        b.emit_independent(Op::kLda32, {gradient.lo(), at.neuron, b.zero(), 0});
        b.emit_independent(Op::kLda32, {gradient.hi(), at.neuron, at.to_second, 0});
        b.emit(Op::kF32v2mul, {gradient, gradient, factor});
        b.emit_independent(Op::kLd32, {winner, at.history, b.zero(), 0});
        b.emit(Op::kSta32, {gradient.lo(), at.window, winner, 0});
        b.emit_independent(Op::kLd32, {winner, at.history, at.to_second, 0});
        b.emit(Op::kSta32, {gradient.hi(), at.window, winner, 1});
      });
}

Trips backward_trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  return pool_trips(work, context, worker, work.arguments.at("cells"));
}

WorkCount backward_count(const WorkSize& work) {
  const std::uint64_t windows = pool_windows(work);
  const std::uint64_t cells = work.arguments.at("cells");
  return {2 * windows, windows * (2 * cells + 28), windows * (8 * cells + 8)};
}

}  // namespace

Codelet pool_max_forward_codelet() {
  Codelet codelet;
  codelet.name = "pool_max_forward";
  codelet.arguments = joined(
      joined(pool_arguments("sums", "f32 [batch][planes][positions][2], of the convolution",
                            "current", "f32 [batch][channels][positions], written"),
             {address_argument("code_table",
                               "u32 pairs of a cell: what is kept where it is the largest")}),
      winner_arguments());
  codelet.emit = emit_forward;
  codelet.trips = forward_trips;
  codelet.inner = {"cell",
                   2,
                   "cell and channel",
                   {{Unit::kFloat, 4}, {Unit::kLoad, 3}},
                   "compare, larger, select, move"};
  codelet.count = forward_count;
  return codelet;
}

Codelet pool_max_backward_codelet() {
  Codelet codelet;
  codelet.name = "pool_max_backward";
  codelet.arguments = joined(
      pool_arguments("map_gradient", "f32 [batch][planes][positions with a border][2], written",
                     "current_gradient", "f32 [batch][channels][positions]"),
      winner_arguments());
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
