// Owns what happens to trained numbers of neuron models around the time steps: spread_number writes
// one a neuron for every sample, clipped; number_gradient sums over samples what the time steps
// have summed; sum_lanes adds up all neurons of a number that a layer shares.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/step_codelets.hpp"

namespace bspike::kernels {

namespace {

struct Planes {
  Int destination, value, value_stride;
  F2 low, high;
};

// The number of a plane within its limits.
void emit_clipped(Builder& b, F2 clipped, F2 value, F2 low, F2 high) {
  b.emit(Op::kF32v2max, {clipped, value, low});
  b.emit(Op::kF32v2min, {clipped, clipped, high});
}

void emit_spread(Builder& b, const EmitContext& context) {
  const int workers = static_cast<int>(context.workers);
  const Int planes = b.argument("planes");
  const Int record = b.argument("record_bytes");
  const Int sample = b.mul(planes, record);
  const Int value_stride = b.argument("value_stride");
  const Int source = b.add(b.argument("value"), b.mul(b.worker(), value_stride));
  const Int first = b.add(b.argument("records"), b.mul(b.worker(), record));
  const F2 low = b.argument_f32v2("low");
  const F2 high = b.argument_f32v2("high");
  const Int source_step = b.integer();
  const Int first_step = b.integer();
  b.emit(Op::kMuli, {source_step, value_stride, workers});
  b.emit(Op::kMuli, {first_step, record, workers});
  for_strided_items(b, "plane", planes, [&] {
    const F2 value = b.f2();
    b.emit_independent(Op::kLda64, {value, source, b.zero(), 0});
    emit_clipped(b, value, value, low, high);
    const Int to = b.copy(first);
    b.loop("sample", b.argument("batch"), [&] {
      b.emit(Op::kSta64, {value, to, b.zero(), 0});
      add_to(b, to, sample);
    });
    add_to(b, source, source_step);
    add_to(b, first, first_step);
  });
}

void emit_gradient(Builder& b, const EmitContext& context) {
  const int workers = static_cast<int>(context.workers);
  const Int planes = b.argument("planes");
  const Int record = b.argument("record_bytes");
  const Int sample = b.mul(planes, record);
  const Int value_stride = b.argument("value_stride");
  const Int source = b.add(b.argument("value"), b.mul(b.worker(), value_stride));
  const Int first = b.add(b.argument("records"), b.mul(b.worker(), record));
  const Int written = b.add(b.argument("gradient"), b.shift_left(b.worker(), 3));
  const F2 low = b.argument_f32v2("low");
  const F2 high = b.argument_f32v2("high");
  const Int source_step = b.integer();
  const Int first_step = b.integer();
  b.emit(Op::kMuli, {source_step, value_stride, workers});
  b.emit(Op::kMuli, {first_step, record, workers});
  for_strided_items(b, "plane", planes, [&] {
    const F2 sum = b.f2();
    const F2 word = b.f2();
    clear(b, sum);
    const Int from = b.copy(first);
    b.loop("sample", b.argument("batch"), [&] {
      b.emit_independent(Op::kLda64, {word, from, b.zero(), 0});
      b.emit(Op::kF32v2add, {sum, sum, word});
      add_to(b, from, sample);
    });
    const F2 value = b.f2();
    b.emit_independent(Op::kLda64, {value, source, b.zero(), 0});
    emit_clipped(b, word, value, low, high);
    b.emit(Op::kF32v2cmpeq, {word, word, value});
    b.emit(Op::kAnd64, {sum, sum, word});
    b.emit(Op::kSta64, {sum, written, b.zero(), 0});
    b.emit(Op::kAddi, {written, written, 8 * workers});
    add_to(b, source, source_step);
    add_to(b, first, first_step);
  });
}

Trips plane_trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t planes = strided_items(work.arguments.at("planes"), context.workers, worker);
  return {{"entry", 1},
          {"exit", 1},
          {"plane", planes},
          {"sample", planes * work.arguments.at("batch")}};
}

Arguments record_arguments(const char* records) {
  return {address_argument("records", records),
          integer_argument("record_bytes", "from one pair's record to the next"),
          address_argument("value", "the number, a pair of neurons each"),
          integer_argument("value_stride", "8; 0: one pair stands for all"),
          float_argument("low", "lower limit of the number"),
          float_argument("high", "upper limit"),
          integer_argument("planes", "pairs of neurons"),
          integer_argument("batch", "samples")};
}

Codelet plane_codelet(const std::string& name, Arguments arguments,
                      void (*emit)(Builder&, const EmitContext&), InnerLoop inner,
                      WorkCount (*count)(const WorkSize&)) {
  Codelet codelet;
  codelet.name = name;
  codelet.arguments = std::move(arguments);
  codelet.emit = emit;
  codelet.trips = plane_trips;
  codelet.inner = std::move(inner);
  codelet.count = count;
  return codelet;
}

std::uint64_t record_count(const WorkSize& work) {
  return work.arguments.at("planes") * work.arguments.at("batch");
}

// One worker adds pair by pair, then both lanes; the others have nothing to do.
void emit_sum(Builder& b, const EmitContext& /*context*/) {
  const Label done = b.new_label();
  b.branch(Op::kBrnz, b.worker(), done);
  b.region("worker");
  const Int source = b.argument("source");
  const F2 sum = b.f2();
  const F2 word = b.f2();
  clear(b, sum);
  clear(b, word);
  b.repeat("pair", b.argument("pairs"), [&] {
    b.emit(Op::kF32v2add, {sum, sum, word});
    load_next(b, word, source);
  });
  b.emit(Op::kF32v2add, {sum, sum, word});
  b.emit(Op::kF32add, {sum.lo(), sum.lo(), sum.hi()});
  b.emit(Op::kMov32, {sum.hi(), sum.lo()});
  b.emit(Op::kSta64, {sum, b.argument("destination"), b.zero(), 0});
  b.region("exit");
  b.bind(done);
  b.exit();
}

Trips sum_trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  Trips trips{{"entry", 1}, {"exit", 1}};
  if (worker != 0) return trips;
  const std::uint64_t pairs = work.arguments.at("pairs");
  trips["worker"] = 1;
  trips["pair_chunk"] = repeat_chunks(pairs, context);
  trips["pair"] = pairs;
  return trips;
}

}  // namespace

