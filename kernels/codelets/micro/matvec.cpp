// Owns matvec_f32: rows of a matrix times a vector, in vector code without the matrix unit.
// Timing: one issue slot for two products, a paired load beside a multiply-add. Even and odd
// columns are summed apart, in order, then added.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/micro/micro_codelets.hpp"

namespace bspike::kernels {

namespace {

void emit(Builder& b, const EmitContext& context) {
  const auto pairs = b.split(b.argument("pairs"));
  const Int vector = b.argument("vector");
  const Int row_bytes = b.argument("row_bytes");
  const Int row = b.add(b.argument("matrix"), b.mul(b.worker(), row_bytes));
  const Int stride = b.mul(row_bytes, b.constant(context.workers));
  const Int to = b.add(b.argument("destination"), b.shift_left(b.worker(), 2));
  const F2 sum = b.f2();
  const F4 words = b.f4();
  for_strided_items(b, "row", b.argument("rows"), [&] {
    const Int from = b.copy(row);
    const Int column = b.copy(vector);
    add_to(b, row, stride);
    clear(b, sum);
    clear(b, words.lo());
    clear(b, words.hi());
    b.repeat("pair", pairs, [&] {
      b.emit(Op::kF32v2mac, {sum, words.lo(), words.hi()});
      b.emit_independent(Op::kLd2x64, {words, from, column, 1, 1});
    });
    b.emit(Op::kF32v2mac, {sum, words.lo(), words.hi()});
    b.emit(Op::kF32add, {sum.lo(), sum.lo(), sum.hi()});
    b.emit(Op::kSta32step, {sum.lo(), b.zero(), to, static_cast<int>(context.workers)});
  });
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t rows = strided_items(work.arguments.at("rows"), context.workers, worker);
  Trips result{{"entry", 1}, {"exit", 1}};
  if (rows == 0) return result;
  result["row"] = rows;
  add_split_trips(result, "pair", work.arguments.at("pairs"), rows, context);
  return result;
}

}  // namespace

Codelet matvec_f32_codelet() {
  Codelet codelet;
  codelet.name = "matvec_f32";
  codelet.arguments = {integer_argument("rows", "of the matrix"),
                       integer_argument("pairs", "pairs of columns"),
                       address_argument("matrix", "row by row"),
                       integer_argument("row_bytes", "from row to row"),
                       address_argument("vector", "an element a column"),
                       address_argument("destination", "written: an element a row")};
  codelet.emit = emit;
  codelet.trips = trips;
  codelet.inner = {"pair", 2, "product", {{Unit::kPaired, 1}}, "one paired load a pair"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t rows = work.arguments.at("rows");
    const std::uint64_t pairs = work.arguments.at("pairs");
    return WorkCount{4 * rows * pairs, 16 * rows * pairs, 4 * rows};
  };
  return codelet;
}

}  // namespace bspike::kernels
