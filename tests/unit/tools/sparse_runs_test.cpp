// Tests that every shipped run of the sparse program is read and placed on its chip, that the
// smallest one compiles, and that the one that cannot fit says why.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "kernels/compile.hpp"
#include "models/hdf5/hdf5_server.hpp"
#include "tests/support/run_program.hpp"
#include "tools/driver/experiment.hpp"

namespace bspike::tests {
namespace {

const std::filesystem::path kRuns = BSPIKE_SOURCE_DIR "/configs/runs/sparse";

TEST(SparseRuns, EachIsReadAndFillsItsChip) {
  std::size_t runs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kRuns)) {
    SCOPED_TRACE(entry.path());
    const tools::Experiment experiment = tools::read_experiment(entry.path(), {});
    const kernels::Placement placement =
        kernels::place(experiment.network, experiment.machine, experiment.file.mapping);
    ASSERT_EQ(placement.layers.size(), experiment.network.layers());
    EXPECT_EQ(placement.layers.front().front().tile, 1U);
    EXPECT_EQ(placement.layers.back().back().tile, 1471U);
    ++runs;
  }
  EXPECT_EQ(runs, 240U);
}

// Every measured network has its run.
TEST(SparseRuns, MeasuredOnesAreThere) {
  for (const char* layers : {"2", "3", "4", "5"}) {
    for (const char* activity : {"01", "05", "10"}) {
      EXPECT_TRUE(std::filesystem::exists(
          kRuns / (std::string("log_") + layers + "hid_" + activity + ".yaml")));
    }
  }
}

arch::Image compile_run(const char* name) {
  const tools::Experiment experiment = tools::read_experiment(kRuns / name, {});
  return kernels::compile(experiment.network, models::initial_parameters(experiment.network),
                          experiment.machine, experiment.file.mapping);
}

TEST(SparseRuns, SmallestMeasuredOneCompiles) {
  const arch::Image image = compile_run("log_5hid_01.yaml");
  EXPECT_EQ(image.tile_images.size(), 1472U);
  EXPECT_NE(image.tensor_index("n5.list.spikes"), arch::kNoIndex);
}

TEST(SparseRuns, ThirtyTwoNeuronsOnATileDoNotFit) {
  try {
    (void)compile_run("multi_neuron_nmnist_32npt_48hid_05.yaml");
    FAIL() << "it fits";
  } catch (const kernels::DoesNotFit& refusal) {
    EXPECT_EQ(refusal.largest.front().name, "layer0.gradient_replicas");
    EXPECT_GT(refusal.bytes, refusal.budget);
  }
}

// With small recordings in the place of the data sets, which users bring.
TEST(SparseRuns, OnBroughtRecordingsTrain) {
  if (!models::hdf5_is_built()) GTEST_SKIP() << "built without libhdf5-dev";
  const std::string made = BSPIKE_SOURCE_DIR "/tests/made/";
  const std::vector<std::string> shd = {"--set", "dataset.train=" + made + "shd/words.h5", "--set",
                                        "dataset.test=" + made + "shd/words.h5"};
  const std::vector<std::string> dvs = {"--set", "dataset.root=" + made + "gesture"};
  for (const auto& [name, brought] :
       {std::pair{"multi_layer_shd_3hid_05", shd}, std::pair{"multi_neuron_shd_2npt_2hid_01", shd},
        std::pair{"multi_layer_dvs_2hid_01", dvs}}) {
    std::vector<std::string> arguments = {"run",   (kRuns / name).string() + ".yaml",
                                          "--set", "network.batch=2",
                                          "--set", "network.time_steps=4"};
    arguments.insert(arguments.end(), brought.begin(), brought.end());
    const ProgramResult result = run_bspike(arguments);
    EXPECT_EQ(result.exit_code, 0) << name << result.err;
    EXPECT_NE(result.out.find("1,472 active, 0 idle"), std::string::npos) << name << result.out;
    arguments.resize(2);
    EXPECT_EQ(run_bspike(arguments).exit_code, 2) << name;
  }
}

}  // namespace
}  // namespace bspike::tests
