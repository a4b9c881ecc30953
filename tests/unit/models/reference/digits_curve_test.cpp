// Owns the comparison of the digits' training curve with the reference's ten seeds, for seeds,
// start weights and batches of our own.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/inputs/batches.hpp"
#include "models/reference/reference.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

constexpr std::uint64_t kSteps = 100;
constexpr std::uint64_t kSeeds = 5;
constexpr std::uint64_t kWindow = 10;

std::unique_ptr<Dataset> digits(Split split) {
  DatasetSpec spec;
  spec.row = test::row_named(dataset_table(), "digits_csv");
  spec.paths["file"] = test::data_path("digits/digits.csv.gz");
  return open_dataset(spec, split);
}

// The lowest class wins a tie.
std::uint32_t most_spikes(const std::vector<float>& record, std::uint32_t batch,
                          std::uint32_t sample) {
  std::vector<float> counts(10);
  for (std::size_t start = sample * 10; start < record.size(); start += batch * 10)
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += record[start + i];
  return static_cast<std::uint32_t>(std::max_element(counts.begin(), counts.end()) -
                                    counts.begin());
}

double accuracy(const Network& network, const Parameters<float>& parameters) {
  const auto dataset = digits(Split::kTest);
  std::uint64_t right = 0;
  for (std::uint64_t i = 0; i < evaluation_batches(dataset->samples(), network.batch); ++i) {
    const auto samples = evaluation_samples(dataset->samples(), network.batch, i);
    const auto result = reference_step<float>(
        network, evaluation_input(network, *dataset, {}, samples), parameters);
    for (std::uint32_t b = 0; b < samples.size(); ++b)
      right += most_spikes(result.spikes.back(), network.batch, b) == dataset->label(samples[b]);
  }
  return static_cast<double>(right) / static_cast<double>(dataset->samples());
}

// Adds the seed's losses to the windows; returns the test accuracy at the end.
double train(const Dataset& dataset, Network network, std::uint64_t seed,
             std::vector<double>& windows) {
  network.init_seed = seed;
  Parameters<float> parameters = initial_parameters(network);
  std::map<std::string, std::vector<std::vector<float>>> state;
  BatchSchedule schedule(dataset.samples(), network.batch, true, seed);
  for (std::uint64_t step = 0; step < kSteps; ++step) {
    const StepInput input =
        training_input(network, dataset, {0, 100 + seed, 0}, step, schedule.samples_of(step));
    const auto result = reference_step<float>(network, input, parameters);
    windows[step / kWindow] += result.loss / (kWindow * kSeeds);
    reference_update(network, step + 1, parameters, result.gradients, state);
  }
  return accuracy(network, parameters);
}

double window_mean(const nlohmann::json& values, std::uint64_t window) {
  double sum = 0;
  for (std::uint64_t i = 0; i < kWindow; ++i) sum += values[window * kWindow + i].get<double>();
  return sum / kWindow;
}

TEST(DigitsCurve, LiesWhereTheReferencesSeedsLie) {
  const auto summary = test::read_json("digits/digits_rate.json").at("summary");
  const Network network =
      build_network(*arch::base::load(BSPIKE_SOURCE_DIR "/configs/networks/digits_64_128_10.yaml"));
  const auto dataset = digits(Split::kTrain);
  std::vector<double> windows(kSteps / kWindow);
  double mean_accuracy = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)
    mean_accuracy += train(*dataset, network, seed, windows) / kSeeds;
  for (std::uint64_t window = 1; window < windows.size(); ++window) {
    EXPECT_GE(windows[window], window_mean(summary.at("loss_min"), window) - 0.05) << window;
    EXPECT_LE(windows[window], window_mean(summary.at("loss_max"), window) + 0.05) << window;
  }
  const std::vector<double> range = summary.at("test_accuracy_at_end");
  EXPECT_GE(mean_accuracy, *std::min_element(range.begin(), range.end()));
  EXPECT_LE(mean_accuracy, *std::max_element(range.begin(), range.end()));
}

}  // namespace
}  // namespace bspike::models
