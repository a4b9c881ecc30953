// Tests that the products of the micro workloads are products: of a matrix and a vector in vector
// code and on the matrix unit, and of rows and weights in f16, on machines of several sizes; and
// that the last takes the published cycles a row.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "arch/base/half.hpp"
#include "kernels/micro/compile_micro.hpp"
#include "kernels/micro/micro_program.hpp"
#include "kernels/micro/micro_workloads.hpp"
#include "sim/run.hpp"
#include "tests/support/machines.hpp"
#include "tools/driver/micro_run.hpp"

namespace bspike {
namespace {

using kernels::MicroSpec;

int workload(const std::string& name) {
  const auto rows = kernels::micro_workloads();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].name == name) return static_cast<int>(i);
  }
  ADD_FAILURE() << "no workload " << name;
  return 0;
}

std::vector<std::byte> bytes_of(const arch::Image& image, const arch::Machine& machine,
                                const std::string& tensor) {
  std::vector<std::byte> bytes;
  sim::RunOptions options;
  options.check_races = true;
  options.after_step = [&](std::uint64_t, sim::Machinery& machinery) {
    bytes = machinery.read_tensor(image.tensor_index(tensor));
  };
  EXPECT_EQ(tools::run_micro(image, machine, options).fault.message, "");
  return bytes;
}

class MatrixVector : public testing::TestWithParam<const char*> {};

TEST_P(MatrixVector, EqualsSumsInDouble) {
  MicroSpec spec;
  spec.workload = workload(GetParam());
  spec.rows = 70;
  spec.columns = 45;
  for (const std::uint32_t tiles : {1U, 3U, 8U}) {
    const arch::Machine machine = tests::machine_with_grid(tiles, tiles, 1, 1);
    const arch::Image image = kernels::compile_micro(spec, machine);
    const std::vector<std::byte> bytes = bytes_of(image, machine, "result");
    ASSERT_GE(bytes.size(), 4 * spec.rows);
    for (std::uint64_t i = 0; i < spec.rows; ++i) {
      double sum = 0;
      for (std::uint64_t j = 0; j < spec.columns; ++j) {
        sum += double{kernels::micro_number(i, j)} * kernels::micro_number(spec.rows, j);
      }
      float found = 0;
      std::memcpy(&found, bytes.data() + 4 * i, sizeof found);
      // 45 products below 1 and as many sums, each rounded to 24 bits.
      ASSERT_NEAR(found, sum, 1e-5) << tiles << " tiles, row " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Workloads, MatrixVector, testing::Values("matvec_f32", "matvec_f32_unit"),
                         [](const auto& tested) { return std::string(tested.param); });

float half_at(const std::vector<std::byte>& bytes, std::size_t index) {
  std::uint16_t half = 0;
  std::memcpy(&half, bytes.data() + 2 * index, sizeof half);
  return arch::base::float_from_half(half);
}

TEST(MatrixProduct, RowsTimesWeightsOnEachTile) {
  MicroSpec spec;
  spec.workload = workload("matrix_product");
  spec.rows = 37;
  const arch::Machine machine = tests::machine_with_grid(2, 2, 1, 1);
  for (const int memory : {0, 1}) {
    spec.weights_memory = memory;
    const arch::Image image = kernels::compile_micro(spec, machine);
    const auto rows = bytes_of(image, machine, "source");
    const auto weights = bytes_of(image, machine, "weights");
    const auto results = bytes_of(image, machine, "results");
    for (std::size_t i = 0; i < 2 * spec.rows * 16; ++i) {
      const std::size_t row = i / 16, tile = row / spec.rows;
      float sum = 0;
      for (std::size_t k = 0; k < 16; ++k) {
        sum += half_at(rows, row * 16 + k) * half_at(weights, tile * 256 + k * 16 + i % 16);
      }
      ASSERT_EQ(half_at(results, i), arch::base::float_from_half(arch::base::half_from_float(sum)))
          << i;
    }
  }
}

std::uint64_t product_cycles(std::uint64_t rows, int weights_memory) {
  const arch::Machine bow = arch::load_machine(BSPIKE_SOURCE_DIR "/configs/machines/bow.yaml");
  MicroSpec spec;
  spec.workload = workload("matrix_product");
  spec.rows = rows;
  spec.tiles = 1;
  spec.weights_memory = weights_memory;
  const arch::Image image = kernels::compile_micro(spec, bow);
  return tools::run_micro(image, bow, {}).phases.compute_cycles;
}

// The published slope: a row of each of six workers takes 4 issue slots of 6 cycles.
TEST(MatrixProduct, SixRowsTake24Cycles) {
  for (const std::uint64_t rows : {12U, 60U, 600U}) {
    const std::uint64_t cycles = product_cycles(rows, 0);
    EXPECT_EQ(product_cycles(rows + 1, 0), cycles + 24) << rows;
    EXPECT_EQ(product_cycles(rows + 6, 0), cycles + 24) << rows;
    EXPECT_EQ(product_cycles(rows + 7, 0), cycles + 48) << rows;
  }
}

// 512 bytes at 16 or 8 bytes a cycle.
TEST(MatrixProduct, WeightsInStandardMemoryTake32CyclesMore) {
  EXPECT_EQ(product_cycles(60, 1), product_cycles(60, 0) + 32);
}

}  // namespace
}  // namespace bspike
