// Tests that the runs of the dense workload and of the population code compile, fit their chip, and
// exchange with the host what they say.
#include <gtest/gtest.h>

#include "kernels/compile.hpp"
#include "tools/driver/experiment.hpp"

namespace bspike::tests {
namespace {

const std::filesystem::path kRuns = BSPIKE_SOURCE_DIR "/configs/runs";

arch::Image compile_run(const char* name, const std::vector<std::string>& sets = {}) {
  const tools::Experiment experiment = tools::read_experiment(kRuns / name, {"", sets, {}});
  return kernels::compile(experiment.network, models::initial_parameters(experiment.network),
                          experiment.machine, experiment.file.mapping);
}

std::uint64_t stream_bytes(const arch::Image& image, const char* name) {
  return image.streams.at(image.stream_index(name)).total_bytes();
}

// 128 x 784 f16 and 128 labels in; 25 x 128 x 10 f32 and 128 terms of the loss out.
TEST(DenseRuns, ThePublishedWorkloadFitsAndReturnsWhatTheScriptDoes) {
  for (const char* type : {"f32", "f16"}) {
    const arch::Image image =
        compile_run("dense_snntorch.yaml", {std::string("mapping.matrix_type=") + type});
    EXPECT_EQ(stream_bytes(image, "input.constant"), 200704U);
    EXPECT_EQ(stream_bytes(image, "labels"), 512U);
    EXPECT_EQ(stream_bytes(image, "output.spikes"), 128000U);
    EXPECT_EQ(stream_bytes(image, "output.loss"), 512U);
    EXPECT_EQ(image.tile_images.size(), 1472U);
  }
}

// The neurons of the published hidden layer: 63 blocks of 16, 16 parts of 8 samples.
TEST(DenseRuns, NeuronsAreSpreadOverSamples) {
  const tools::Experiment experiment = tools::read_experiment(kRuns / "dense_snntorch.yaml", {});
  const kernels::Placement placement =
      kernels::place(experiment.network, experiment.machine, experiment.file.mapping);
  EXPECT_EQ(placement.layers[0].size(), 63U * 16);
  EXPECT_EQ(placement.layers[1].size(), 16U);
  EXPECT_EQ(placement.layers[0][1].first_sample, 8U);
  EXPECT_EQ(placement.layers[0][1].samples, 8U);
}

TEST(DenseRuns, PopulationCodesCompile) {
  EXPECT_EQ(stream_bytes(compile_run("population_10.yaml"), "output.counts"), 128U * 10 * 4);
  EXPECT_EQ(stream_bytes(compile_run("population_500.yaml"), "output.counts"), 128U * 500 * 4);
}

}  // namespace
}  // namespace bspike::tests
