// Owns what gradients in f16 need around the products: half_words (f32 into words of two equal
// f16), bias_gradient_f16, reduce_blocks_f16 (f16 into f16, replicas) and reduce_partials_f16 (f16
// into f32). Sums of f16 run in f32 and are rounded once.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/rows/row_codelets.hpp"

namespace bspike::kernels {

namespace {

constexpr const char* kScaleDoc = "times each value, before it is rounded";

// --- half_words
// -----------------------------------------------------------------------------------

void emit_words(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const F1 scale = b.argument_f32("scale");
    const Int from = b.add(b.argument("source"), share.offset_bytes);
    const Int to = b.add(b.argument("words"), share.offset_bytes);
    const F2 pair = b.f2();
    const F2 low = b.f2();
    const F2 high = b.f2();
    const auto load_scaled = [&] {
      load_next(b, pair, from);
      b.emit(Op::kF32v2mulb, {pair, scale, pair});
    };
    load_scaled();
    for_pairs(b, share, [&](bool last) {
      b.emit(Op::kBcast32, {low, pair.lo()});
      b.emit(Op::kBcast32, {high, pair.hi()});
      if (!last) load_scaled();
      b.emit(Op::kF32v2tof16, {low.lo(), low});
      b.emit(Op::kF32v2tof16, {low.hi(), high});
      store_next(b, low, to);
    });
  });
}

Codelet half_words_codelet() {
  Codelet codelet;
  codelet.name = "half_words";
  codelet.arguments = {integer_argument("pairs", "pairs of values"),
                       address_argument("source", "f32"),
                       address_argument("words", "written: two equal f16 for each"),
                       float_argument("scale", kScaleDoc)};
  codelet.emit = emit_words;
  codelet.trips = pair_trips;
  codelet.inner = {"pair",
                   2,
                   "value",
                   {{Unit::kFloat, 3}, {Unit::kConvert, 2}},
                   "a product of both; a copy and a conversion each"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{2 * pairs, 8 * pairs, 8 * pairs};
  };
  return codelet;
}

// --- bias_gradient_f16
// -----------------------------------------------------------------------------

void emit_bias(Builder& b, const EmitContext& context) {
  const Int quads = b.argument("quads");
  const Int stride = b.shift_left(quads, 4);
  const Int bias = b.add(b.argument("bias_gradient"), b.shift_left(b.worker(), 3));
  const Int first = b.add(b.argument("current_gradient"), b.shift_left(b.worker(), 4));
  const F1 scale = b.argument_f32("scale");
  const auto rest = b.split(b.add(b.argument("batch"), -1));
  const int workers = static_cast<int>(context.workers);
  for_strided_items(b, "quad", quads, [&] {
    const F4 sum = b.f4();
    const F4 word = b.f4();
    const F2 half = b.f2();
    const Int from = b.copy(first);
    const auto load = [&] { b.emit_independent(Op::kLda128r, {word, from, stride}); };
    clear(b, sum.lo());
    clear(b, sum.hi());
    load();
    b.repeat("sample", rest, [&] {
      b.emit(Op::kF32v4add, {sum, word});
      load();
    });
    b.emit(Op::kF32v4add, {sum, word});
    b.emit_independent(Op::kLda64, {half, bias, b.zero(), 0});
    b.emit(Op::kF16v4tof32, {word, half});
    b.emit(Op::kF32v4macb, {word, scale, sum});
    b.emit(Op::kF32v4tof16, {half, word});
    b.emit(Op::kSta64, {half, bias, b.zero(), 0});
    b.emit(Op::kAddi, {bias, bias, 8 * workers});
    b.emit(Op::kAddi, {first, first, 16 * workers});
  });
}

Trips bias_trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t quads = strided_items(work.arguments.at("quads"), context.workers, worker);
  Trips result{{"entry", 1}, {"exit", 1}, {"quad", quads}};
  if (quads > 0) add_split_trips(result, "sample", work.arguments.at("batch") - 1, quads, context);
  return result;
}

