// Owns reading run files and images into values, and the batches they train and test on.
#include "tools/driver/experiment.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "arch/base/diagnostics.hpp"
#include "arch/program/image_tools.hpp"
#include "models/inputs/batches.hpp"
#include "tools/driver/resolved_config.hpp"

namespace bspike::tools {

using arch::base::ConfigError;

namespace {

bool is_run_file(const std::filesystem::path& file) {
  return file.extension() == ".yaml" || file.extension() == ".yml";
}

Experiment describe_experiment(RunFile file) {
  Experiment experiment;
  experiment.file = std::move(file);
  experiment.machine = arch::build_machine(*experiment.file.machine);
  experiment.network = models::build_network(*experiment.file.network);
  experiment.input = models::build_input(*experiment.file.dataset);
  experiment.configuration =
      resolved_config(experiment.file, experiment.machine, experiment.network, experiment.input);
  return experiment;
}

void refuse_compiled_overrides(const std::filesystem::path& file, const Overrides& overrides) {
  if (overrides.machine.empty() && overrides.sets.empty()) return;
  arch::base::raise<ConfigError>(
      {file.string(), 0, 0}, "",
      "an image is compiled already: --machine and --set cannot change it",
      "compile its run file anew with --emit image=FILE");
}

Experiment read_image_experiment(const std::filesystem::path& file, const Overrides& overrides) {
  refuse_compiled_overrides(file, overrides);
  arch::Image image = arch::read_image(file);
  if (image.configuration.empty()) {
    arch::base::raise<ConfigError>({file.string(), 0, 0}, "",
                                   "the image carries no configuration, so it cannot be run",
                                   "write one with `bspike run RUN.yaml --emit image=FILE`");
  }
  Experiment experiment =
      describe_experiment(read_run_text(image.configuration, file.string(), overrides));
  arch::verify_image(image, experiment.machine);
  experiment.image = std::move(image);
  return experiment;
}

// What a batch source needs; shared, because sources are copied.
struct Samples {
  models::Network network;
  models::EncoderSpec encoder;
  std::unique_ptr<models::Dataset> dataset;
};

std::shared_ptr<Samples> open_samples(const Experiment& experiment, models::Split split) {
  auto samples = std::make_shared<Samples>();
  samples->network = experiment.network;
  samples->encoder = experiment.input.encoder;
  samples->dataset = models::open_dataset(experiment.input.dataset, split);
  return samples;
}

}  // namespace

Experiment read_experiment(const std::filesystem::path& file, const Overrides& overrides) {
  if (!is_run_file(file)) return read_image_experiment(file, overrides);
  return describe_experiment(read_run_file(file, overrides));
}

BatchSource training_batches(const Experiment& experiment) {
  const auto samples = open_samples(experiment, models::Split::kTrain);
  models::check_fits(*samples->dataset, samples->encoder, samples->network);
  const bool shuffled = experiment.file.run.order == static_cast<int>(BatchOrder::kShuffled);
  const auto schedule = std::make_shared<models::BatchSchedule>(
      samples->dataset->samples(), samples->network.batch, shuffled, experiment.file.run.seed);
  return [samples, schedule](std::uint64_t step) {
    return models::training_input(samples->network, *samples->dataset, samples->encoder, step,
                                  schedule->samples_of(step));
  };
}

TestBatches test_batches(const Experiment& experiment, std::uint64_t limit) {
  const auto samples = open_samples(experiment, models::Split::kTest);
  models::check_fits(*samples->dataset, samples->encoder, samples->network);
  TestBatches test;
  test.samples = samples->dataset->samples();
  if (limit != 0) test.samples = std::min(test.samples, limit);
  const std::uint64_t count = test.samples;
  test.batches = models::evaluation_batches(count, samples->network.batch);
  test.source = [samples, count](std::uint64_t step) {
    const auto chosen = models::evaluation_samples(count, samples->network.batch, step);
    models::StepInput input =
        models::evaluation_input(samples->network, *samples->dataset, samples->encoder, chosen);
    input.targets.resize(chosen.size());
    return input;
  };
  return test;
}

}  // namespace bspike::tools
