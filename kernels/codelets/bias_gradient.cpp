// Owns bias_gradient: adds the current gradients of all samples. A worker takes every W-th plane.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/projection_codelets.hpp"

namespace bspike::kernels {

namespace {

void emit(Builder& b, const EmitContext& context) {
  const Int planes = b.argument("planes");
  const Int stride = b.shift_left(planes, 3);
  const Int offset = b.shift_left(b.worker(), 3);
  const Int bias = b.add(b.argument("bias_gradient"), offset);
  const Int first = b.add(b.argument("current_gradient"), offset);
  const auto batch = b.split(b.argument("batch"));
  const int step_bytes = 8 * static_cast<int>(context.workers);
  for_strided_items(b, "plane", planes, [&] {
    const F2 sum = b.f2();
    const F2 word = b.f2();
    const Int from = b.copy(first);
    clear(b, sum);
    b.emit_independent(Op::kLda64, {word, bias, b.zero(), 0});
    b.repeat("sample", batch, [&] {
      b.emit(Op::kF32v2add, {sum, sum, word});
      b.emit_independent(Op::kLda64r, {word, from, stride});
    });
    b.emit(Op::kF32v2add, {sum, sum, word});
    b.emit(Op::kSta64, {sum, bias, b.zero(), 0});
    b.emit(Op::kAddi, {bias, bias, step_bytes});
    b.emit(Op::kAddi, {first, first, step_bytes});
  });
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t planes = strided_items(work.arguments.at("planes"), context.workers, worker);
  Trips result{{"entry", 1}, {"exit", 1}, {"plane", planes}};
  if (planes > 0) add_split_trips(result, "sample", work.arguments.at("batch"), planes, context);
  return result;
}

}  // namespace

Codelet bias_gradient_codelet() {
  Codelet codelet;
  codelet.name = "bias_gradient";
  codelet.arguments = {address_argument("bias_gradient", "f32 [2 planes], read and written"),
                       integer_argument("planes", "pairs of neurons"),
                       integer_argument("batch", "samples"),
                       address_argument("current_gradient", "f32 [batch][2 planes]")};
  codelet.emit = emit;
  codelet.trips = trips;
  codelet.inner = {"sample", 2, "neuron and sample", {{Unit::kLoad, 1}}, "one load"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t planes = work.arguments.at("planes");
    const std::uint64_t samples = work.arguments.at("batch");
    return WorkCount{2 * planes * samples, 8 * planes * (samples + 1), 8 * planes};
  };
  return codelet;
}

}  // namespace bspike::kernels
