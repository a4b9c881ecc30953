// Owns scale_rows: every row times one row of factors, in place. A worker takes every W-th row,
// column of two after column, so that a factor is loaded once.
#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

namespace {

void emit(Builder& b, const EmitContext& context) {
  const int workers = static_cast<int>(context.workers);
  const Int last = b.add(b.sub(b.argument("rows"), b.worker()), -1);
  const Label done = b.new_label();
  b.branch(Op::kBrneg, last, done);
  b.region("worker");
  const Int pairs = b.argument("pairs");
  const Int row_bytes = b.shift_left(pairs, 3);
  const Int step = b.integer();
  b.emit(Op::kMuli, {step, row_bytes, workers});
  const Int first = b.add(b.argument("data"), b.mul(row_bytes, b.worker()));
  const Int factors = b.argument("factors");
  b.loop("column", pairs, [&] {
    const F2 factor = b.f2();
    const F2 number = b.f2();
    const Int address = b.copy(first);
    const Int rest = b.copy(last);
    load_next(b, factor, factors);
    b.emit(Op::kAddi, {first, first, 8});
    b.region("row");
    const Label head = b.new_label();
    b.bind(head);
    b.emit(Op::kLda64, {number, address, b.zero(), 0});
    b.emit(Op::kAddi, {rest, rest, -workers});
    b.emit(Op::kF32v2mul, {number, number, factor});
    b.emit(Op::kSta64r, {number, address, step});
    b.branch(Op::kBrpos, rest, head);
    b.region("column");
  });
  b.region("exit");
  b.bind(done);
  b.exit();
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t rows = strided_items(work.arguments.at("rows"), context.workers, worker);
  Trips result{{"entry", 1}, {"exit", 1}};
  if (rows == 0) return result;
  result["worker"] = 1;
  result["column"] = work.arguments.at("pairs");
  result["row"] = rows * work.arguments.at("pairs");
  return result;
}

}  // namespace

Codelet scale_rows_codelet() {
  Codelet codelet;
  codelet.name = "scale_rows";
  codelet.arguments = {address_argument("data", "f32 [rows][2 pairs], read and written"),
                       address_argument("factors", "f32 [2 pairs]"),
                       integer_argument("rows", "may be 0"),
                       integer_argument("pairs", "pairs of numbers a row, 1 or more")};
  codelet.emit = emit;
  codelet.trips = trips;
  codelet.inner = {"row",
                   1,
                   "pair of numbers",
                   {{Unit::kLoad, 1}, {Unit::kStore, 1}, {Unit::kInteger, 1}, {Unit::kControl, 1}},
                   "load, store, count, branch"};
  codelet.count = [](const WorkSize& work) {
    const std::uint64_t pairs = work.arguments.at("rows") * work.arguments.at("pairs");
    return WorkCount{2 * pairs, 8 * (pairs + work.arguments.at("pairs")), 8 * pairs};
  };
  return codelet;
}

}  // namespace bspike::kernels
