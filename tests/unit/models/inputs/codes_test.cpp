// Owns the tests of latency and delta coding against trains computed with PyTorch
// (tests/made/make_codes.py), and of what they refuse.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "models/inputs/delta.hpp"
#include "models/inputs/encoder.hpp"
#include "models/inputs/latency.hpp"
#include "tests/unit/models/inputs/damage.hpp"

namespace bspike::models {
namespace {

using nlohmann::json;

LatencyCoding latency_of(const json& options) {
  LatencyCoding coding;
  coding.threshold = options.value("threshold", coding.threshold);
  coding.tau = options.value("tau", coding.tau);
  coding.first_spike_time = options.value("first_spike_time", coding.first_spike_time);
  coding.epsilon = options.value("epsilon", coding.epsilon);
  coding.normalize = options.value("normalize", false);
  coding.linear = options.value("linear", false);
  coding.clip = options.value("clip", false);
  coding.bypass = options.value("bypass", false);
  return coding;
}

DeltaCoding delta_of(const json& options) {
  DeltaCoding coding;
  coding.threshold = options.value("threshold", coding.threshold);
  coding.padding = options.value("padding", false);
  coding.off_spike = options.value("off_spike", false);
  return coding;
}

SpikeTrain encode(const json& test, const std::vector<std::uint8_t>& pixels) {
  const json& options = test.at("options");
  const EncoderRow row = test.at("code") == "latency" ? latency_row() : delta_row();
  return row.encode({.picture = pixels,
                     .level_bits = 8,
                     .time_steps = options.at("steps").get<std::uint32_t>(),
                     .latency = latency_of(options),
                     .delta = delta_of(options)});
}

TEST(Codes, AreThoseOfSnntorch) {
  std::ifstream file(test::kMade + "codes.json");
  const json cases = json::parse(file);
  ASSERT_GT(cases.size(), 90u);
  for (const json& test : cases) {
    const auto pixels = test.at("pixels").get<std::vector<std::uint8_t>>();
    const std::string what = test.at("code").get<std::string>() + test.at("options").dump();
    if (test.at("train").is_null())
      EXPECT_THROW((void)encode(test, pixels), arch::base::ConfigError) << what;
    else
      EXPECT_EQ(encode(test, pixels), test.at("train").get<SpikeTrain>()) << what;
  }
}

// By hand: ln(x / (x - 0.5)) at x = 1 is ln 2 = 0.69, so step 1; at 0.6 ln 6 = 1.79, step 2.
TEST(Latency, IsTheTimeToChargeALeakyNeuron) {
  const std::vector<std::uint8_t> picture{16, 10};  // 1 and 0.625: ln 5 = 1.61
  EXPECT_EQ(
      latency_row().encode(
          {.picture = picture, .level_bits = 4, .time_steps = 4, .latency = {.threshold = 0.5}}),
      (SpikeTrain{{}, {0}, {1}, {}}));
}

TEST(Latency, SaysWhatToDoAboutLateSpikes) {
  const std::vector<std::uint8_t> picture{0, 255};
  const auto message = [&](std::uint32_t steps, LatencyCoding coding) {
    return test::message_of([&] {
      (void)latency_row().encode(
          {.picture = picture, .level_bits = 8, .time_steps = steps, .latency = coding});
    });
  };
  // ln(0.0100001 / 1e-7) = 11.51 is nearest to 12.
  EXPECT_EQ(message(5, {}),
            "dataset.encoding.bypass: the last spike would be at time step 12, but there are only "
            "5\n  hint: set normalize to true or a smaller tau, or bypass to true to drop such "
            "spikes");
  EXPECT_EQ(message(5, {.first_spike_time = 5}),
            "dataset.encoding.first_spike_time: found \"5\", but there are only 5 time steps");
  EXPECT_EQ(message(5, {.normalize = true}), "no error");
}

TEST(Delta, CutsAPictureIntoTimeSteps) {
  EncoderSpec spec;
  const auto inputs = delta_row().inputs;
  EXPECT_EQ(inputs(spec, 784, 28), 28u);
  spec.delta.off_spike = true;
  EXPECT_EQ(inputs(spec, 784, 28), 56u);
  EXPECT_EQ(test::message_of([&] { (void)inputs(spec, 784, 25); }),
            "dataset.encoding: the encoding \"delta\" cuts a picture into time steps, but 784 "
            "pixels do not divide by 25\n"
            "  hint: set network.time_steps to the picture's rows");
}

// The definition's own example, scaled: 1, 2, 0, 2, 2.9 with threshold 1 rises at 0, 1 and 3, falls
// at 2.
TEST(Delta, MarksFallsAsInputsOfTheirOwn) {
  const std::vector<std::uint8_t> picture{4, 8, 0, 8, 11};
  EXPECT_EQ(delta_row().encode({.picture = picture,
                                .level_bits = 4,
                                .time_steps = 5,
                                .delta = {.threshold = 0.25, .off_spike = true}}),
            (SpikeTrain{{0}, {0}, {1}, {0}, {}}));
}

}  // namespace
}  // namespace bspike::models
