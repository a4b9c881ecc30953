// Owns what lays operands of the matrix unit out: panels_f32 (rows of 16 into two panels of 8),
// narrow_f16 (f32 into f16, scaled), widen_f16 (f16 into f32), and what finishes its results:
// add_bias_rows, scale_pairs.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/matrix/matrix_codelets.hpp"

namespace bspike::kernels {

namespace {

constexpr int kRowPairs = kMatrixColumns / 2;

void emit_panels(Builder& b, const EmitContext& context) {
  const Int source = b.add(b.argument("source"), b.shift_left(b.worker(), 6));
  const Int low = b.add(b.argument("destination"), b.shift_left(b.worker(), 5));
  const Int high = b.add(low, b.argument("panel_bytes"));
  const int ahead = static_cast<int>(context.workers) - 1;
  const Int skip_in = b.constant(64 * static_cast<std::uint32_t>(ahead));
  const Int skip_out = b.constant(32 * static_cast<std::uint32_t>(ahead));
  for_strided_items(b, "row", b.argument("rows"), [&] {
    const F2 word[2] = {b.f2(), b.f2()};
    load_next(b, word[0], source);
    for (int i = 0; i < kRowPairs; ++i) {
      const bool last = i + 1 == kRowPairs;
      if (!last) load_next(b, word[(i + 1) % 2], source);
      store_next(b, word[i % 2], i < kRowPairs / 2 ? low : high);
    }
    add_to(b, source, skip_in);
    add_to(b, low, skip_out);
    add_to(b, high, skip_out);
  });
}

void emit_narrow(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const F1 scale = b.argument_f32("scale");
    const Int source = b.add(b.argument("source"), b.add(share.offset_bytes, share.offset_bytes));
    const Int destination = b.add(b.argument("destination"), share.offset_bytes);
    const F4 values = b.f4();
    const F2 halves = b.f2();
    const auto narrow = [&] {
      b.emit(Op::kF32v2mulb, {values.lo(), scale, values.lo()});
      b.emit(Op::kF32v2mulb, {values.hi(), scale, values.hi()});
      b.emit(Op::kF32v4tof16, {halves, values});
    };
    const auto load = [&] { b.emit_independent(Op::kLda128step, {values, b.zero(), source, 1}); };
    load();
    b.repeat("pair", share.last, [&] {
      narrow();
      load();
      store_next(b, halves, destination);
    });
    narrow();
    store_next(b, halves, destination);
  });
}

void emit_widen(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const Int source = b.add(b.argument("source"), share.offset_bytes);
    const Int destination =
        b.add(b.argument("destination"), b.add(share.offset_bytes, share.offset_bytes));
    const F2 halves = b.f2();
    const F4 values = b.f4();
    load_next(b, halves, source);
    for_pairs(b, share, [&](bool last) {
      b.emit(Op::kF16v4tof32, {values, halves});
      if (!last) load_next(b, halves, source);
      store_next(b, values.lo(), destination);
      store_next(b, values.hi(), destination);
    });
  });
}

void emit_scale(Builder& b, const EmitContext& /*context*/) {
  with_pair_share(b, [&](const PairShare& share) {
    const F1 factor = b.argument_f32("factor");
    const Int from = b.add(b.argument("values"), share.offset_bytes);
    const Int to = b.copy(from);
    const F2 word = b.f2();
    const F2 scaled = b.f2();
    load_next(b, word, from);
    for_pairs(b, share, [&](bool last) {
      b.emit(Op::kF32v2mulb, {scaled, factor, word});
      if (!last) load_next(b, word, from);
      store_next(b, scaled, to);
    });
  });
}

void emit_bias(Builder& b, const EmitContext& context) {
  const Int bias = b.argument("bias");
  const Int from = b.add(b.argument("values"), b.shift_left(b.worker(), 6));
  const Int to = b.copy(from);
  const Int skip = b.constant(64 * (context.workers - 1));
  for_strided_items(b, "row", b.argument("rows"), [&] {
    const Int bias_from = b.copy(bias);
    const F4 words[2] = {b.f4(), b.f4()};
    for (int i = 0; i < kRowPairs; ++i) {
      const F4 both = words[i % 2];
      b.emit_independent(Op::kLd2x64, {both, from, bias_from, 1, 1});
      b.emit(Op::kF32v2add, {both.lo(), both.lo(), both.hi()});
      store_next(b, both.lo(), to);
    }
    add_to(b, from, skip);
    add_to(b, to, skip);
  });
}

