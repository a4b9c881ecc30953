// Owns the tests of runs with convolutions through the command: stages as text, training, saving,
// evaluation, tensors and the report.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "tests/support/run_program.hpp"

namespace bspike::tests {
namespace {

// Digits of 8 x 8 pixels: 6 x 6 sums, 3 x 3 neurons of each of 4 channels.
const std::string kRun =
    " " + shell_quoted(BSPIKE_SOURCE_DIR "/configs/runs/tiny.yaml") +
    " --set 'network.input={shape: [1, 8, 8]}' --set 'network.layers[0]={name: maps, projection: "
    "{kind: conv2d, channels: 4, kernel: 3, pool: {kind: max, size: 2}}}' --set "
    "network.defaults.neuron.surrogate.slope=5 "
    "--set network.optimizer.lr=0.02";

ProgramResult bspike(const std::string& arguments, const std::filesystem::path& folder) {
  return run_shell(shell_quoted(BSPIKE_BINARY) + " " + arguments, folder);
}

class ConvolutionRun : public testing::Test {
 protected:
  std::string output_of(const std::string& arguments) {
    const ProgramResult result = bspike(arguments, folder_.path());
    EXPECT_EQ(result.exit_code, 0) << arguments << "\n" << result.err;
    return result.out;
  }
  TemporaryFolder folder_;
};

TEST_F(ConvolutionRun, ShowsItsStages) {
  const std::string network = output_of("run" + kRun + " --emit network");
  EXPECT_NE(network.find("kind: conv2d"), std::string::npos) << network;
  EXPECT_NE(network.find("shape: [1, 8, 8]"), std::string::npos) << network;
  const std::string placement = output_of("run" + kRun + " --emit placement");
  EXPECT_NE(placement.find("neurons 18..35"), std::string::npos) << placement;
  EXPECT_NE(output_of("run" + kRun + " --emit plan").find("exchange forward.layer0"),
            std::string::npos);
}

TEST_F(ConvolutionRun, TrainsSavesAndReports) {
  output_of("run" + kRun +
            " --steps 40 --save maps.ckpt --dump conv0.weight --dump maps.mem --out out");
  for (const char* file : {"out/conv0.weight.npy", "out/maps.mem.npy"})
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / file)) << file;
  const auto report = nlohmann::json::parse(read_file(folder_.path() / "out/report.json"));
  const auto loss = report.at("training").at("loss").get<std::vector<double>>();
  ASSERT_EQ(loss.size(), 40u);
  const auto mean = [&](std::ptrdiff_t first) {
    return std::accumulate(loss.begin() + first, loss.begin() + first + 10, 0.0) / 10;
  };
  EXPECT_LT(mean(30), 0.8 * mean(0));
  const auto evaluated =
      nlohmann::json::parse(output_of("evaluate" + kRun + " --load maps.ckpt --json"));
  EXPECT_GT(evaluated.at("accuracy").get<double>(), 0.5);
  EXPECT_NE(output_of("run" + kRun + " --steps 1 --load maps.ckpt").find("1 steps"),
            std::string::npos);
}

}  // namespace
}  // namespace bspike::tests
