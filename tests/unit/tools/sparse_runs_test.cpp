// Tests that every shipped run of the sparse program is read and placed on its chip, that the
// smallest one compiles, and that the one that cannot fit says why.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "kernels/compile.hpp"
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
  EXPECT_GE(runs, 12U);
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
    (void)compile_run("multi_neuron_nmnist_32npt_05.yaml");
    FAIL() << "it fits";
  } catch (const kernels::DoesNotFit& refusal) {
    EXPECT_EQ(refusal.largest.front().name, "layer0.gradient_replicas");
    EXPECT_GT(refusal.bytes, refusal.budget);
  }
}

}  // namespace
}  // namespace bspike::tests
