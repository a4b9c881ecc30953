// Holds the matrix unit's codelets against plain C++.
#include <gtest/gtest.h>

#include <algorithm>

#include "arch/base/half.hpp"
#include "kernels/codelets/matrix/matrix_codelets.hpp"
#include "tests/codelets/codelet_run.hpp"

namespace bspike::test {

namespace {

using arch::base::float_from_half;
using arch::base::half_from_float;
using Floats = std::vector<float>;
using Halves = std::vector<std::uint16_t>;

constexpr std::uint32_t kSeeds = 9;
constexpr std::uint32_t kColumns = kernels::kMatrixColumns;

std::uint32_t rows_of(std::uint64_t seed) {
  static const std::vector<std::uint32_t> kRows{1, 2, 3, 5, 6, 7, 12, 13, 41};
  return kRows[seed % kRows.size()];
}

Halves narrowed(const Floats& values) {
  Halves result;
  for (const float value : values) result.push_back(half_from_float(value));
  return result;
}

Floats widened(const Halves& values) {
  Floats result;
  for (const std::uint16_t value : values) result.push_back(float_from_half(value));
  return result;
}

// Sums of products in input order from 0, then the partial, each rounded to f32.
Floats product(const Floats& rows, const Floats& weights, const Floats& partials,
               std::uint32_t inputs) {
  Floats result(partials.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    float sum = 0;
    for (std::uint32_t k = 0; k < inputs; ++k) {
      sum += rows[i / kColumns * inputs + k] * weights[k * kColumns + i % kColumns];
    }
    result[i] = partials[i] + sum;
  }
  return result;
}

struct Pass {
  std::uint32_t rows;
  bool add;
  bool in_place;
};

// Runs a pass over regions "rows", "weights", "partials" and "results".
template <class Input, class Result>
std::vector<Result> run_pass(const std::string& name, const TestMachine& machine,
                             std::uint32_t shift, const Pass& pass, const std::vector<Input>& rows,
                             const std::vector<Input>& weights,
                             const std::vector<Result>& partials) {
  CodeletRun run(pass.add ? name + "_add" : name, machine);
  run.region("rows", rows);
  run.region("weights", weights);
  run.region("partials", partials);
  if (!pass.in_place) run.region("results", std::vector<Result>(partials.size()));
  const std::string to = pass.in_place ? "partials" : "results";
  run.region_argument("source", "rows");
  run.region_argument("weights", "weights");
  run.region_argument("partials", "partials");
  run.region_argument("destination", to);
  run.argument("rows", pass.rows);
  run.argument("share", (pass.rows + machine.workers - 1) / machine.workers);
  run.run(shift, {to});
  return run.read<Result>(to);
}

void for_passes(
    const std::function<void(const TestMachine&, Numbers&, std::uint32_t, Pass)>& check) {
  for_runs(kSeeds, 3, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    for (const bool add : {false, true}) {
      Numbers numbers(seed);
      check(machine, numbers, shift, {rows_of(seed), add, add && seed % 2 == 1});
    }
  });
}

TEST(Matrix, FloatsTimesFloats) {
  for_passes([](const TestMachine& machine, Numbers& numbers, std::uint32_t shift, Pass pass) {
    const Floats rows = numbers.reals(pass.rows * 8), weights = numbers.reals(8 * kColumns);
    const Floats partials = numbers.reals(pass.rows * kColumns);
    const Floats base = pass.add ? partials : Floats(partials.size());
    expect_same_bits(run_pass("matrix_f32", machine, shift, pass, rows, weights, partials),
                     product(rows, weights, base, 8), "results");
  });
}

TEST(Matrix, HalvesIntoFloats) {
  for_passes([](const TestMachine& machine, Numbers& numbers, std::uint32_t shift, Pass pass) {
    const Halves rows = narrowed(numbers.reals(pass.rows * 16));
    const Halves weights = narrowed(numbers.reals(16 * kColumns));
    const Floats partials = numbers.reals(pass.rows * kColumns);
    const Floats base = pass.add ? partials : Floats(partials.size());
    expect_same_bits(run_pass("matrix_mixed", machine, shift, pass, rows, weights, partials),
                     product(widened(rows), widened(weights), base, 16), "results");
  });
}

TEST(Matrix, HalvesIntoHalves) {
  for_passes([](const TestMachine& machine, Numbers& numbers, std::uint32_t shift, Pass pass) {
    const Halves rows = narrowed(numbers.reals(pass.rows * 16));
    const Halves weights = narrowed(numbers.reals(16 * kColumns));
    const Halves partials = narrowed(numbers.reals(pass.rows * kColumns));
    const Floats base = pass.add ? widened(partials) : Floats(partials.size());
    const Halves found = run_pass("matrix_f16", machine, shift, pass, rows, weights, partials);
    EXPECT_EQ(found, narrowed(product(widened(rows), widened(weights), base, 16)));
  });
}

TEST(Matrix, PanelsHoldHalfARowEach) {
  for_runs(kSeeds, 2, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t rows = rows_of(seed);
    const Floats source = numbers.reals(rows * 16);
    CodeletRun run("panels_f32", machine);
    run.region("source", source);
    run.region("panels", Floats(rows * 16));
    run.region_argument("source", "source");
    run.region_argument("destination", "panels");
    run.argument("rows", rows);
    run.argument("panel_bytes", rows * 32);
    run.run(shift, {"panels"});
    Floats wanted(rows * 16);
    for (std::uint32_t i = 0; i < rows * 16; ++i) {
      wanted[(i % 16 / 8 * rows + i / 16) * 8 + i % 8] = source[i];
    }
    expect_same_bits(run.read<float>("panels"), wanted, "panels");
  });
}

