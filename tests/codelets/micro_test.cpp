// Holds the micro workloads' codelets against plain C++.
#include <gtest/gtest.h>

#include "arch/base/half.hpp"
#include "tests/codelets/codelet_run.hpp"

namespace bspike::test {

namespace {

constexpr std::uint32_t kSeeds = 8;

std::uint32_t pairs_of(std::uint64_t seed) {
  static const std::vector<std::uint32_t> kPairs{0, 1, 2, 5, 6, 7, 13, 40};
  return kPairs[seed % kPairs.size()];
}

void check_copy(const std::string& codelet) {
  for_runs(kSeeds, 2, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = pairs_of(seed);
    CodeletRun run(codelet, machine);
    const auto source = numbers.reals(2 * pairs);
    run.region("source", source);
    run.region("destination", numbers.reals(2 * pairs));
    run.region_argument("source", "source");
    run.region_argument("destination", "destination");
    run.argument("pairs", pairs);
    run.run(shift, {"destination"});
    expect_same_bits(run.read<float>("destination"), source, "destination");
  });
}

TEST(Micro, CopyScalarCopies) { check_copy("copy_scalar"); }
TEST(Micro, CopyPacedCopies) { check_copy("copy_paced"); }

TEST(Micro, NothingTouchesNothing) {
  for_runs(1, 1, [](const TestMachine& machine, std::uint64_t, std::uint32_t shift) {
    CodeletRun run("nothing", machine);
    run.region("words", std::vector<std::uint32_t>{1, 2});
    run.run(shift, {});
  });
}

// Without loads the chain ends at its start, on each worker. Chains that go on are followed by the
// workload, whose data hold addresses.
TEST(Micro, LoadChainEndsAtItsStart) {
  for_runs(1, 1, [](const TestMachine& machine, std::uint64_t, std::uint32_t shift) {
    CodeletRun run("load_chain", machine);
    run.region("destination", std::vector<std::uint32_t>(machine.workers, 0));
    run.region_argument("destination", "destination");
    run.argument("start", 0x1234);
    run.argument("loads", 0);
    run.run(shift, {"destination"});
    EXPECT_EQ(run.read<std::uint32_t>("destination"),
              std::vector<std::uint32_t>(machine.workers, 0x1234));
  });
}

TEST(Micro, TriadOfFloats) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = pairs_of(seed);
    const auto addend = numbers.reals(4 * pairs), factor = numbers.reals(4 * pairs);
    const float scalar = numbers.real();
    CodeletRun run("triad_f32", machine);
    run.region("a", numbers.reals(4 * pairs));
    run.region("b", addend);
    run.region("c", factor);
    run.region_argument("destination", "a");
    run.region_argument("addend", "b");
    run.region_argument("factor", "c");
    run.argument_f32("scalar", scalar);
    run.argument("pairs", pairs);
    run.run(shift, {"a"});
    std::vector<float> wanted(4 * pairs);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const float product = scalar * factor[i];
      wanted[i] = addend[i] + product;
    }
    expect_same_bits(run.read<float>("a"), wanted, "a");
  });
}

TEST(Micro, TriadOfHalves) {
  using arch::base::float_from_half;
  using arch::base::half_from_float;
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = pairs_of(seed);
    const auto halves = [&] {
      std::vector<std::uint16_t> values(8 * pairs);
      for (std::uint16_t& value : values) value = half_from_float(numbers.real());
      return values;
    };
    const auto addend = halves(), factor = halves();
    const std::uint16_t scalar = half_from_float(0.4F);
    CodeletRun run("triad_f16", machine);
    run.region("a", halves());
    run.region("b", addend);
    run.region("c", factor);
    run.region_argument("destination", "a");
    run.region_argument("addend", "b");
    run.region_argument("factor", "c");
    run.argument("scalar", scalar);
    run.argument("pairs", pairs);
    run.run(shift, {"a"});
    std::vector<std::uint16_t> wanted(8 * pairs);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const std::uint16_t product =
          half_from_float(float_from_half(scalar) * float_from_half(factor[i]));
      wanted[i] = half_from_float(float_from_half(addend[i]) + float_from_half(product));
    }
    EXPECT_EQ(run.read<std::uint16_t>("a"), wanted);
  });
}

// Even and odd columns are summed apart, in order.
float product_row(const float* row, const std::vector<float>& vector) {
  float sums[2] = {0, 0};
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const float product = row[i] * vector[i];
    sums[i % 2] += product;
  }
  return sums[0] + sums[1];
}

TEST(Micro, MatvecMultiplies) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t rows = pairs_of(seed + 3);
    const std::uint32_t columns = 2 * (1 + numbers.below(20));
    const auto matrix = numbers.reals(rows * columns), vector = numbers.reals(columns);
    CodeletRun run("matvec_f32", machine);
    run.region("matrix", matrix);
    run.region("vector", vector);
    run.region("result", numbers.reals(rows));
    run.region_argument("matrix", "matrix");
    run.region_argument("vector", "vector");
    run.region_argument("destination", "result");
    run.argument("rows", rows);
    run.argument("pairs", columns / 2);
    run.argument("row_bytes", columns * 4);
    run.run(shift, {"result"});
    std::vector<float> wanted(rows);
    for (std::uint32_t row = 0; row < rows; ++row)
      wanted[row] = product_row(matrix.data() + row * columns, vector);
    expect_same_bits(run.read<float>("result"), wanted, "result");
  });
}

}  // namespace

}  // namespace bspike::test
