// Owns sgd_update: g = gradient + weight_decay w; buffer = momentum buffer + take g; w -= rate
// buffer + gradient_rate g; and sgd_update_stateless, which is the same for a momentum of 0 and
// keeps no buffer. Step scalars: rate, gradient_rate, take.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/optimizers/half_pairs.hpp"
#include "kernels/codelets/optimizers/optimizer_codelets.hpp"

namespace bspike::kernels {

namespace {

struct Update {
  UpdateTypes types;
  F1 momentum, decay, minus_rate, minus_gradient_rate, take;
  Int weights, gradients, buffers, weights_out, buffers_out;  // pointers
  F2 weight, gradient, buffer, sum;
};

void emit_stateless(Builder& b, const UpdateTypes& types) {
  with_pair_share(b, [&](const PairShare& share) {
    const F1 decay = b.argument_f32("weight_decay");
    const F1 minus_rate = b.f1();
    b.emit_independent(Op::kLda32, {minus_rate, b.argument("scalars"), b.zero(), 0});
    b.emit(Op::kF32neg, {minus_rate, minus_rate});
    const Int weights = b.add(b.argument("parameters"), pair_offset(b, share, types.half_weights));
    const Int gradients =
        b.add(b.argument("gradient"), pair_offset(b, share, types.half_gradients));
    const Int weights_out = b.copy(weights);
    const F2 weight = b.f2(), gradient = b.f2(), scratch = b.f2();
    load_gradient(b, types, gradient, scratch, gradients);
    load_pair(b, weight, weights, types.half_weights);
    for_pairs(b, share, [&](bool last) {
      b.emit(Op::kF32v2macb, {gradient, decay, weight});
      b.emit(Op::kF32v2macb, {weight, minus_rate, gradient});
      if (!last) load_gradient(b, types, gradient, scratch, gradients);
      store_pair(b, weight, weights_out, types.half_weights);
      if (!last) load_pair(b, weight, weights, types.half_weights);
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

Update emit_entry(Builder& b, const PairShare& share, const UpdateTypes& types) {
  Update u;
  u.types = types;
  u.momentum = b.argument_f32("momentum");
  u.decay = b.argument_f32("weight_decay");
  load_scalars(b, u);
  u.weights = b.add(b.argument("parameters"), pair_offset(b, share, types.half_weights));
  u.gradients = b.add(b.argument("gradient"), pair_offset(b, share, types.half_gradients));
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
  if (!last) load_gradient(b, u.types, u.gradient, u.sum, u.gradients);
  store_pair(b, u.weight, u.weights_out, u.types.half_weights);
  if (!last) load_pair(b, u.weight, u.weights, u.types.half_weights);
}

void emit(Builder& b, const UpdateTypes& types) {
  with_pair_share(b, [&](const PairShare& share) {
    const Update u = emit_entry(b, share, types);
    load_next(b, u.buffer, u.buffers);
    load_gradient(b, types, u.gradient, u.sum, u.gradients);
    load_pair(b, u.weight, u.weights, types.half_weights);
    for_pairs(b, share, [&](bool last) { emit_step(b, u, last); });
  });
}

Arguments arguments(const UpdateTypes& types) {
  Arguments result{
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
  add_gradient_argument(result, types);
  return result;
}

Arguments stateless_arguments(const UpdateTypes& types) {
  Arguments result{integer_argument("pairs", "pairs of parameters"),
                   address_argument("parameters", "read and written"),
                   address_argument("gradient", "of the parameters"),
                   address_argument("scalars", "of the step: lr"),
                   float_argument("weight_decay", "times the weight, added to its gradient")};
  add_gradient_argument(result, types);
  return result;
}

// Conversions and the check of gradients keep the float pipe busier than memory.
void tell_halves(Codelet& codelet, const UpdateTypes& types, std::uint32_t floats) {
  if (!types.half_weights && !types.half_gradients) return;
  codelet.inner.bound.push_back({Unit::kFloat, floats + gradient_ops(types)});
  codelet.inner.bound.push_back({Unit::kConvert, conversions(types)});
  codelet.inner.minimum = "float operations and conversions, or loads and stores";
}

Codelet update_codelet(const UpdateTypes& types) {
  Codelet codelet;
  codelet.name = "sgd_update" + types.suffix();
  codelet.arguments = arguments(types);
  codelet.emit = [types](Builder& b, const EmitContext&) { emit(b, types); };
  codelet.trips = pair_trips;
  codelet.inner = {
      "pair", 2, "parameter", {{Unit::kLoad, 3}, {Unit::kStore, 2}}, "three loads, two stores"};
  tell_halves(codelet, types, 5);
  codelet.count = [types](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{(18 + 2 * gradient_ops(types)) * pairs,
                     (8 + types.weight_bytes() + types.gradient_bytes()) * pairs,
                     (8 + types.weight_bytes()) * pairs};
  };
  return codelet;
}

Codelet stateless_codelet(const UpdateTypes& types) {
  Codelet codelet;
  codelet.name = "sgd_update_stateless" + types.suffix();
  codelet.arguments = stateless_arguments(types);
  codelet.emit = [types](Builder& b, const EmitContext&) { emit_stateless(b, types); };
  codelet.trips = pair_trips;
  codelet.inner = {
      "pair", 2, "parameter", {{Unit::kLoad, 2}, {Unit::kStore, 1}}, "two loads, a store"};
  tell_halves(codelet, types, 2);
  codelet.count = [types](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{(8 + 2 * gradient_ops(types)) * pairs,
                     (types.weight_bytes() + types.gradient_bytes()) * pairs,
                     types.weight_bytes() * pairs};
  };
  return codelet;
}

}  // namespace

std::vector<Codelet> sgd_update_codelets() {
  std::vector<Codelet> result;
  for (const UpdateTypes& types : update_types()) {
    result.push_back(update_codelet(types));
    result.push_back(stateless_codelet(types));
  }
  return result;
}

}  // namespace bspike::kernels
