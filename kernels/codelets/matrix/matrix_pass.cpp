// Owns the passes of the matrix unit: matrix_f16 (f16 in and out), matrix_mixed (f16 in, f32 out),
// matrix_f32, and each with partials that are added. A worker takes `share` rows that follow on.
// Timing: a step of the unit, its loads and the store of a result two steps old share a slot, so a
// row takes 4 or 8. Results trail partials by an odd number of 64-bit words, so that both may be
// one buffer of interleaved memory.
#include <algorithm>

#include "kernels/codelets/arguments.hpp"
#include "kernels/codelets/idioms.hpp"
#include "kernels/codelets/matrix/matrix_codelets.hpp"

namespace bspike::kernels {

namespace {

struct Form {
  const char* name;
  Op op;
  int steps;             // of a row
  std::uint32_t inputs;  // of a row
  int result_row_shift;  // log2 of the bytes of a row of results
  std::uint32_t result_bytes;
};

constexpr Form kForms[] = {{"matrix_f16", Op::kF16v4amp, 4, 16, 5, 2},
                           {"matrix_mixed", Op::kF16v2amp, 8, 16, 6, 4},
                           {"matrix_f32", Op::kF32amp, 8, 8, 6, 4}};

class PassWriter {
 public:
  PassWriter(Builder& b, const Form& form, bool partials)
      : b_(b),
        form_(form),
        has_partials_(partials),
        words_{b.f4(), b.f2()},
        results_{b.f2(), b.f2()} {}

  void write() {
    read_arguments();
    const Label done = b_.new_label(), single = b_.new_label(), drain = b_.new_label();
    const Int last = b_.add(count_, -1);
    b_.branch(Op::kBrneg, last, done);
    b_.region("first");
    first_row();
    b_.branch(Op::kBrz, last, single);
    b_.region("second");
    step(form_.steps - 1);
    load(0);
    const Int inner = b_.add(last, -1);
    b_.repeat("row", inner, [&] { row(true); });
    b_.region("last");
    row(false);
    b_.jump(drain);
    b_.region("single");
    b_.bind(single);
    step(form_.steps - 1);
    b_.region("drain");
    b_.bind(drain);
    drain_results();
    b_.region("exit");
    b_.bind(done);
    b_.exit();
  }

 private:
  void read_arguments() {
    const Int share = b_.argument("share");
    const Int first = b_.mul(share, b_.worker());
    const Int left = b_.sub(b_.argument("rows"), first);
    count_ = b_.integer();
    b_.emit(Op::kSmin, {count_, share, left});
    const Int results = b_.shift_left(first, form_.result_row_shift);
    source_ = b_.add(b_.argument("source"), b_.shift_left(first, 5));
    if (has_partials_) partials_ = b_.add(b_.argument("partials"), results);
    destination_ = b_.add(b_.argument("destination"), results);
  }

  // Eight steps use each half of four words: a word is loaded twice.
  [[nodiscard]] int source_step(int step) const { return form_.steps == 4 ? 1 : step % 2; }
  [[nodiscard]] F2 word() const { return has_partials_ ? words_.four.lo() : words_.two; }

  void load(int step) {
    if (has_partials_) {
      b_.emit_independent(Op::kLd2x64, {words_.four, source_, partials_, source_step(step), 1});
    } else {
      b_.emit_independent(Op::kLda64step, {words_.two, b_.zero(), source_, source_step(step)});
    }
  }

  // What the step before has made is stored beside.
  void load_and_store(int step, int made_by) {
    const F2 result = results_[made_by % 2];
    if (has_partials_) {
      b_.emit_independent(Op::kLd2xst64, {words_.four, source_, partials_, destination_, result,
                                          source_step(step), 1, 1});
    } else {
      b_.emit_independent(Op::kLdst64,
                          {words_.two, source_, destination_, result, source_step(step), 1});
    }
  }

  void step(int i) {
    const F2 partial = has_partials_ ? words_.four.hi() : b_.zero2();
    if (form_.steps == 4) {
      b_.emit(form_.op, {results_[i % 2], word(), partial, i});
    } else {
      b_.emit(form_.op, {results_[i % 2], i % 2 == 0 ? word().lo() : word().hi(), partial, i});
    }
  }

  void first_row() {
    load(0);
    for (int i = 0; i + 1 < form_.steps; ++i) {
      step(i);
      load(i + 1);
    }
  }

