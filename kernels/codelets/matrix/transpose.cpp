// Owns transpose_f32 and transpose_f16: 8 rows of 16 f32 elements become 16 rows of 8, as f32 or
// rounded to f16. Block i goes to destination + i / 2 * pair_stride + i % 2 * half_offset, its rows
// `row_stride` apart. A worker takes every W-th pair of a block's rows.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/matrix/matrix_codelets.hpp"

namespace bspike::kernels {

namespace {

constexpr int kBlockRows = 8;
constexpr std::uint32_t kBlockBytes = kBlockRows * 64;  // four pairs of rows of 128 bytes

class TransposeWriter {
 public:
  TransposeWriter(Builder& b, bool half) : b_(b), half_(half) {}

  // Pairs of rows follow on in the source, four to a block.
  void write(const EmitContext& context) {
    row_stride_ = b_.argument("row_stride");
    const Int source = b_.argument("source");
    const Int destination = b_.argument("destination");
    const Int pair_stride = b_.argument("pair_stride");
    const Int half_offset = b_.argument("half_offset");
    const Int pair = b_.copy(b_.worker());
    for_strided_items(b_, "row_pair", b_.shift_left(b_.argument("blocks"), 2), [&] {
      const Int block = b_.shift_right(pair, 2);
      const Int odd = b_.integer();
      b_.emit(Op::kAndi, {odd, block, 1});
      const Int place = b_.integer();
      b_.emit(Op::kAndi, {place, pair, kBlockRows / 2 - 1});
      to_ = b_.add(destination, b_.mul(b_.shift_right(block, 1), pair_stride));
      add_to(b_, to_, b_.mul(odd, half_offset));
      add_to(b_, to_, b_.shift_left(place, half_ ? 2 : 3));
      upper_ = b_.add(source, b_.shift_left(pair, 7));
      lower_ = b_.add(upper_, 64);
      b_.repeat_within_limit("columns", b_.constant(kRepeats), [&] { four_columns(); });
      b_.emit(Op::kAddi, {pair, pair, static_cast<int>(context.workers)});
    });
  }

  static constexpr std::uint32_t kRepeats = 2;  // within the limit of every machine

 private:
  // Four rows of two elements each.
  void four_columns() {
    for (int i = 0; i < 4; ++i) columns(words_[i % 2]);
  }

  void columns(F4 word) {
    b_.emit_independent(Op::kLd2x64, {word, upper_, lower_, 1, 1});
    b_.emit(Op::kMov32, {spare_, word.lo().hi()});
    b_.emit(Op::kMov32, {word.lo().hi(), word.hi().lo()});
    b_.emit(Op::kMov32, {word.hi().lo(), spare_});
    for (const F2 row : {word.lo(), word.hi()}) store(row);
  }

  void store(F2 row) {
    if (!half_) {
      b_.emit_independent(Op::kSta64r, {row, to_, row_stride_});
      return;
    }
    b_.emit(Op::kF32v2tof16, {row.lo(), row});
    b_.emit_independent(Op::kSta32r, {row.lo(), to_, row_stride_});
  }

  Builder& b_;
  bool half_;
  Int row_stride_, upper_, lower_, to_;
  F4 words_[2] = {b_.f4(), b_.f4()};
  F1 spare_ = b_.f1();
};

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t pairs =
      strided_items(work.arguments.at("blocks") * (kBlockRows / 2), context.workers, worker);
  Trips result{{"entry", 1}, {"exit", 1}};
  if (pairs == 0) return result;
  result["row_pair"] = pairs;
  result["columns"] = pairs * TransposeWriter::kRepeats;
  return result;
}

Codelet transpose_codelet(const std::string& name, bool half) {
  Codelet codelet;
  codelet.name = name;
  codelet.arguments = {integer_argument("blocks", "of 8 rows of 16 elements"),
                       address_argument("source", "f32, block by block"),
                       address_argument("destination", "written"),
                       integer_argument("pair_stride", "bytes from a pair of blocks to the next"),
                       integer_argument("half_offset", "bytes from block to block of a pair"),
                       integer_argument("row_stride", "bytes from row to row, as written")};
  codelet.emit = [half](Builder& b, const EmitContext& context) {
    TransposeWriter(b, half).write(context);
  };
  codelet.trips = trips;
  if (half) {
    codelet.inner = {"columns",
                     16,
                     "element",
                     {{Unit::kFloat, 12}, {Unit::kConvert, 8}},
                     "moves and conversions"};
  } else {
    codelet.inner = {
        "columns", 16, "element", {{Unit::kPaired, 4}, {Unit::kStore, 8}}, "paired loads, stores"};
  }
  const std::uint64_t written = half ? kBlockBytes / 2 : kBlockBytes;
  codelet.count = [written](const WorkSize& work) {
    const std::uint64_t blocks = work.arguments.at("blocks");
    return WorkCount{0, kBlockBytes * blocks, written * blocks};
  };
  return codelet;
}

}  // namespace

Codelet transpose_f32_codelet() { return transpose_codelet("transpose_f32", false); }
Codelet transpose_f16_codelet() { return transpose_codelet("transpose_f16", true); }

}  // namespace bspike::kernels
