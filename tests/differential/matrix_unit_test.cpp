// Tests that the program matrix_unit computes what the reference cases and the host reference say:
// in f32 and f16, on one tile, an odd number, and more tiles than blocks, with sizes that are no
// multiples of 16.
#include <gtest/gtest.h>

#include "models/reference/case_file.hpp"
#include "models/reference/compare_case.hpp"
#include "tests/support/dense_runs.hpp"
#include "tests/support/small_network.hpp"
#include "tools/driver/machine_case.hpp"
#include "tools/driver/run_file.hpp"

namespace bspike {
namespace {

using tests::expect_near;
using tests::half_parameters;
using tests::machine_of;
using tests::matrix_mapping;
using tests::random_input;
using tests::Values;

struct Setting {
  const char* file;
  std::uint32_t tiles;  // 0: all 1472
};

void PrintTo(const Setting& setting, std::ostream* out) {
  *out << setting.file << " on " << setting.tiles << " tiles";
}

class MatrixCase : public testing::TestWithParam<Setting> {};

TEST_P(MatrixCase, HoldsEveryTolerance) {
  const models::ReferenceCase the_case = models::read_case(
      std::string(BSPIKE_SOURCE_DIR "/tests/data/reference/snntorch/") + GetParam().file + ".json");
  const arch::Machine bow = arch::build_machine(
      *tools::load_machine_tree(BSPIKE_SOURCE_DIR "/configs/machines/bow.yaml", {}));
  tools::MachineCaseOptions options;
  options.mapping = matrix_mapping(kernels::kMatrixF32, GetParam().tiles);
  options.check_races = true;
  const auto rows =
      models::compare_case(the_case, tools::run_case_on_machine(the_case, bow, options));
  EXPECT_GT(rows.size(), 5u);
  for (const models::ComparisonRow& row : rows) {
    EXPECT_TRUE(row.pass) << row.tensor << ": error " << row.largest_error << ", tolerance "
                          << row.tolerance;
  }
}

INSTANTIATE_TEST_SUITE_P(
    SnnTorch, MatrixCase,
    testing::Values(Setting{"s01_leaky_sub_tiny", 1}, Setting{"s02_leaky_zero_ce_rate", 7},
                    Setting{"s04_leaky_ste_mse_count", 0}, Setting{"s13_leaky_deep", 7},
                    Setting{"s13_leaky_deep", 0}, Setting{"s16_leaky_64_128_10", 3},
                    Setting{"s16_leaky_64_128_10", 7}, Setting{"s16_leaky_64_128_10", 0}),
    [](const auto& tested) {
      const Setting& setting = tested.param;
      return std::string(setting.file) + "_on_" +
             (setting.tiles == 0 ? "all" : std::to_string(setting.tiles));
    });

std::map<std::string, Values> tensors_of(const models::Network& network,
                                         const models::StepInput& input,
                                         const models::ParameterSet& parameters,
                                         const arch::Machine& machine, int type,
                                         kernels::Purpose purpose, std::uint64_t steps) {
  return tests::tensors_of(
      kernels::compile(network, parameters, machine, matrix_mapping(type), purpose), network, input,
      machine, steps);
}

// f32: sums of up to a thousand products in another order, over paths of a few steps. f16: each
// gradient of a current is rounded to 11 bits before it is multiplied, and so are the weights that
// it passes.
double tolerance_of(int type) { return type == kernels::kMatrixF32 ? 5e-5 : 4e-3; }

void expect_step(const models::Network& network, const arch::Machine& machine, int type) {
  const models::StepInput input = random_input(network, 3);
  const models::ParameterSet parameters = half_parameters(network);
  const auto expected = models::reference_step<float>(network, input, parameters);
  const auto found =
      tensors_of(network, input, parameters, machine, type, kernels::Purpose::kTraining, 1);
  for (const auto& [name, gradient] : expected.gradients) {
    expect_near(name, found.at(name + ".grad"), gradient, tolerance_of(type));
  }
}

struct Shape {
  std::vector<std::uint32_t> sizes;
  std::uint32_t batch;
  const char* loss;
};

class MatrixUnit : public testing::TestWithParam<int> {};

TEST_P(MatrixUnit, StepsEqualTheReference) {
  const std::vector<Shape> shapes{{{37, 50, 20, 3}, 5, "ce_count"},
                                  {{16, 33, 3}, 33, "ce_rate"},
                                  {{5, 3}, 1, "ce_count"},
                                  {{49, 16, 16, 3}, 16, "mse_count"}};
  for (const Shape& shape : shapes) {
    const models::Network network = tests::make_network(
        {.sizes = shape.sizes, .time_steps = 4, .batch = shape.batch, .loss = shape.loss});
    for (const std::uint32_t tiles : {1U, 3U, 40U}) {
      SCOPED_TRACE(std::string(shape.loss) + " on " + std::to_string(tiles));
      ASSERT_NO_FATAL_FAILURE(expect_step(network, machine_of(tiles), GetParam()));
    }
  }
}

// All tiles of a chip, a layer that no few tiles could hold. Of this seed no membrane comes so near
// its threshold that the order of sums decides on a spike.
TEST_P(MatrixUnit, ALargeLayerOverAWholeChipEqualsTheReference) {
  const arch::Machine bow = arch::load_machine(BSPIKE_SOURCE_DIR "/configs/machines/bow.yaml");
  const models::Network network =
      tests::make_network({.sizes = {784, 1000, 10}, .time_steps = 2, .batch = 128, .seed = 2});
  expect_step(network, bow, GetParam());
}

bool has_copies(const models::Network& network, std::uint32_t tiles, int type) {
  const arch::Image image =
      kernels::compile(network, models::initial_parameters(network),
                       tests::machine_with_grid(tiles, tiles, 1, 1), matrix_mapping(type));
  return std::ranges::find(image.exchanges, "spread_weights", &arch::ExchangePlan::name) !=
         image.exchanges.end();
}

// Parts of samples hold copies of the weights; the second step shows whether all were updated.
TEST_P(MatrixUnit, CopiesOfWeightsStayEqual) {
  const models::Network network =
      tests::make_network({.sizes = {20, 18, 3}, .time_steps = 2, .batch = 96});
  ASSERT_TRUE(has_copies(network, 40, GetParam()));
  const models::StepInput input = random_input(network, 3);
  const models::ParameterSet parameters = half_parameters(network);
  const auto one = tensors_of(network, input, parameters, machine_of(1), GetParam(),
                              kernels::Purpose::kTraining, 3);
  const auto many = tensors_of(network, input, parameters, machine_of(40), GetParam(),
                               kernels::Purpose::kTraining, 3);
  for (const char* name : {"fc0.weight", "fc1.weight", "fc0.bias", "loss"}) {
    expect_near(name, many.at(name), one.at(name), 10 * tolerance_of(GetParam()));
  }
}

TEST_P(MatrixUnit, InferenceCountsTheReferencesSpikes) {
  const models::Network network =
      tests::make_network({.sizes = {37, 50, 3}, .time_steps = 4, .batch = 18});
  const models::StepInput input = random_input(network, 3);
  const models::ParameterSet parameters = half_parameters(network);
  const auto expected = models::reference_step<float>(network, input, parameters);
  Values counts(network.batch * 3, 0.0F);
  const Values& spikes = expected.spikes.back();
  for (std::size_t i = 0; i < spikes.size(); ++i) counts[i % counts.size()] += spikes[i];
  for (const std::uint32_t tiles : {1U, 7U}) {
    const auto found = tensors_of(network, input, parameters, machine_of(tiles), GetParam(),
                                  kernels::Purpose::kInference, 2);
    EXPECT_EQ(found.at("output.count"), counts) << tiles;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryType, MatrixUnit,
                         testing::Values(kernels::kMatrixF32, kernels::kMatrixF16),
                         [](const auto& tested) {
                           return tested.param == kernels::kMatrixF32 ? "f32" : "f16";
                         });

}  // namespace
}  // namespace bspike
