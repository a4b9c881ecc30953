// Owns the tests of runs with tensors in f16 as a user meets them: files, reports, images.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/run_program.hpp"

namespace bspike::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string kTiny = BSPIKE_SOURCE_DIR "/configs/runs/tiny.yaml";
const std::string kHalf = "mapping={types: {weights: f16, states: f16, gradients: f16}}";

void must_run(std::vector<std::string> arguments, const fs::path& folder) {
  arguments.insert(arguments.begin(), {"run", kTiny, "--quiet"});
  const ProgramResult result = run_bspike(arguments, folder);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
}

json report_of(const fs::path& folder) { return json::parse(read_file(folder / "report.json")); }

TEST(HalfRuns, DumpsHoldTwoBytesAnElement) {
  const TemporaryFolder folder;
  must_run({"--set", kHalf, "--steps", "1", "--out", "d", "--dump", "fc1.weight", "--dump",
            "n0.mem", "--dump", "fc0.weight.grad", "--dump", "fc1.weight.exp_avg"},
           folder.path());
  const auto file = [&](const char* name) {
    return read_file(folder.path() / "d" / (std::string(name) + ".npy"));
  };
  // 10 x 16 weights; 6 steps x 8 samples x 16 neurons; 16 x 64 gradients.
  EXPECT_EQ(file("fc1.weight").size(), 128u + 10 * 16 * 2);
  EXPECT_NE(file("fc1.weight").find("'<f2'"), std::string::npos);
  EXPECT_EQ(file("n0.mem").size(), 128u + 6 * 8 * 16 * 2);
  EXPECT_EQ(file("fc0.weight.grad").size(), 128u + 16 * 64 * 2);
  EXPECT_EQ(file("fc1.weight.exp_avg").size(), 128u + 10 * 16 * 4);  // states of optimisers: f32
}

TEST(HalfRuns, TwoAndTwoStepsEqualFour) {
  const TemporaryFolder folder;
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"--set", kHalf, "--functional"});
    must_run(more, folder.path());
  };
  run({"--steps", "4", "--save", "four.ckpt"});
  run({"--steps", "2", "--save", "two.ckpt"});
  run({"--steps", "2", "--load", "two.ckpt", "--save", "both.ckpt"});
  EXPECT_EQ(read_file(folder.path() / "four.ckpt"), read_file(folder.path() / "both.ckpt"));
}

// Weights trained in f16 go on in f32 as they are, so that the way back changes nothing.
TEST(HalfRuns, CheckpointsGoFromOneTypeToTheOther) {
  const TemporaryFolder folder;
  const std::string still = "network.optimizer={name: SGD, lr: 0.0}";
  must_run({"--functional", "--steps", "1", "--set", kHalf, "--set", still, "--save", "half.ckpt"},
           folder.path());
  must_run({"--functional", "--steps", "1", "--set", still, "--load", "half.ckpt", "--save",
            "single.ckpt"},
           folder.path());
  must_run({"--functional", "--steps", "1", "--set", kHalf, "--set", still, "--load", "single.ckpt",
            "--save", "again.ckpt", "--out", "d", "--dump", "fc0.weight"},
           folder.path());
  must_run({"--functional", "--steps", "1", "--set", kHalf, "--set", still, "--load", "half.ckpt",
            "--out", "e", "--dump", "fc0.weight"},
           folder.path());
  EXPECT_EQ(read_file(folder.path() / "d/fc0.weight.npy"),
            read_file(folder.path() / "e/fc0.weight.npy"));
  EXPECT_GT(read_file(folder.path() / "single.ckpt").size(),
            read_file(folder.path() / "half.ckpt").size());
}

TEST(HalfRuns, TheReportCountsOverflows) {
  const TemporaryFolder folder;
  must_run({"--set", kHalf, "--steps", "2", "--out", "half"}, folder.path());
  const json training = report_of(folder.path() / "half").at("training");
  EXPECT_EQ(training.at("gradient_overflows"), (json{0.0, 0.0}));
  // A loss of squares without a mean, far from its target, at the largest scale.
  must_run(
      {"--set", "mapping={types: {gradients: f16}, gradient_scale: 65536}", "--set",
       "network.loss={name: mse_count, correct_rate: 1.0, incorrect_rate: 1.0}", "--set",
       "network.batch=1", "--set", "network.defaults.neuron.surrogate={name: straight_through}",
       "--steps", "1", "--out", "large"},
      folder.path());
  const json large = report_of(folder.path() / "large").at("training");
  EXPECT_GT(large.at("gradient_overflows").at(0).get<double>(), 0.0);
  must_run({"--steps", "1", "--out", "single"}, folder.path());
  EXPECT_FALSE(report_of(folder.path() / "single").at("training").contains("gradient_overflows"));
}

// Types that are all f32 are what a run file without them has.
TEST(HalfRuns, SingleTypesChangeNothing) {
  const TemporaryFolder folder;
  const auto text = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run", kTiny, "--emit", "asm"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_bspike(arguments, folder.path()).out;
  };
  const std::string plain = text({});
  EXPECT_GT(plain.size(), 50u);
  EXPECT_EQ(text({"--set", "mapping={types: {weights: f32, states: f32}}"}), plain);
  EXPECT_NE(text({"--set", kHalf}), plain);
}

}  // namespace
}  // namespace bspike::tests
