// Owns the tests of encoding and batching.
#include "models/inputs/batches.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "arch/base/random.hpp"
#include "models/inputs/idx_dataset.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

SpikeTrain rate(std::uint64_t stream, std::uint64_t counter, std::span<const std::uint8_t> image,
                unsigned level_bits, std::uint32_t time_steps) {
  const EncoderRow& row = encoder_table()[test::row_named(encoder_table(), "rate")];
  return row.encode({.stream = stream,
                     .counter = counter,
                     .picture = image,
                     .level_bits = level_bits,
                     .time_steps = time_steps});
}

TEST(RateEncoder, EqualsTheReferenceOnTheFirstDigits) {
  const auto file = test::read_json("digits/digits_rate.json");
  const auto& wanted = file.at("encoding_check").at("input_spikes");
  DatasetSpec spec;
  spec.row = test::row_named(dataset_table(), "digits_csv");
  spec.paths["file"] = test::data_path("digits/digits.csv.gz");
  const auto dataset = open_dataset(spec, Split::kTrain);  // its rows 0 and 1 are the file's
  const std::uint64_t stream = file.at("streams").at("test");
  ASSERT_EQ(wanted.size(), 20u);
  for (std::uint64_t sample = 0; sample < 2; ++sample) {
    const SpikeTrain train = rate(stream, sample, dataset->image(sample), 4, 20);
    for (std::size_t t = 0; t < wanted.size(); ++t)
      EXPECT_EQ(train[t], wanted[t][sample].get<std::vector<std::uint32_t>>()) << t;
  }
}

TEST(RateEncoder, BrightnessIsTheProbability) {
  const std::vector<std::uint8_t> image{0, 64, 255};
  const SpikeTrain train = rate(5, 0, image, 8, 10000);
  std::vector<int> counts(3);
  for (const auto& spikes : train)
    for (const std::uint32_t pixel : spikes) ++counts[pixel];
  EXPECT_EQ(counts[0], 0);
  EXPECT_NEAR(counts[1], 2500, 200);  // standard deviation 43
  EXPECT_NEAR(counts[2], 9961, 30);   // 255 of 256; standard deviation 6
  const std::vector<std::uint8_t> brightest{16};
  for (const auto& spikes : rate(5, 0, brightest, 4, 1000)) EXPECT_EQ(spikes.size(), 1u);
}

TEST(BatchSchedule, AnEpochTakesEverySampleAtMostOnce) {
  BatchSchedule schedule(10, 3, true, 42);
  EXPECT_EQ(schedule.steps_in_epoch(), 3u);
  std::set<std::uint64_t> seen;
  for (std::uint64_t step = 0; step < 3; ++step)
    for (const std::uint64_t sample : schedule.samples_of(step)) {
      EXPECT_LT(sample, 10u);
      EXPECT_TRUE(seen.insert(sample).second);
    }
}

TEST(BatchSchedule, IsAFunctionOfSeedAndStepAlone) {
  BatchSchedule forward(100, 8, true, 1), jumping(100, 8, true, 1), other(100, 8, true, 2);
  std::vector<std::vector<std::uint64_t>> steps;
  for (std::uint64_t step = 0; step < 30; ++step) steps.push_back(forward.samples_of(step));
  EXPECT_EQ(jumping.samples_of(29), steps[29]);
  EXPECT_EQ(jumping.samples_of(3), steps[3]);
  EXPECT_NE(other.samples_of(0), steps[0]);
  EXPECT_NE(steps[12], steps[0]);  // the second epoch is shuffled anew
}

TEST(BatchSchedule, SequentialOrderIsTheFiles) {
  BatchSchedule schedule(7, 3, false, 9);
  EXPECT_EQ(schedule.samples_of(0), (std::vector<std::uint64_t>{0, 1, 2}));
  EXPECT_EQ(schedule.samples_of(1), (std::vector<std::uint64_t>{3, 4, 5}));
  EXPECT_EQ(schedule.samples_of(2), (std::vector<std::uint64_t>{0, 1, 2}));
}

TEST(BatchSchedule, RefusesABatchLargerThanTheData) {
  try {
    BatchSchedule schedule(7, 8, false, 0);
    FAIL();
  } catch (const arch::base::ConfigError& error) {
    EXPECT_STREQ(error.what(), "network.batch: a batch of 8 is more than the data set's 7 samples");
  }
}

TEST(Evaluation, TheLastBatchIsWhatIsLeft) {
  EXPECT_EQ(evaluation_batches(7, 3), 3u);
  EXPECT_EQ(evaluation_batches(6, 3), 2u);
  EXPECT_EQ(evaluation_samples(7, 3, 0), (std::vector<std::uint64_t>{0, 1, 2}));
  EXPECT_EQ(evaluation_samples(7, 3, 2), (std::vector<std::uint64_t>{6}));
}

Network small_network(std::uint32_t inputs, std::uint32_t outputs, std::uint32_t batch) {
  return build_network(*arch::base::load_text(
      "input: {size: " + std::to_string(inputs) + "}\ntime_steps: 3\nbatch: " +
          std::to_string(batch) + "\nlayers: [{size: " + std::to_string(outputs) +
          ", neuron: {model: Leaky, beta: 0.9, surrogate: {name: atan}}}]\n"
          "loss: {name: ce_rate}\noptimizer: {name: SGD, lr: 1}\n",
      "n.yaml"));
}

std::unique_ptr<Dataset> four_samples() {
  return join_idx({{4, 1, 2}, {0, 128, 128, 0, 255, 255, 9, 200}}, "i", {{4}, {0, 1, 2, 1}}, "l",
                  3);
}

TEST(Batches, PlacesWithoutASampleAreSilent) {
  const auto dataset = four_samples();
  const Network network = small_network(2, 3, 3);
  const StepInput input = evaluation_input(network, *dataset, {}, evaluation_samples(4, 3, 1));
  ASSERT_EQ(input.ids.size(), 9u);
  EXPECT_EQ(input.targets, (std::vector<std::uint32_t>{1, 0, 0}));
  for (std::uint32_t t = 0; t < 3; ++t) {
    EXPECT_EQ(input.ids[t * 3], rate(2, 3, dataset->image(3), 8, 3)[t]);
    EXPECT_TRUE(input.ids[t * 3 + 1].empty());
    EXPECT_TRUE(input.ids[t * 3 + 2].empty());
  }
}

TEST(Batches, TrainingDrawsByStepAndPlace) {
  const auto dataset = four_samples();
  const Network network = small_network(2, 3, 2);
  const std::vector<std::uint64_t> samples{2, 0};
  const StepInput input = training_input(network, *dataset, {0, 11, 12}, 5, samples);
  EXPECT_EQ(input.targets, (std::vector<std::uint32_t>{2, 0}));
  const SpikeTrain second = rate(11, 5 * 2 + 1, dataset->image(0), 8, 3);
  for (std::uint32_t t = 0; t < 3; ++t) EXPECT_EQ(input.ids[t * 2 + 1], second[t]);
}

TEST(Datasets, MustFitTheNetwork) {
  const auto dataset = four_samples();
  EXPECT_NO_THROW(check_fits(*dataset, {}, small_network(2, 3, 4)));
  try {
    check_fits(*dataset, {}, small_network(5, 2, 9));
    FAIL();
  } catch (const arch::base::ConfigError& error) {
    EXPECT_STREQ(
        error.what(),
        "network.input.size: the network has 5 inputs, but the data set's images have 2 pixels\n"
        "network.layers: the last layer has 2 neurons, fewer than the data set's 3 classes");
  }
}

}  // namespace
}  // namespace bspike::models