TEST(Matrix, NarrowScalesBeforeItRounds) {
  for_runs(kSeeds, 2, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = rows_of(seed);
    const Floats source = numbers.reals(pairs * 4);
    CodeletRun run("narrow_f16", machine);
    run.region("source", source);
    run.region("halves", Halves(pairs * 4));
    run.region_argument("source", "source");
    run.region_argument("destination", "halves");
    run.argument("pairs", pairs);
    run.argument_f32("scale", 3);
    run.run(shift, {"halves"});
    Floats scaled = source;
    for (float& value : scaled) value *= 3;
    EXPECT_EQ(run.read<std::uint16_t>("halves"), narrowed(scaled));
  });
}

TEST(Matrix, WidenIsExact) {
  for_runs(kSeeds, 2, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = rows_of(seed);
    const Halves source = narrowed(numbers.reals(pairs * 4));
    CodeletRun run("widen_f16", machine);
    run.region("source", source);
    run.region("values", Floats(pairs * 4));
    run.region_argument("source", "source");
    run.region_argument("destination", "values");
    run.argument("pairs", pairs);
    run.run(shift, {"values"});
    expect_same_bits(run.read<float>("values"), widened(source), "values");
  });
}

TEST(Matrix, ScaleIsInPlace) {
  for_runs(kSeeds, 1, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    Floats values = numbers.reals(2 * rows_of(seed));
    CodeletRun run("scale_pairs", machine);
    run.region("values", values);
    run.region_argument("values", "values");
    run.argument("pairs", rows_of(seed));
    run.argument_f32("factor", 0.3F);
    run.run(shift, {"values"});
    for (float& value : values) value *= 0.3F;
    expect_same_bits(run.read<float>("values"), values, "values");
  });
}

TEST(Matrix, BiasIsAddedToEachRow) {
  for_runs(kSeeds, 2, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    Floats values = numbers.reals(16 * rows_of(seed));
    const Floats bias = numbers.reals(16);
    CodeletRun run("add_bias_rows", machine);
    run.region("values", values);
    run.region("bias", bias);
    run.region_argument("values", "values");
    run.region_argument("bias", "bias");
    run.argument("rows", rows_of(seed));
    run.run(shift, {"values"});
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += bias[i % 16];
    expect_same_bits(run.read<float>("values"), values, "values");
  });
}

// Blocks of 8 rows side by side in pairs: the 16 x 16 transpose of two, as products read it.
template <class Element>
void check_transpose(const std::string& name, Element (*of)(float)) {
  for_runs(kSeeds, 2, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = 1 + rows_of(seed) % 4;
    const Floats source = numbers.reals(pairs * 256);
    CodeletRun run(name, machine);
    run.region("source", source);
    run.region("rows", std::vector<Element>(pairs * 256));
    run.region_argument("source", "source");
    run.region_argument("destination", "rows");
    run.argument("blocks", 2 * pairs);
    run.argument("pair_stride", 256 * sizeof(Element));
    run.argument("half_offset", 8 * sizeof(Element));
    run.argument("row_stride", 16 * sizeof(Element));
    run.run(shift, {"rows"});
    const auto found = run.read<Element>("rows");
    for (std::uint32_t i = 0; i < found.size(); ++i) {
      const std::uint32_t row = i % 256 / 16, column = i % 16;
      ASSERT_EQ(found[i], of(source[i / 256 * 256 + column * 16 + row])) << i;
    }
  });
}

TEST(Matrix, TransposeOfFloats) {
  check_transpose<float>("transpose_f32", [](float value) { return value; });
}
TEST(Matrix, TransposeIntoHalves) {
  check_transpose<std::uint16_t>("transpose_f16",
                                 [](float value) { return half_from_float(value); });
}

}  // namespace

}  // namespace bspike::test
