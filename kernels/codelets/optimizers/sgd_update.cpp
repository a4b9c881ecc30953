// Owns sgd_update: g = gradient + weight_decay w; buffer = momentum buffer + take g; w -= rate
// buffer + gradient_rate g; and sgd_update_stateless, which is the same for a momentum of 0 and
// keeps no buffer. Step scalars: rate, gradient_rate, take.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/optimizers/optimizer_codelets.hpp"

namespace bspike::kernels {

namespace {

struct Update {
  F1 momentum, decay, minus_rate, minus_gradient_rate, take;
  Int weights, gradients, buffers, weights_out, buffers_out;  // pointers
  F2 weight, gradient, buffer, sum;
};

void emit_stateless(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const F1 decay = b.argument_f32("weight_decay");
    const F1 minus_rate = b.f1();
    b.emit_independent(Op::kLda32, {minus_rate, b.argument("scalars"), b.zero(), 0});
    b.emit(Op::kF32neg, {minus_rate, minus_rate});
    const Int weights = b.add(b.argument("parameters"), share.offset_bytes);
    const Int gradients = b.add(b.argument("gradient"), share.offset_bytes);
    const Int weights_out = b.copy(weights);
    const F2 weight = b.f2(), gradient = b.f2();
    load_next(b, gradient, gradients);
    load_next(b, weight, weights);
    for_pairs(b, share, [&](bool last) {
      b.emit(Op::kF32v2macb, {gradient, decay, weight});
      b.emit(Op::kF32v2macb, {weight, minus_rate, gradient});
      if (!last) load_next(b, gradient, gradients);
      store_next(b, weight, weights_out);
      if (!last) load_next(b, weight, weights);
    });
  });
}

// Both rates with their signs turned.
void load_scalars(Builder& b, Update& u) {
  const Int scalars = b.argument("scalars");
  u.minus_rate = b.f1();
  u.minus_gradient_rate = b.f1();
  u.take = b.f1();
  b.emit_independent(Op::kLda32, {u.minus_rate, scalars, b.zero(), 0});
  b.emit_independent(Op::kLda32, {u.minus_gradient_rate, scalars, b.zero(), 1});
  b.emit_independent(Op::kLda32, {u.take, scalars, b.zero(), 2});
  b.emit(Op::kF32neg, {u.minus_rate, u.minus_rate});
  b.emit(Op::kF32neg, {u.minus_gradient_rate, u.minus_gradient_rate});
}

Update emit_entry(Builder& b, const PairShare& share) {
  Update u;
  u.momentum = b.argument_f32("momentum");
  u.decay = b.argument_f32("weight_decay");
  load_scalars(b, u);
  u.weights = b.add(b.argument("parameters"), share.offset_bytes);
  u.gradients = b.add(b.argument("gradient"), share.offset_bytes);
  u.buffers = b.add(b.argument("momentum_buffer"), share.offset_bytes);
  u.weights_out = b.copy(u.weights);
  u.buffers_out = b.copy(u.buffers);
  u.weight = b.f2();
  u.gradient = b.f2();
  u.buffer = b.f2();
  u.sum = b.f2();
  return u;
}

void emit_step(Builder& b, const Update& u, bool last) {
  b.emit(Op::kF32v2macb, {u.gradient, u.decay, u.weight});
  b.emit(Op::kF32v2mulb, {u.sum, u.take, u.gradient});
  b.emit(Op::kF32v2macb, {u.sum, u.momentum, u.buffer});
  if (!last) load_next(b, u.buffer, u.buffers);
  b.emit(Op::kF32v2macb, {u.weight, u.minus_rate, u.sum});
  store_next(b, u.sum, u.buffers_out);
  b.emit(Op::kF32v2macb, {u.weight, u.minus_gradient_rate, u.gradient});
  if (!last) load_next(b, u.gradient, u.gradients);
  store_next(b, u.weight, u.weights_out);
  if (!last) load_next(b, u.weight, u.weights);
}

void emit(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const Update u = emit_entry(b, share);
    load_next(b, u.buffer, u.buffers);
    load_next(b, u.gradient, u.gradients);
    load_next(b, u.weight, u.weights);
    for_pairs(b, share, [&](bool last) { emit_step(b, u, last); });
  });
}

}  // namespace

Codelet sgd_update_codelet() {
  Codelet codelet;
  codelet.name = "sgd_update";
  codelet.arguments = {
      integer_argument("pairs", "pairs of parameters"),
      address_argument("parameters", "read and written"),
      address_argument("gradient", "of the parameters"),
      address_argument("momentum_buffer", "read and written"),
      address_argument(
          "scalars",
          "of the step: rate of the buffer, rate of the gradient, share of the gradient "
          "that the buffer takes"),
      float_argument("momentum", "share of the last update that is kept"),
      float_argument("weight_decay", "times the weight, added to its gradient")};
  codelet.emit = emit;
  codelet.trips = pair_trips;
  codelet.inner = {
      "pair", 2, "parameter", {{Unit::kLoad, 3}, {Unit::kStore, 2}}, "three loads, two stores"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{18 * pairs, 24 * pairs, 16 * pairs};
  };
  return codelet;
}

Codelet sgd_update_stateless_codelet() {
  Codelet codelet;
  codelet.name = "sgd_update_stateless";
  codelet.arguments = {integer_argument("pairs", "pairs of parameters"),
                       address_argument("parameters", "read and written"),
                       address_argument("gradient", "of the parameters"),
                       address_argument("scalars", "of the step: lr"),
                       float_argument("weight_decay", "times the weight, added to its gradient")};
  codelet.emit = emit_stateless;
  codelet.trips = pair_trips;
  codelet.inner = {
      "pair", 2, "parameter", {{Unit::kLoad, 2}, {Unit::kStore, 1}}, "two loads, a store"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{8 * pairs, 16 * pairs, 8 * pairs};
  };
  return codelet;
}

}  // namespace bspike::kernels