Codelet spread_number_codelet() {
  return plane_codelet(
      "spread_number", record_arguments("of the number, a pair and sample each: written"),
      emit_spread, {"sample", 2, "neuron and sample", {{Unit::kStore, 1}}, "one store"},
      [](const WorkSize& work) {
        const std::uint64_t planes = work.arguments.at("planes");
        return WorkCount{4 * planes, 8 * planes, 8 * record_count(work)};
      });
}

Codelet number_gradient_codelet() {
  Arguments arguments = record_arguments("summed gradients, a pair and sample each");
  arguments.push_back(address_argument("gradient", "written: the sum, 0 outside the limits"));
  return plane_codelet("number_gradient", std::move(arguments), emit_gradient,
                       {"sample", 2, "neuron and sample", {{Unit::kLoad, 1}}, "one load"},
                       [](const WorkSize& work) {
                         const std::uint64_t planes = work.arguments.at("planes");
                         const std::uint64_t sums = record_count(work);
                         return WorkCount{2 * sums + 6 * planes, 8 * (sums + planes), 8 * planes};
                       });
}

Codelet sum_lanes_codelet() {
  Codelet codelet;
  codelet.name = "sum_lanes";
  codelet.arguments = {integer_argument("pairs", "that are added, both lanes"),
                       address_argument("source", "first pair"),
                       address_argument("destination", "written: a pair, both lanes the sum")};
  codelet.emit = emit_sum;
  codelet.trips = sum_trips;
  codelet.inner = {"pair", 2, "element", {{Unit::kLoad, 1}}, "one load"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{2 * pairs, 8 * pairs, 8};
  };
  return codelet;
}

}  // namespace bspike::kernels
