// Owns the tests of the event generator: what a moving edge must look like, the rate over
// Fashion-MNIST, and the data sets whose samples are recordings.
#include "models/inputs/event_generator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "arch/base/diagnostics.hpp"
#include "models/inputs/batches.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint8_t> square(std::uint8_t brightness) {
  std::vector<std::uint8_t> picture(28 * 28, 0);
  for (std::uint32_t y = 10; y < 18; ++y)
    for (std::uint32_t x = 10; x < 18; ++x) picture[y * 28 + x] = brightness;
  return picture;
}

TEST(EventGenerator, APictureWithoutContrastGivesNoEvents) {
  EXPECT_TRUE(generate_events(std::vector<std::uint8_t>(28 * 28, 0)).empty());
  EXPECT_TRUE(
      generate_events(square(5)).empty());  // ln(0.1 + 0.02) - ln(0.1) is below the threshold
}

TEST(EventGenerator, EventsLieAroundTheEdgesOfTheMovingSquare) {
  const auto events = generate_events(square(255));
  ASSERT_GT(events.size(), 100u);
  for (const Event& event : events) {
    // The square is at 13 to 20 in the sensor and moves by at most 2.5; interpolation adds one.
    EXPECT_TRUE(event.x >= 9 && event.x <= 24 && event.y >= 9 && event.y <= 24);
    EXPECT_LT(event.time_us, 300000u);
  }
  EXPECT_TRUE(std::is_sorted(events.begin(), events.end(),
                             [](const Event& a, const Event& b) { return a.time_us < b.time_us; }));
  EXPECT_EQ(generate_events(square(255)), events);
}

// In the first saccade the picture moves right and down: pixels at its right end become brighter,
// those at its left end darker.
TEST(EventGenerator, TheLeadingEdgeBrightensAndTheTrailingEdgeDarkens) {
  std::uint32_t wrong = 0, right = 0;
  for (const Event& event : generate_events(square(255))) {
    if (event.time_us >= 100000 || event.y != 16) continue;
    if (event.x >= 18) ++(event.brighter ? right : wrong);
    if (event.x <= 15) ++(event.brighter ? wrong : right);
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(right, 6u);
}

// The path ends where it began, so each pixel that went up came down as often, to within what the
// threshold leaves open.
TEST(EventGenerator, BothPolaritiesBalance) {
  std::int64_t balance = 0, total = 0;
  for (const Event& event : generate_events(square(200))) {
    balance += event.brighter ? 1 : -1;
    ++total;
  }
  EXPECT_LT(std::abs(balance) * 10, total);
}

DatasetSpec fashion(const char* kind) {
  const std::string folder = "/usr/share/datasets/fashion-mnist/";
  DatasetSpec spec;
  spec.row = test::row_named(dataset_table(), kind);
  spec.paths = {{"train_images", folder + "train-images-idx3-ubyte.gz"},
                {"train_labels", folder + "train-labels-idx1-ubyte.gz"},
                {"test_images", folder + "t10k-images-idx3-ubyte.gz"},
                {"test_labels", folder + "t10k-labels-idx1-ubyte.gz"}};
  spec.numbers = {{"classes", 10}, {"window", 34}};
  return spec;
}

class FashionEvents : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(fashion("idx").paths.at("test_images")))
      GTEST_SKIP() << "dataset-fashion-mnist is not installed";
  }
};

// The generator is tuned to 14 events a millisecond over the first 100 ms, the rate of N-MNIST.
TEST_F(FashionEvents, HaveTheRateOfNmnist) {
  const auto pictures = open_dataset(fashion("idx"), Split::kTest);
  std::uint64_t early = 0, total = 0;
  constexpr std::uint64_t kSamples = 200;
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    const auto events = generate_events(*pictures, i);
    ASSERT_FALSE(events.empty());
    for (const Event& event : events)
      early += event.time_us < events.front().time_us + 100000 ? 1 : 0;
    total += events.size();
  }
  EXPECT_NEAR(static_cast<double>(early) / kSamples / 100, 14, 0.5);
  EXPECT_NEAR(static_cast<double>(total) / kSamples / 300, 13, 0.5);
}

