// Owns the ways between received blocks [block][sample][neuron] and rows [sample][neuron], four
// neurons at a time: gather_rows_f32 and gather_rows_f16 (spikes, which f16 holds exactly) and, the
// other way, scatter_rows_f32, scatter_rows_f16 and scatter_rows_narrow (f32 rows times a scale
// into f16 blocks). A worker takes every W-th sample.
//
// Table entry, eight words: outer count, its strides in blocks and rows; inner count, its strides;
// start in blocks and rows. Bytes of f32 in blocks, of f16 in rows.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/rows/row_codelets.hpp"

namespace bspike::kernels {

namespace {

constexpr int kEntryBytes = 32;
enum Word : int {
  kOuterCount,
  kOuterBlock,
  kOuterRow,
  kInnerCount,
  kInnerBlock,
  kInnerRow,
  kFirstBlock,
  kFirstRow
};

struct Copy {
  const char* name;
  bool gathers;
  bool half_blocks, half_rows;
  bool scales;

  [[nodiscard]] bool half_source() const { return gathers ? half_blocks : half_rows; }
  [[nodiscard]] bool half_result() const { return gathers ? half_rows : half_blocks; }
  [[nodiscard]] bool narrows() const { return half_result() && !half_source(); }
};

constexpr Copy kCopies[] = {{"gather_rows_f32", true, false, false, false},
                            {"gather_rows_f16", true, false, true, false},
                            {"scatter_rows_f32", false, false, false, false},
                            {"scatter_rows_f16", false, true, true, false},
                            {"scatter_rows_narrow", false, true, false, true}};

struct Place {
  Int block, row;
};

Int load_word(Builder& b, Int entry, Word word) {
  const Int result = b.integer();
  b.emit_independent(Op::kLd32, {result, entry, b.zero(), word});
  return result;
}

// A word of the table in the bytes of the copy's own types.
Int block_bytes(Builder& b, const Copy& copy, Int entry, Word word) {
  const Int bytes = load_word(b, entry, word);
  if (copy.half_blocks) b.emit(Op::kShri, {bytes, bytes, 1});
  return bytes;
}

Int row_bytes(Builder& b, const Copy& copy, Int entry, Word word) {
  const Int bytes = load_word(b, entry, word);
  if (!copy.half_rows) b.emit(Op::kShli, {bytes, bytes, 1});
  return bytes;
}

// Four neurons: as they are loaded, and narrowed.
struct Quad {
  F4 wide{};
  F2 half{};
  F1 scale{};
};

void load(Builder& b, const Copy& copy, const Quad& quad, Int from, Int step) {
  if (copy.half_source())
    b.emit_independent(Op::kLda64r, {quad.half, from, step});
  else
    b.emit_independent(Op::kLda128r, {quad.wide, from, step});
}

void scale(Builder& b, const Copy& copy, const Quad& quad) {
  if (!copy.scales) return;
  b.emit(Op::kF32v2mulb, {quad.wide.lo(), quad.scale, quad.wide.lo()});
  b.emit(Op::kF32v2mulb, {quad.wide.hi(), quad.scale, quad.wide.hi()});
}

void narrow(Builder& b, const Copy& copy, const Quad& quad) {
  if (copy.narrows()) b.emit(Op::kF32v4tof16, {quad.half, quad.wide});
}

void store(Builder& b, const Copy& copy, const Quad& quad, Int to, Int step) {
  if (copy.half_result()) {
    b.emit(Op::kSta64r, {quad.half, to, step});
    return;
  }
  b.emit(Op::kSta64, {quad.wide.hi(), to, b.zero(), 1});
  b.emit(Op::kSta64r, {quad.wide.lo(), to, step});
}

void emit_inner(Builder& b, const Copy& copy, const Quad& quad, Int entry, const Place& start) {
  const Place step{block_bytes(b, copy, entry, kInnerBlock), row_bytes(b, copy, entry, kInnerRow)};
  const Place at{b.copy(start.block), b.copy(start.row)};
  const Int from = copy.gathers ? at.block : at.row, to = copy.gathers ? at.row : at.block;
  const Int from_step = copy.gathers ? step.block : step.row;
  const Int to_step = copy.gathers ? step.row : step.block;
  load(b, copy, quad, from, from_step);
  scale(b, copy, quad);
  const auto rest = b.split(b.add(load_word(b, entry, kInnerCount), -1));
  b.repeat("quad", rest, [&] {
    narrow(b, copy, quad);
    if (!copy.half_result() || copy.half_source()) store(b, copy, quad, to, to_step);
    load(b, copy, quad, from, from_step);
    scale(b, copy, quad);
    if (copy.narrows()) store(b, copy, quad, to, to_step);
  });
  narrow(b, copy, quad);
  store(b, copy, quad, to, to_step);
}

// Half the way from sample to sample in rows of f16 of one block, less a quad's, is what both
// strides of an entry add up to.
Int sample_bytes(Builder& b, const Copy& copy, Int entry) {
  const Int rows = b.add(load_word(b, entry, kOuterRow), load_word(b, entry, kInnerRow));
  const Int halves = b.add(rows, -8);
  return copy.half_blocks ? halves : b.shift_left(halves, 1);
}

void emit_samples(Builder& b, const Copy& copy, const Quad& quad, Int entry, Int samples) {
  const Int workers = b.constant(b.context().workers);
  const Int sample = sample_bytes(b, copy, entry);
  const Int stride = b.argument("row_bytes");
  const Place first{b.add(b.add(b.argument("blocks"), block_bytes(b, copy, entry, kFirstBlock)),
                          b.mul(sample, b.worker())),
                    b.add(b.add(b.argument("rows"), row_bytes(b, copy, entry, kFirstRow)),
                          b.mul(stride, b.worker()))};
  const Place step{b.mul(sample, workers), b.mul(stride, workers)};
  const Int rest = b.copy(samples);
  b.region("sample");
  const Label head = b.new_label();
  b.bind(head);
  const Place at{b.copy(first.block), b.copy(first.row)};
  b.loop("outer", load_word(b, entry, kOuterCount), [&] {
    emit_inner(b, copy, quad, entry, at);
    add_to(b, at.block, block_bytes(b, copy, entry, kOuterBlock));
    add_to(b, at.row, row_bytes(b, copy, entry, kOuterRow));
  });
  add_to(b, first.block, step.block);
  add_to(b, first.row, step.row);
  b.emit(Op::kAddi, {rest, rest, -static_cast<int>(b.context().workers)});
  b.branch(Op::kBrpos, rest, head);
  b.region("segment_end");
}

void emit(Builder& b, const Copy& copy) {
  const Int samples = b.add(b.sub(b.argument("batch"), b.worker()), -1);
  const Label done = b.new_label();
  b.branch(Op::kBrneg, samples, done);
  b.region("worker");
  Quad quad;
  if (!copy.half_source()) quad.wide = b.f4();
  if (copy.half_result()) quad.half = b.f2();
  if (copy.scales) quad.scale = b.argument_f32("scale");
  const Int entry = b.argument("segment_table");
  b.loop("segment", b.argument("segments"), [&] {
    emit_samples(b, copy, quad, entry, samples);
    b.emit(Op::kAddi, {entry, entry, kEntryBytes});
  });
  b.region("exit");
  b.bind(done);
  b.exit();
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t samples = strided_items(work.arguments.at("batch"), context.workers, worker);
  Trips result{{"entry", 1}, {"exit", 1}};
  if (samples == 0) return result;
  result["worker"] = 1;
  for (const auto& entry : work.segments) {
    result["segment"] += 1;
    result["segment_end"] += 1;
    result["sample"] += samples;
    result["outer"] += samples * entry[kOuterCount];
    add_split_trips(result, "quad", entry[kInnerCount] - 1, samples * entry[kOuterCount], context);
  }
  return result;
}

WorkCount count(const WorkSize& work, const Copy& copy) {
  std::uint64_t quads = 0;
  for (const auto& entry : work.segments)
    quads += std::uint64_t{entry[kOuterCount]} * entry[kInnerCount];
  quads *= work.arguments.at("batch");
  return {copy.scales ? 4 * quads : 0, quads * (copy.half_source() ? 8 : 16),
          quads * (copy.half_result() ? 8 : 16)};
}

Codelet copy_codelet(const Copy& copy) {
  const std::string block_type = copy.half_blocks ? "f16" : "f32";
  const std::string row_type = copy.half_rows ? "f16" : "f32";
  Codelet codelet;
  codelet.name = copy.name;
  codelet.arguments = {
      integer_argument("batch", "samples"),
      address_argument("blocks", block_type + " blocks of each slice, [batch][neurons]" +
                                     (copy.gathers ? "" : ", written")),
      address_argument("rows", row_type + " [batch][rows]" + (copy.gathers ? ", written" : "")),
      integer_argument("row_bytes", "bytes from sample to sample in rows"),
      integer_argument("segments", "entries of the table, 1 or more"),
      address_argument("segment_table", "how the blocks follow each other, by quads")};
  if (copy.scales)
    codelet.arguments.push_back(float_argument("scale", "times each value, before it is rounded"));
  codelet.emit = [&copy](Builder& b, const EmitContext&) { emit(b, copy); };
  codelet.trips = trips;
  const std::uint32_t stores = copy.half_result() ? 1 : 2;
  codelet.inner = {"quad",
                   4,
                   "neuron and sample",
                   {{Unit::kLoad, 1}, {Unit::kStore, stores}},
                   stores == 1 ? "one load, one store" : "one load, two stores"};
  if (copy.scales) {
    codelet.inner.bound = {{Unit::kFloat, 2}, {Unit::kConvert, 1}};
    codelet.inner.minimum = "two products, one conversion";
  }
  codelet.count = [&copy](const WorkSize& work) { return count(work, copy); };
  return codelet;
}

}  // namespace

std::vector<Codelet> row_copy_codelets() {
  std::vector<Codelet> result;
  for (const Copy& copy : kCopies) result.push_back(copy_codelet(copy));
  return result;
}

}  // namespace bspike::kernels
