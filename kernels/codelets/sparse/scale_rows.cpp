// Owns scale_rows and scale_rows_scalar: every row times one row of factors, in place. A worker
// takes every W-th row, column after column (of two or one number), so that a factor is loaded
// once.
#include <type_traits>

#include "kernels/codelets/sparse/sparse_codelets.hpp"

namespace bspike::kernels {

namespace {

// What a column holds: two numbers, or one where rows of an odd length are not aligned for two.
struct Column {
  const char* element;
  const char* elements;
  const char* row;
  const char* count;
  int log_bytes;
  Op load, multiply, store_step;
};
constexpr Column kPair{"pair of numbers", "pairs of numbers", "[2 pairs]", "pairs", 3,
                       Op::kLda64,        Op::kF32v2mul,      Op::kSta64r};
constexpr Column kNumber{"number", "numbers",  "[columns]", "columns",
                         2,        Op::kLda32, Op::kF32mul, Op::kSta32r};

template <class Number>
Number fresh(Builder& b) {
  if constexpr (std::is_same_v<Number, F1>) return b.f1();
  if constexpr (std::is_same_v<Number, F2>) return b.f2();
}

template <class Number>
void emit(Builder& b, const EmitContext& context, const Column& column) {
  const int workers = static_cast<int>(context.workers);
  const Int last = b.add(b.sub(b.argument("rows"), b.worker()), -1);
  const Label done = b.new_label();
  b.branch(Op::kBrneg, last, done);
  b.region("worker");
  const Int columns = b.argument(column.count);
  const Int row_bytes = b.shift_left(columns, column.log_bytes);
  const Int step = b.integer();
  b.emit(Op::kMuli, {step, row_bytes, workers});
  const Int first = b.add(b.argument("data"), b.mul(row_bytes, b.worker()));
  const Int factors = b.argument("factors");
  b.loop("column", columns, [&] {
    const Number factor = fresh<Number>(b);
    const Number number = fresh<Number>(b);
    const Int address = b.copy(first);
    const Int rest = b.copy(last);
    load_next(b, factor, factors);
    b.emit(Op::kAddi, {first, first, 1 << column.log_bytes});
    b.region("row");
    const Label head = b.new_label();
    b.bind(head);
    b.emit(column.load, {number, address, b.zero(), 0});
    b.emit(Op::kAddi, {rest, rest, -workers});
    b.emit(column.multiply, {number, number, factor});
    b.emit(column.store_step, {number, address, step});
    b.branch(Op::kBrpos, rest, head);
    b.region("column");
  });
  b.region("exit");
  b.bind(done);
  b.exit();
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker,
            const Column& column) {
  const std::uint64_t rows = strided_items(work.arguments.at("rows"), context.workers, worker);
  Trips result{{"entry", 1}, {"exit", 1}};
  if (rows == 0) return result;
  result["worker"] = 1;
  result["column"] = work.arguments.at(column.count);
  result["row"] = rows * work.arguments.at(column.count);
  return result;
}

template <class Number>
Codelet make_codelet(const std::string& name, const Column& column) {
  const std::string row = column.row;
  Codelet codelet;
  codelet.name = name;
  codelet.arguments = {
      address_argument("data", "f32 [rows]" + row + ", read and written"),
      address_argument("factors", "f32 " + row), integer_argument("rows", "may be 0"),
      integer_argument(column.count, std::string(column.elements) + " a row, 1 or more")};
  codelet.emit = [&column](Builder& b, const EmitContext& context) {
    emit<Number>(b, context, column);
  };
  codelet.trips = [&column](const WorkSize& work, const EmitContext& context,
                            std::uint32_t worker) { return trips(work, context, worker, column); };
  codelet.inner = {"row",
                   1,
                   column.element,
                   {{Unit::kLoad, 1}, {Unit::kStore, 1}, {Unit::kInteger, 1}, {Unit::kControl, 1}},
                   "load, store, count, branch"};
  codelet.count = [&column](const WorkSize& work) {
    const std::uint64_t columns = work.arguments.at(column.count);
    const std::uint64_t numbers = work.arguments.at("rows") * columns;
    const std::uint64_t bytes = 1ull << column.log_bytes;
    return WorkCount{bytes / 4 * numbers, bytes * (numbers + columns), bytes * numbers};
  };
  return codelet;
}

}  // namespace

Codelet scale_rows_codelet() { return make_codelet<F2>("scale_rows", kPair); }

Codelet scale_rows_scalar_codelet() { return make_codelet<F1>("scale_rows_scalar", kNumber); }

}  // namespace bspike::kernels