TEST_F(FashionEvents, AreTheSameFromDiskAndFromMemory) {
  const auto generated = open_dataset(fashion("generated_events"), Split::kTest);
  EXPECT_EQ(generated->input_size(), 2312u);
  EXPECT_EQ(generated->frame().value().window_width, 34u);
  const fs::path root = testing::TempDir() + "bspike_event_folder";
  fs::remove_all(root);
  for (std::uint32_t label = 0; label < 10; ++label)
    fs::create_directories(root / "Test" / std::to_string(label));
  const auto pictures = open_dataset(fashion("idx"), Split::kTest);
  for (std::uint64_t i = 0; i < 4; ++i)
    write_event_file(root / event_file_path(false, pictures->label(i), i),
                     generate_events(*pictures, i));
  DatasetSpec spec;
  spec.row = test::row_named(dataset_table(), "nmnist");
  spec.paths["root"] = root.string();
  spec.numbers = {{"files_a_class", 0}, {"window", 34}};
  const auto read = open_dataset(spec, Split::kTest);
  ASSERT_EQ(read->samples(), 4u);
  std::uint32_t found = 0;
  for (std::uint64_t i = 0; i < 4; ++i)
    for (std::uint64_t k = 0; k < 4; ++k)
      if (read->recording(i) == generated->recording(k)) {
        EXPECT_EQ(read->label(i), generated->label(k));
        ++found;
      }
  EXPECT_EQ(found, 4u);
  spec.numbers["files_a_class"] = 1;
  EXPECT_LE(open_dataset(spec, Split::kTest)->samples(), 4u);
  EXPECT_THROW((void)open_dataset(spec, Split::kTrain), arch::base::ConfigError);
  fs::remove_all(root);
}

TEST_F(FashionEvents, BecomeTheInputOfAMeasuredNetwork) {
  const Network network = build_network(
      *arch::base::load_extended(BSPIKE_SOURCE_DIR "/configs/networks/sparse/log_2hid_10.yaml"));
  const auto dataset = open_dataset(fashion("generated_events"), Split::kTest);
  check_fits(*dataset, {}, network);
  EncoderSpec encoder;
  encoder.row = test::row_named(encoder_table(), "events");
  std::vector<std::uint64_t> samples(48);
  for (std::uint64_t i = 0; i < 48; ++i) samples[i] = i;
  const StepInput input = training_input(network, *dataset, encoder, 0, samples);
  ASSERT_EQ(input.ids.size(), 4800u);
  std::uint64_t total = 0;
  for (const auto& ids : input.ids) {
    EXPECT_LE(ids.size(), 32u);
    EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
    if (!ids.empty()) {
      EXPECT_LT(ids.back(), 2312u);
    }
    total += ids.size();
  }
  EXPECT_GT(total, 4800u * 8);
}

// The measured network itself, with fewer samples: four steps of Adam on one batch.
TEST_F(FashionEvents, TrainAMeasuredNetwork) {
  Network network = build_network(
      *arch::base::load_extended(BSPIKE_SOURCE_DIR "/configs/networks/sparse/log_5hid_10.yaml"));
  network.batch = 4;
  const auto dataset = open_dataset(fashion("generated_events"), Split::kTrain);
  EncoderSpec encoder;
  encoder.row = test::row_named(encoder_table(), "events");
  const StepInput input =
      training_input(network, *dataset, encoder, 0, std::vector<std::uint64_t>{0, 1, 2, 3});
  Parameters<float> parameters = initial_parameters(network);
  std::map<std::string, std::vector<std::vector<float>>> state;
  std::vector<double> losses;
  for (std::uint64_t step = 1; step <= 4; ++step) {
    const auto result = reference_step<float>(network, input, parameters);
    losses.push_back(result.loss);
    reference_update(network, step, parameters, result.gradients, state);
  }
  EXPECT_LT(losses.back(), 0.8 * losses.front());
}

TEST(EventFolders, AreRefusedWhereTheyAreWrong) {
  const fs::path root = testing::TempDir() + "bspike_bad_event_folder";
  fs::remove_all(root);
  DatasetSpec spec;
  spec.row = test::row_named(dataset_table(), "nmnist");
  spec.paths["root"] = root.string();
  spec.numbers = {{"files_a_class", 0}, {"window", 34}};
  const auto message = [&spec] {
    try {
      (void)open_dataset(spec, Split::kTrain)->recording(0);
    } catch (const arch::base::DiagnosedError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message(),
            (root / "Train/0").string() + ": cannot read the folder: No such file or directory");
  for (std::uint32_t label = 0; label < 10; ++label)
    fs::create_directories(root / "Train" / std::to_string(label));
  EXPECT_EQ(message(), (root / "Train").string() + ": no .bin file in its 10 folders");
  write_event_file(root / event_file_path(true, 7, 1), std::vector<Event>{{0, 40, 1}});
  EXPECT_EQ(message(), (root / event_file_path(true, 7, 1)).string() +
                           ": event 0 at byte 0: x = 40, y = 1 is outside the sensor of 34 x 34");
  fs::remove_all(root);
}

}  // namespace
}  // namespace bspike::models
