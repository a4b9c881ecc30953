// Owns the proof that convolutions hold on the virtual machine: PyTorch's training steps at one
// tile, at an odd number, at more tiles than channels, in replicas; race-free, and
// with the compiling engine.
#include <gtest/gtest.h>

#include "models/reference/case_file.hpp"
#include "models/reference/compare_case.hpp"
#include "sim/engine/compiled/compiled_executor.hpp"
#include "tools/driver/machine_case.hpp"
#include "tools/driver/run_file.hpp"

namespace bspike::tests {
namespace {

const std::string kFolder = BSPIKE_SOURCE_DIR "/tests/made/conv/";

const arch::Machine& bow() {
  static const arch::Machine machine = arch::build_machine(
      *tools::load_machine_tree(BSPIKE_SOURCE_DIR "/configs/machines/bow.yaml", {}));
  return machine;
}

// On all tiles each sample has a replica of the network to itself.
struct Setting {
  std::string file;
  std::uint32_t tiles;         // 0: all
  std::uint32_t replicas = 0;  // 0: chosen
};

std::string name_of(const Setting& setting) {
  return setting.file + "_on_" + (setting.tiles == 0 ? "all" : std::to_string(setting.tiles)) +
         (setting.replicas == 0 ? "" : "_in_" + std::to_string(setting.replicas));
}

void PrintTo(const Setting& setting, std::ostream* out) { *out << name_of(setting); }

class ConvolutionOnMachine : public testing::TestWithParam<Setting> {
 protected:
  void expect_all_pass(tools::MachineCaseOptions options) const {
    options.mapping.tiles = GetParam().tiles;
    options.mapping.replicas = GetParam().replicas;
    const models::ReferenceCase the_case =
        models::read_case(std::filesystem::path(kFolder + GetParam().file + ".json"));
    const auto rows =
        models::compare_case(the_case, tools::run_case_on_machine(the_case, bow(), options));
    EXPECT_GT(rows.size(), 10u);
    for (const models::ComparisonRow& row : rows)
      EXPECT_TRUE(row.pass) << row.tensor << ": error " << row.largest_error << ", tolerance "
                            << row.tolerance;
  }
};

TEST_P(ConvolutionOnMachine, HoldsEveryToleranceWithoutRaces) {
  tools::MachineCaseOptions options;
  options.check_races = true;
  options.shuffle_seed = 20240607;
  expect_all_pass(options);
}

class CompiledConvolution : public ConvolutionOnMachine {};

TEST_P(CompiledConvolution, HoldsEveryTolerance) {
  if (!sim::has_code_generator()) GTEST_SKIP() << "built without a code generator";
  tools::MachineCaseOptions options;
  options.engine = sim::Engine::kCompiled;
  expect_all_pass(options);
}

std::vector<Setting> settings(std::initializer_list<std::uint32_t> tile_counts) {
  std::vector<Setting> list;
  for (const char* file : {"c01_max", "c02_average", "c03_strides", "c04_stack", "c05_output",
                           "c06_floor", "c07_floor_sum", "c08_delays"})
    for (const std::uint32_t tiles : tile_counts) list.push_back({file, tiles});
  for (const char* file : {"c01_max", "c04_stack"}) list.push_back({file, 5, 2});
  list.push_back({"c02_average", 3, 3});
  return list;
}

INSTANTIATE_TEST_SUITE_P(Torch, ConvolutionOnMachine, testing::ValuesIn(settings({1, 3, 0})),
                         [](const auto& tested) { return name_of(tested.param); });
INSTANTIATE_TEST_SUITE_P(Torch, CompiledConvolution, testing::ValuesIn(settings({0})),
                         [](const auto& tested) { return name_of(tested.param); });

}  // namespace
}  // namespace bspike::tests