  void row(bool another) {
    for (int i = 0; i < form_.steps; ++i) {
      step(i);
      const int made_by = i + form_.steps - 1;
      if (i + 1 < form_.steps || another) {
        load_and_store((i + 1) % form_.steps, made_by);
      } else {
        store_next(b_, results_[made_by % 2], destination_);
      }
    }
  }

  // The last row's results leave with steps of zeros.
  void drain_results() {
    const F2 zero = b_.zero2();
    for (int i = 0; i + 1 < form_.steps; ++i) {
      if (form_.steps == 4) {
        b_.emit(form_.op, {results_[i % 2], zero, zero, i});
      } else {
        b_.emit(form_.op, {results_[i % 2], zero.lo(), zero, i});
      }
      store_next(b_, results_[(i + 1) % 2], destination_);
    }
    store_next(b_, results_[form_.steps % 2], destination_);
  }

  struct Words {
    F4 four;  // input and partial
    F2 two;   // input alone
  };

  Builder& b_;
  const Form& form_;
  bool has_partials_;
  Words words_;
  F2 results_[2];  // of even and odd steps
  Int count_, source_, partials_, destination_;
};

std::uint64_t rows_of(const WorkSize& work, std::uint32_t worker) {
  const std::uint64_t share = work.arguments.at("share");
  const std::uint64_t rows = work.arguments.at("rows");
  const std::uint64_t first = std::min(rows, share * worker);
  return std::min(share, rows - first);
}

Trips trips(const WorkSize& work, const EmitContext& context, std::uint32_t worker) {
  const std::uint64_t rows = rows_of(work, worker);
  Trips result{{"entry", 1}, {"exit", 1}};
  if (rows == 0) return result;
  result["first"] = result["drain"] = 1;
  if (rows == 1) {
    result["single"] = 1;
    return result;
  }
  result["second"] = result["last"] = 1;
  result["row"] = rows - 2;
  result["row_chunk"] = repeat_chunks(rows - 2, context);
  return result;
}

Codelet matrix_codelet(const Form& form, bool partials) {
  Codelet codelet;
  codelet.name = std::string(form.name) + (partials ? "_add" : "");
  codelet.arguments = {
      address_argument("weights", "the block that the supervisor loads"),
      integer_argument("rows", "of the pass"),
      integer_argument("share", "rows of a worker"),
      address_argument("source", "rows of 32 bytes"),
      address_argument("partials",
                       partials ? "added to the products, a row of results each" : "unused"),
      address_argument("destination", partials ? "rows of results, written; may be the partials"
                                               : "rows of results, written")};
  codelet.matrix_passes = true;
  codelet.emit = [&form, partials](Builder& b, const EmitContext&) {
    PassWriter(b, form, partials).write();
  };
  codelet.trips = trips;
  const auto steps = static_cast<std::uint32_t>(form.steps);
  codelet.inner = {"row", 1, "row of 16 results", {{Unit::kMatrix, steps}}, "the unit's steps"};
  codelet.count = [&form, partials](const WorkSize& work) {
    const std::uint64_t rows = work.arguments.at("rows");
    const std::uint64_t results = rows * kMatrixColumns * form.result_bytes;
    return WorkCount{2 * rows * form.inputs * kMatrixColumns,
                     kMatrixBlockBytes + rows * kMatrixInputBytes + (partials ? results : 0),
                     results};
  };
  return codelet;
}

}  // namespace

std::vector<std::uint32_t> matrix_words(const std::vector<MatrixPass>& passes,
                                        std::uint32_t workers) {
  std::vector<std::uint32_t> words{static_cast<std::uint32_t>(passes.size())};
  words.reserve(1 + passes.size() * kMatrixPassWords);
  for (const MatrixPass& pass : passes) {
    const auto put = [&](std::uint64_t word) { words.push_back(static_cast<std::uint32_t>(word)); };
    put(pass.weights);
    put(pass.rows);
    put((pass.rows + workers - 1) / workers);
    put(pass.source);
    put(pass.partials);
    put(pass.destination);
  }
  return words;
}

std::vector<Codelet> matrix_codelets() {
  std::vector<Codelet> rows;
  for (const Form& form : kForms) {
    rows.push_back(matrix_codelet(form, false));
    rows.push_back(matrix_codelet(form, true));
  }
  return rows;
}

}  // namespace bspike::kernels
