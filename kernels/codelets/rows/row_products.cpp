// Owns row_products_f32, row_products_mixed and those that add, row_products_f32_add and
// row_products_f16_add: rows that are sums of factors times rows of a matrix. Gradients of weights
// add to what is there: items are neurons, terms samples. Gradients of inputs are written, but for
// those of f16 alone (input_rows_f16): items are samples, terms neurons. A
// factor is a word: an f32, or two equal f16. The workers take groups of columns in turn.
#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/rows/row_codelets.hpp"
#include "kernels/codelets/segments.hpp"

namespace bspike::kernels {

namespace {

enum class Type { kSingle, kHalf, kMixed };  // kMixed: an f16 matrix, factors and results in f32

struct Form {
  const char* name;
  Type type;
  bool adds;

  [[nodiscard]] std::uint32_t columns() const { return type == Type::kHalf ? 8 : 4; }
  [[nodiscard]] int matrix_group() const { return type == Type::kMixed ? 8 : 16; }  // bytes
};
constexpr int kResultGroup = 16;

constexpr Form kForms[] = {{"row_products_f32", Type::kSingle, false},
                           {"row_products_f32_add", Type::kSingle, true},
                           {"row_products_f16_add", Type::kHalf, true},
                           {"row_products_mixed", Type::kMixed, false}};

struct Terms {
  F1 even, odd;  // factors; of f16 alternately loaded one term ahead
  F4 row;        // of the matrix
  F2 half{};     // the same of kMixed, before it is widened
  F4 sums;
  Int factors, factor_step, rows, row_step;
};

// --- f16: two quads a term; the product of the second quad of the term before is still due -------

void emit_half_step(Builder& b, const Terms& t, F1 now, F1 other, bool load_other) {
  b.emit(Op::kF16v4macb, {t.sums.hi(), other, t.row.hi()});
  b.emit_independent(Op::kLda128r, {t.row, t.rows, t.row_step});
  if (load_other) b.emit_independent(Op::kLda32r, {other, t.factors, t.factor_step});
  b.emit(Op::kF16v4macb, {t.sums.lo(), now, t.row.lo()});
}

void emit_half_terms(Builder& b, const Terms& t, const PairedTrips& trips) {
  const auto due = [&](F1 factor) { b.emit(Op::kF16v4macb, {t.sums.hi(), factor, t.row.hi()}); };
  b.emit_independent(Op::kLda32r, {t.even, t.factors, t.factor_step});
  b.emit(Op::kMov32, {t.odd, b.zero1()});
  clear(b, t.row.hi());
  b.repeat("terms", trips.twos, [&] {
    emit_half_step(b, t, t.even, t.odd, true);
    emit_half_step(b, t, t.odd, t.even, true);
  });
  for_last(
      b, trips.is_odd, "group_end",
      [&] {
        emit_half_step(b, t, t.even, t.odd, true);
        emit_half_step(b, t, t.odd, t.even, false);
        due(t.odd);
      },
      [&] {
        emit_half_step(b, t, t.even, t.odd, false);
        due(t.even);
      });
}

// --- f32 ----------------------------------------------------------------------------------------

void emit_wide_load(Builder& b, const Terms& t, Type type) {
  if (type == Type::kMixed)
    b.emit_independent(Op::kLda64r, {t.half, t.rows, t.row_step});
  else
    b.emit_independent(Op::kLda128r, {t.row, t.rows, t.row_step});
}

void emit_wide_terms(Builder& b, const Terms& t, Type type, const Builder::SplitTrips& rest) {
  const auto factor = [&] { b.emit_independent(Op::kLda32r, {t.even, t.factors, t.factor_step}); };
  const auto widen = [&] {
    if (type == Type::kMixed) b.emit(Op::kF16v4tof32, {t.row, t.half});
  };
  emit_wide_load(b, t, type);
  factor();
  b.repeat("terms", rest, [&] {
    widen();
    b.emit(Op::kF32v4macb, {t.sums, t.even, t.row});
    emit_wide_load(b, t, type);
    factor();
  });
  widen();
  b.emit(Op::kF32v4macb, {t.sums, t.even, t.row});
  b.region("group_end");
}

// What is the same for all groups.
struct Work {
  const Form& form;
  PairedTrips twos;          // of f16
  Builder::SplitTrips rest;  // of the others: terms less one
  Int groups, next;          // next counts down to the worker's next group of an item
  Int result, factors;       // of the item
};

void emit_sums(Builder& b, const Form& form, const Terms& t, Int result) {
  if (form.adds) {
    b.emit(Op::kLda128, {t.sums, result, b.zero(), 0});
    return;
  }
  clear(b, t.sums.lo());
  clear(b, t.sums.hi());
}

// The worker's groups of one item.
void emit_groups(Builder& b, const Work& work, const Terms& t) {
  const int workers = static_cast<int>(b.context().workers);
  const Label skip = b.new_label();
  const Int more = b.integer();
  b.emit(Op::kCmpult, {more, work.next, work.groups});
  b.branch(Op::kBrz, more, skip);
  b.region("own_groups");
  const Int result = b.add(work.result, b.shift_left(work.next, 4));
  const Int column =
      b.add(b.argument("matrix"), b.shift_left(work.next, work.form.matrix_group() == 8 ? 3 : 4));
  b.region("group");
  const Label head = b.new_label();
  b.bind(head);
  emit_sums(b, work.form, t, result);
  b.emit(Op::kAddi, {t.rows, column, 0});
  b.emit(Op::kAddi, {t.factors, work.factors, 0});
  if (work.form.type == Type::kHalf)
    emit_half_terms(b, t, work.twos);
  else
    emit_wide_terms(b, t, work.form.type, work.rest);
  b.emit(Op::kSta64, {t.sums.lo(), result, b.zero(), 0});
  b.emit(Op::kSta64, {t.sums.hi(), result, b.zero(), 1});
  b.emit(Op::kAddi, {result, result, kResultGroup * workers});
  b.emit(Op::kAddi, {column, column, work.form.matrix_group() * workers});
  b.emit(Op::kAddi, {work.next, work.next, workers});
  const Int again = b.integer();
  b.emit(Op::kCmpult, {again, work.next, work.groups});
  b.branch(Op::kBrnz, again, head);
  b.region("item_end");
  b.bind(skip);
  b.emit(Op::kSub, {work.next, work.next, work.groups});
}

void emit(Builder& b, const Form& form) {
  const Int terms = b.argument("terms");
  Work work{form,
            {},
            {},
            b.argument("groups"),
            b.copy(b.worker()),
            b.argument("result"),
            b.argument("factors")};
  if (form.type == Type::kHalf)
    work.twos = paired_trips(b, terms);
  else
    work.rest = b.split(b.add(terms, -1));
  Terms t{b.f1(),
          {},
          b.f4(),
          {},
          b.f4(),
          b.integer(),
          b.argument("factor_term"),
          b.integer(),
          b.argument("matrix_bytes")};
  if (form.type == Type::kHalf) t.odd = b.f1();
  if (form.type == Type::kMixed) t.half = b.f2();
  b.loop("item", b.argument("items"), [&] {
    emit_groups(b, work, t);
    add_to(b, work.result, b.argument("result_bytes"));
    add_to(b, work.factors, b.argument("factor_item"));
  });
  b.region("exit");
  b.exit();
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker,
            const Form& form) {
  const std::uint64_t groups = work.arguments.at("groups");
  const std::uint64_t items = work.arguments.at("items");
  const std::uint64_t terms = work.arguments.at("terms");
  Trips result{{"entry", 1}, {"exit", 1}, {"item", items}, {"item_end", items}};
  std::uint64_t next = worker;
  for (std::uint64_t item = 0; item < items; ++item) {
    const std::uint64_t mine =
        strided_items(groups, context.workers, static_cast<std::uint32_t>(next));
    result["own_groups"] += mine > 0 ? 1 : 0;
    result["group"] += mine;
    next = next + mine * context.workers - groups;
  }
  result["group_end"] = result["group"];
  if (form.type == Type::kHalf)
    add_paired_trips(result, "terms", terms, result["group"], context);
  else if (result["group"] > 0)
    add_split_trips(result, "terms", terms - 1, result["group"], context);
  return result;
}

WorkCount count(const WorkSize& work, const Form& form) {
  const std::uint64_t groups = work.arguments.at("items") * work.arguments.at("groups");
  const std::uint64_t terms = work.arguments.at("terms");
  const auto matrix = static_cast<std::uint64_t>(form.matrix_group());
  return {groups * terms * 2 * form.columns(),
          groups * (terms * (matrix + 4) + (form.adds ? kResultGroup : 0)), groups * kResultGroup};
}

Arguments arguments(const Form& form) {
  const std::string matrix = form.type == Type::kSingle ? "f32" : "f16";
  const std::string result = form.type == Type::kHalf ? "f16" : "f32";
  const std::string columns = std::to_string(form.columns());
  return {integer_argument("items", "rows of the result, 1 or more"),
          integer_argument("terms", "factors of an item, rows of the matrix, 1 or more"),
          integer_argument("groups", "groups of " + columns + " columns"),
          address_argument("factors", form.type == Type::kHalf ? "words of two equal f16" : "f32"),
          integer_argument("factor_item", "bytes from an item's factors to the next one's"),
          integer_argument("factor_term", "bytes from term to term"),
          address_argument("matrix", matrix + ", a row a term"),
          integer_argument("matrix_bytes", "from row to row"),
          address_argument("result", result + (form.adds ? ", read and written" : ", written")),
          integer_argument("result_bytes", "from item to item")};
}

Codelet product_codelet(const Form& form) {
  Codelet codelet;
  codelet.name = form.name;
  codelet.arguments = arguments(form);
  codelet.emit = [&form](Builder& b, const EmitContext&) { emit(b, form); };
  codelet.trips = [&form](const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
    return trips(work, context, worker, form);
  };
  const bool half = form.type == Type::kHalf;
  codelet.inner = {"terms",
                   half ? 16u : 4u,
                   "column and term",
                   {{Unit::kLoad, half ? 4 : 2}},
                   "a load of factor and of row a term"};
  codelet.count = [&form](const WorkSize& work) { return count(work, form); };
  return codelet;
}

}  // namespace

std::vector<Codelet> row_product_codelets() {
  std::vector<Codelet> result;
  for (const Form& form : kForms) result.push_back(product_codelet(form));
  return result;
}

}  // namespace bspike::kernels