Trips row_trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t rows = strided_items(work.arguments.at("rows"), context.workers, worker);
  Trips result{{"entry", 1}, {"exit", 1}};
  if (rows > 0) result["row"] = rows;
  return result;
}

// Work of which each row or pair reads and writes as many bytes.
std::function<WorkCount(const WorkSize&)> counted(const std::string& argument, WorkCount each) {
  return [argument, each](const WorkSize& work) {
    const std::uint64_t items = work.arguments.at(argument);
    return WorkCount{each.flops * items, each.bytes_read * items, each.bytes_written * items};
  };
}

}  // namespace

Codelet panels_f32_codelet() {
  Codelet codelet;
  codelet.name = "panels_f32";
  codelet.arguments = {integer_argument("rows", "of 16 elements"),
                       address_argument("source", "row by row"),
                       address_argument("destination", "written: elements 0 to 7 of each row"),
                       integer_argument("panel_bytes", "from there to elements 8 to 15")};
  codelet.emit = emit_panels;
  codelet.trips = row_trips;
  codelet.inner = {"row",
                   1,
                   "row of 16",
                   {{Unit::kLoad, 8}, {Unit::kStore, 8}, {Unit::kInteger, 4}, {Unit::kControl, 1}},
                   "loads, stores, four additions, a branch"};
  codelet.count = counted("rows", {0, 64, 64});
  return codelet;
}

Codelet narrow_f16_codelet() {
  Codelet codelet;
  codelet.name = "narrow_f16";
  codelet.arguments = {integer_argument("pairs", "64-bit words written, of four elements"),
                       address_argument("source", "f32"),
                       address_argument("destination", "written: f16"),
                       float_argument("scale", "multiplied in f32 before rounding")};
  codelet.emit = emit_narrow;
  codelet.trips = pair_trips;
  codelet.inner = {
      "pair", 4, "element", {{Unit::kFloat, 2}, {Unit::kConvert, 1}}, "two products, a conversion"};
  codelet.count = counted("pairs", {4, 16, 8});
  return codelet;
}

Codelet widen_f16_codelet() {
  Codelet codelet;
  codelet.name = "widen_f16";
  codelet.arguments = {integer_argument("pairs", "64-bit words read, of four elements"),
                       address_argument("source", "f16"),
                       address_argument("destination", "written: f32")};
  codelet.emit = emit_widen;
  codelet.trips = pair_trips;
  codelet.inner = {
      "pair", 4, "element", {{Unit::kLoad, 1}, {Unit::kStore, 2}}, "a load, two stores"};
  codelet.count = counted("pairs", {0, 8, 16});
  return codelet;
}

Codelet scale_pairs_codelet() {
  Codelet codelet;
  codelet.name = "scale_pairs";
  codelet.arguments = {integer_argument("pairs", "64-bit words"),
                       address_argument("values", "f32, multiplied in place"),
                       float_argument("factor", "of all")};
  codelet.emit = emit_scale;
  codelet.trips = pair_trips;
  codelet.inner = {"pair", 2, "element", {{Unit::kLoad, 1}, {Unit::kStore, 1}}, "load and store"};
  codelet.count = counted("pairs", {2, 8, 8});
  return codelet;
}

Codelet add_bias_rows_codelet() {
  Codelet codelet;
  codelet.name = "add_bias_rows";
  codelet.arguments = {integer_argument("rows", "of 16 elements"),
                       address_argument("values", "f32, added to in place"),
                       address_argument("bias", "16 elements, added to each row")};
  codelet.emit = emit_bias;
  codelet.trips = row_trips;
  codelet.inner = {
      "row",
      1,
      "row of 16",
      {{Unit::kPaired, 8}, {Unit::kStore, 8}, {Unit::kInteger, 4}, {Unit::kControl, 1}},
      "paired loads, stores, four additions, a branch"};
  codelet.count = counted("rows", {16, 128, 64});
  return codelet;
}

}  // namespace bspike::kernels
