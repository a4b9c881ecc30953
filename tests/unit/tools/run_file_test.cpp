// Owns the tests of run files: layering, overrides, resolved form, reference.
#include "tools/driver/run_file.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/run_program.hpp"
#include "tools/driver/experiment.hpp"

namespace bspike::tests {
namespace {

using tools::Experiment;
using tools::Overrides;
using tools::read_experiment;

const std::string kTiny = BSPIKE_SOURCE_DIR "/configs/runs/tiny.yaml";

TEST(RunFile, ReadsSectionsByName) {
  const Experiment experiment = read_experiment(kTiny, {});
  EXPECT_EQ(experiment.machine.name, "tiny");
  EXPECT_EQ(experiment.network.input().size, 64u);
  EXPECT_EQ(experiment.file.run.steps, 4u);
}

TEST(RunFile, CommandLineOverridesTheFile) {
  Overrides overrides;
  overrides.machine = BSPIKE_SOURCE_DIR "/configs/machines/bow.yaml";
  overrides.sets = {"network.batch=5", "machine.sync.barrier=77cycles", "run.order=sequential"};
  overrides.steps = 9;
  const Experiment experiment = read_experiment(kTiny, overrides);
  EXPECT_EQ(experiment.machine.name, "bow");
  EXPECT_EQ(experiment.machine.sync.barrier_cycles, 77u);
  EXPECT_EQ(experiment.network.batch, 5u);
  EXPECT_EQ(experiment.file.run.order, static_cast<int>(tools::BatchOrder::kSequential));
  EXPECT_EQ(experiment.file.run.steps, 9u);
}

TEST(RunFile, SetMayNameAnotherMachineAndThenChangeIt) {
  Overrides overrides;
  overrides.sets = {"machine=" BSPIKE_SOURCE_DIR "/configs/machines/mk1_gc2.yaml",
                    "machine.sync.barrier=50cycles"};
  const Experiment experiment = read_experiment(kTiny, overrides);
  EXPECT_EQ(experiment.machine.name, "mk1_gc2");
  EXPECT_EQ(experiment.machine.sync.barrier_cycles, 50u);
}

TEST(RunFile, SectionExtendsAFileOfItsKind) {
  const Experiment experiment = read_experiment(BSPIKE_SOURCE_DIR "/configs/runs/digits.yaml", {});
  EXPECT_EQ(experiment.machine.name, "bow64");
  EXPECT_EQ(experiment.machine.chip.tiles, 64u);
  EXPECT_EQ(experiment.machine.clock_hz, 1.85e9);
}

TEST(RunFile, ResolvedFormIsAFixedPoint) {
  const TemporaryFolder folder;
  const Experiment first = read_experiment(kTiny, {});
  write_file(folder.path() / "resolved.yaml", first.configuration);
  const Experiment second = read_experiment(folder.path() / "resolved.yaml", {});
  EXPECT_EQ(second.configuration, first.configuration);
}

// docs/configuration.md holds the reference between two marks.
TEST(RunFile, ReferenceIsUpToDate) {
  const std::string file = BSPIKE_SOURCE_DIR "/docs/configuration.md";
  const std::string begin =
      "<!-- run file: written by tests/unit/tools/run_file_test.cpp with BSPIKE_REBASE=1 -->\n";
  const std::string end = "<!-- end of run file -->";
  std::string text = read_file(file);
  const std::size_t from = text.find(begin);
  const std::size_t to = text.find(end);
  ASSERT_NE(from, std::string::npos);
  ASSERT_NE(to, std::string::npos);
  const std::size_t at = from + begin.size();
  if (std::getenv("BSPIKE_REBASE") != nullptr) {
    write_file(file, text.replace(at, to - at, tools::document_run_file()));
    return;
  }
  EXPECT_EQ(text.substr(at, to - at), tools::document_run_file());
}

}  // namespace
}  // namespace bspike::tests