Codelet bias_gradient_f16_codelet() {
  Codelet codelet;
  codelet.name = "bias_gradient_f16";
  codelet.arguments = {address_argument("bias_gradient", "f16 [4 quads], read and written"),
                       integer_argument("quads", "quads of neurons"),
                       integer_argument("batch", "samples, 1 or more"),
                       address_argument("current_gradient", "f32 [batch][4 quads]"),
                       float_argument("scale", "times the sum over samples, before it is added")};
  codelet.emit = emit_bias;
  codelet.trips = bias_trips;
  codelet.inner = {"sample", 4, "neuron and sample", {{Unit::kLoad, 1}}, "one load"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t quads = work.arguments.at("quads");
    const std::uint64_t samples = work.arguments.at("batch");
    return WorkCount{4 * quads * (samples + 2), quads * (16 * samples + 8), 8 * quads};
  };
  return codelet;
}

// --- reductions
// -----------------------------------------------------------------------------------

// The result of partials takes 128 bits of f32 a quad.
void emit_reduction(Builder& b, bool partials) {
  with_pair_share(b, [&](const PairShare& share) {
    const Int source = b.add(b.argument("source"), share.offset_bytes);
    const Int offset = partials ? b.shift_left(share.offset_bytes, 1) : share.offset_bytes;
    const Int destination = b.add(b.argument("destination"), offset);
    const Int stride = b.argument("block_stride");
    const auto rest = b.split(b.add(b.argument("blocks"), -1));
    const F1 scale = partials ? b.argument_f32("scale") : F1{};
    const F4 sum = b.f4();
    const F2 word = b.f2();
    b.loop("pair", b.add(share.last, 1), [&] {
      const Int from = b.copy(source);
      b.emit(Op::kAddi, {source, source, 8});
      b.emit_independent(Op::kLda64r, {word, from, stride});
      clear(b, sum.lo());
      clear(b, sum.hi());
      b.repeat("block", rest, [&] {
        b.emit(Op::kF16v4acc, {sum, word});
        b.emit_independent(Op::kLda64r, {word, from, stride});
      });
      b.emit(Op::kF16v4acc, {sum, word});
      if (!partials) {
        b.emit(Op::kF32v4tof16, {word, sum});
        store_next(b, word, destination);
        return;
      }
      b.emit(Op::kF32v2mulb, {sum.lo(), scale, sum.lo()});
      store_next(b, sum.lo(), destination);
      b.emit(Op::kF32v2mulb, {sum.hi(), scale, sum.hi()});
      store_next(b, sum.hi(), destination);
    });
  });
}

Trips reduction_trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t quads = shared_pairs(work.arguments.at("pairs"), context, worker);
  Trips result{{"entry", 1}, {"exit", 1}};
  if (quads == 0) return result;
  result["worker"] = 1;
  result["pair"] = quads;
  add_split_trips(result, "block", work.arguments.at("blocks") - 1, quads, context);
  return result;
}

Codelet reduction_codelet(const char* name, bool partials) {
  Codelet codelet;
  codelet.name = name;
  codelet.arguments = {
      integer_argument("pairs", "64-bit words of a block: four f16 each"),
      address_argument("source", "block 0"), integer_argument("blocks", "how many, 1 or more"),
      integer_argument("block_stride", "bytes from block to block"),
      address_argument("destination", partials ? "f32, written: the sum times the scale"
                                               : "f16, written: the sum; may be block 0")};
  if (partials) codelet.arguments.push_back(float_argument("scale", "times the sum"));
  codelet.emit = [partials](Builder& b, const EmitContext&) { emit_reduction(b, partials); };
  codelet.trips = reduction_trips;
  codelet.inner = {"block", 4, "element and block", {{Unit::kLoad, 1}}, "one load"};
  codelet.count = [partials](const WorkSize& work) {
    const std::uint64_t quads = work.arguments.at("pairs");
    const std::uint64_t blocks = work.arguments.at("blocks");
    return WorkCount{4 * quads * (blocks + (partials ? 1 : 0)), 8 * quads * blocks,
                     (partials ? 16 : 8) * quads};
  };
  return codelet;
}

}  // namespace

std::vector<Codelet> half_gradient_codelets() {
  return {half_words_codelet(), bias_gradient_f16_codelet(),
          reduction_codelet("reduce_blocks_f16", false),
          reduction_codelet("reduce_partials_f16", true)};
}

}  // namespace bspike::kernels
