// Owns the proof that reference cases hold on the virtual machine: at one tile, at an odd number,
// at more tiles than neurons, whatever order tiles run in and with every executor.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "models/reference/case_file.hpp"
#include "models/reference/compare_case.hpp"
#include "models/reference/run_case.hpp"
#include "sim/engine/compiled/compiled_executor.hpp"
#include "tools/driver/machine_case.hpp"
#include "tools/driver/run_file.hpp"

namespace bspike::tests {
namespace {

using models::CaseResult;
using models::ReferenceCase;
using tools::MachineCaseOptions;

const std::string kCases = BSPIKE_SOURCE_DIR "/tests/data/reference/snntorch";

const arch::Machine& bow() {
  static const arch::Machine machine = arch::build_machine(
      *tools::load_machine_tree(BSPIKE_SOURCE_DIR "/configs/machines/bow.yaml", {}));
  return machine;
}

struct Setting {
  std::string file;
  std::uint32_t tiles;  // 0: all 1472, more than any case has neurons
  std::uint64_t shuffle_seed;
  sim::Engine engine;
};

void PrintTo(const Setting& setting, std::ostream* out) {
  *out << setting.file << " on " << setting.tiles << " tiles, shuffle " << setting.shuffle_seed
       << (setting.engine == sim::Engine::kCompiled ? ", compiled" : "");
}

ReferenceCase load(const std::string& file) {
  return models::read_case(kCases + "/" + file + ".json");
}

CaseResult on_machine(const ReferenceCase& the_case, std::uint32_t tiles, std::uint64_t shuffle,
                      sim::Engine engine = sim::Engine::kInterpreter) {
  MachineCaseOptions options;
  options.mapping.tiles = tiles;
  // All of s16 on one tile fits with fewer replicas only.
  options.mapping.gradient_replicas = tiles == 1 ? 2 : 0;
  options.shuffle_seed = shuffle;
  options.engine = engine;
  options.check_races = engine == sim::Engine::kInterpreter;
  return tools::run_case_on_machine(the_case, bow(), options);
}

void expect_all_pass(const std::vector<models::ComparisonRow>& rows) {
  EXPECT_GT(rows.size(), 5u);
  for (const models::ComparisonRow& row : rows) {
    EXPECT_TRUE(row.pass) << row.tensor << ": error " << row.largest_error << ", tolerance "
                          << row.tolerance;
  }
}

class CaseOnMachine : public testing::TestWithParam<Setting> {};

TEST_P(CaseOnMachine, HoldsEveryTolerance) {
  const Setting setting = GetParam();
  const ReferenceCase the_case = load(setting.file);
  if (setting.engine == sim::Engine::kCompiled && !sim::has_code_generator()) {
    GTEST_SKIP() << "built without a code generator";
  }
  const CaseResult found =
      on_machine(the_case, setting.tiles, setting.shuffle_seed, setting.engine);
  expect_all_pass(models::compare_case(the_case, found));
}

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kCases)) {
    const std::string name = entry.path().stem().string();
    if (name.starts_with('s') && entry.path().extension() == ".json") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<Setting> settings() {
  std::vector<Setting> list;
  for (const std::string& file : case_names()) {
    for (const std::uint32_t tiles : {1u, 7u, 0u}) {
      list.push_back({file, tiles, 0, sim::Engine::kCompiled});
      list.push_back({file, tiles, 20240607, sim::Engine::kInterpreter});
    }
  }
  return list;
}

INSTANTIATE_TEST_SUITE_P(SnnTorch, CaseOnMachine, testing::ValuesIn(settings()),
                         [](const auto& tested) {
                           const Setting& setting = tested.param;
                           return setting.file + "_on_" +
                                  (setting.tiles == 0 ? "all" : std::to_string(setting.tiles)) +
                                  (setting.engine == sim::Engine::kCompiled ? "_compiled"
                                                                            : "_shuffled");
                         });

// Bits are equal for any tile order.
void expect_same_bits(const CaseResult& one, const CaseResult& other) {
  EXPECT_EQ(one.spikes, other.spikes);
  EXPECT_EQ(one.states, other.states);
  EXPECT_EQ(one.loss, other.loss);
  EXPECT_EQ(one.gradients, other.gradients);
  EXPECT_EQ(one.after_sgd, other.after_sgd);
  EXPECT_EQ(one.after_adam, other.after_adam);
  EXPECT_EQ(one.step_parameters, other.step_parameters);
}

TEST(TileOrder, ChangesNoBit) {
  const ReferenceCase the_case = load("s13_leaky_deep");
  const CaseResult straight = on_machine(the_case, 7, 0);
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    expect_same_bits(straight, on_machine(the_case, 7, seed));
  }
}

// Across tile counts sums are taken in another order, but spikes stay equal.
TEST(TileCount, ChangesNoSpike) {
  const ReferenceCase the_case = load("s02_leaky_zero_ce_rate");
  const CaseResult one = on_machine(the_case, 1, 0);
  for (const std::uint32_t tiles : {2u, 3u, 5u, 0u}) {
    EXPECT_EQ(on_machine(the_case, tiles, 0).spikes, one.spikes) << tiles;
  }
}

}  // namespace
}  // namespace bspike::tests
