// Owns row_forward_f32, row_forward_f16 and row_forward_f16_sums: the current of a neuron is the
// dot product of its row of weights with the row of spikes, plus its bias. Products run in lanes,
// which are added at the end: two lanes of f32, four lanes of f16 summed in f32 or, by the third,
// in f16. A worker takes every W-th sample.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/rows/row_codelets.hpp"

namespace bspike::kernels {

namespace {

enum class Dot { kSingle, kHalf, kHalfSums };

struct Lanes {
  Dot kind;
  F4 both;      // 64 bits of weights, 64 bits of spikes
  F4 wide{};    // sums of kHalf; of kHalfSums when they are added
  F2 narrow{};  // sums of the others
  F2 folded{};  // lanes half added

  Lanes(Builder& b, Dot wanted) : kind(wanted), both(b.f4()) {
    if (kind != Dot::kSingle) wide = b.f4();
    if (kind != Dot::kHalf) narrow = b.f2();
    folded = b.f2();
  }
};

void clear_sums(Builder& b, const Lanes& lanes) {
  if (lanes.kind != Dot::kHalf) {
    clear(b, lanes.narrow);
    return;
  }
  clear(b, lanes.wide.lo());
  clear(b, lanes.wide.hi());
}

void emit_products(Builder& b, const Lanes& l) {
  if (l.kind == Dot::kSingle) b.emit(Op::kF32v2mac, {l.narrow, l.both.lo(), l.both.hi()});
  if (l.kind == Dot::kHalf) b.emit(Op::kF16v4dot, {l.wide, l.both.lo(), l.both.hi()});
  if (l.kind == Dot::kHalfSums) b.emit(Op::kF16v4mac, {l.narrow, l.both.lo(), l.both.hi()});
}

// (lane 0 + lane 2) + (lane 1 + lane 3).
void add_lanes(Builder& b, const Lanes& lanes, F1 total) {
  if (lanes.kind == Dot::kSingle) {
    b.emit(Op::kF32add, {total, lanes.narrow.lo(), lanes.narrow.hi()});
    return;
  }
  if (lanes.kind == Dot::kHalfSums) b.emit(Op::kF16v4tof32, {lanes.wide, lanes.narrow});
  b.emit(Op::kF32v2add, {lanes.folded, lanes.wide.lo(), lanes.wide.hi()});
  b.emit(Op::kF32add, {total, lanes.folded.lo(), lanes.folded.hi()});
}

// One neuron; the weights' pointer goes on to the next one's.
void emit_neuron(Builder& b, const std::string& region, const Lanes& lanes, Int weights, Int spikes,
                 const Builder::SplitTrips& rest, F1 total) {
  const Int from = b.copy(spikes);
  const auto load = [&] { b.emit_independent(Op::kLd2x64, {lanes.both, weights, from, 1, 1}); };
  clear_sums(b, lanes);
  load();
  b.repeat(region, rest, [&] {
    emit_products(b, lanes);
    load();
  });
  emit_products(b, lanes);
  add_lanes(b, lanes, total);
}

void load_bias(Builder& b, Dot kind, F2 bias, Int from) {
  if (kind == Dot::kSingle) {
    load_next(b, bias, from);
    return;
  }
  load_next(b, bias.lo(), from);
  b.emit(Op::kF16v2tof32, {bias, bias.lo()});
}

void emit(Builder& b, Dot kind) {
  const int workers = static_cast<int>(b.context().workers);
  const Int row_bytes = b.argument("row_bytes");
  const Int spikes = b.add(b.argument("rows"), b.mul(row_bytes, b.worker()));
  const Int currents = b.argument("current_bytes");
  const Int current = b.add(b.argument("current"), b.mul(currents, b.worker()));
  const auto rest = b.split(b.add(b.shift_right(row_bytes, 3), -1));
  const Lanes lanes(b, kind);
  for_strided_items(b, "sample", b.argument("batch"), [&] {
    const Int weights = b.argument("weights");
    const Int bias_from = b.argument("bias");
    const Int to = b.copy(current);
    const F2 total = b.f2();
    const F2 bias = b.f2();
    b.loop("pair", b.argument("pairs"), [&] {
      emit_neuron(b, "first", lanes, weights, spikes, rest, total.lo());
      emit_neuron(b, "second", lanes, weights, spikes, rest, total.hi());
      load_bias(b, kind, bias, bias_from);
      b.emit(Op::kF32v2add, {total, total, bias});
      store_next(b, total, to);
    });
    const Int step = b.integer();
    b.emit(Op::kMuli, {step, row_bytes, workers});
    add_to(b, spikes, step);
    b.emit(Op::kMuli, {step, currents, workers});
    add_to(b, current, step);
  });
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t samples = strided_items(work.arguments.at("batch"), context.workers, worker);
  Trips result{{"entry", 1}, {"exit", 1}};
  if (samples == 0) return result;
  const std::uint64_t pairs = samples * work.arguments.at("pairs");
  const std::uint64_t words = work.arguments.at("row_bytes") / 8;
  result["sample"] = samples;
  result["pair"] = pairs;
  add_split_trips(result, "first", words - 1, pairs, context);
  add_split_trips(result, "second", words - 1, pairs, context);
  return result;
}

Codelet forward_codelet(const std::string& name, Dot kind) {
  const bool single = kind == Dot::kSingle;
  const std::string type = single ? "f32" : "f16";
  Codelet codelet;
  codelet.name = name;
  codelet.arguments = {
      address_argument("weights", type + " [2 pairs][row]"),
      integer_argument("row_bytes", "of a row of weights or spikes, a multiple of 16"),
      integer_argument("pairs", "pairs of neurons, 1 or more"),
      address_argument("bias", type + " [2 pairs]"),
      integer_argument("batch", "samples"),
      address_argument("rows", type + " spikes [batch][row]"),
      address_argument("current", "f32, written"),
      integer_argument("current_bytes", "from sample to sample")};
  codelet.emit = [kind](Builder& b, const EmitContext&) { emit(b, kind); };
  codelet.trips = trips;
  codelet.inner = {"first",
                   single ? 2u : 4u,
                   "row and neuron",
                   {{Unit::kFloat, 1}, {Unit::kPaired, 1}},
                   "one product of all lanes, one paired load"};
  codelet.count = [single](const WorkSize& work) {
    const std::uint64_t neurons = work.arguments.at("batch") * 2 * work.arguments.at("pairs");
    const std::uint64_t bytes = work.arguments.at("row_bytes");
    const std::uint64_t element = single ? 4 : 2;
    return WorkCount{neurons * 2 * bytes / element, neurons * (2 * bytes + element), neurons * 4};
  };
  return codelet;
}

}  // namespace

std::vector<Codelet> row_forward_codelets() {
  return {forward_codelet("row_forward_f32", Dot::kSingle),
          forward_codelet("row_forward_f16", Dot::kHalf),
          forward_codelet("row_forward_f16_sums", Dot::kHalfSums)};
}

}  // namespace bspike::kernels
