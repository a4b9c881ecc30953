// Owns running inference and counting what came out right.
#include "tools/driver/evaluate.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "kernels/compile.hpp"
#include "sim/run.hpp"
#include "tools/driver/checkpoint.hpp"
#include "tools/driver/experiment.hpp"
#include "tools/driver/host_streams.hpp"
#include "tools/driver/locate_problems.hpp"
#include "tools/driver/run_outcome.hpp"

namespace bspike::tools {

namespace {

sim::RunOptions evaluation_options(const EvaluateRequest& request, const Watcher& watcher,
                                   std::uint64_t batches) {
  sim::RunOptions options;
  options.steps = batches;
  options.timed = !request.functional;
  options.profile_lines = false;
  options.stop = watcher.stop;
  options.progress = watcher.progress;
  return options;
}

void count(const StepOutcome& outcome, Evaluation& evaluation) {
  for (std::size_t i = 0; i < outcome.targets.size(); ++i) {
    ++evaluation.samples;
    evaluation.correct += outcome.targets[i] == outcome.predictions[i] ? 1 : 0;
    ++evaluation.confusion.at(outcome.targets[i]).at(outcome.predictions[i]);
  }
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

std::string confusion_text(const std::vector<std::vector<std::uint64_t>>& confusion) {
  constexpr std::size_t kWidth = 6;
  std::string text = "confusion   (rows: target, columns: prediction)\n      ";
  for (std::size_t i = 0; i < confusion.size(); ++i)
    text += right_aligned(std::to_string(i), kWidth);
  for (std::size_t row = 0; row < confusion.size(); ++row) {
    text += "\n" + right_aligned(std::to_string(row), kWidth);
    for (const std::uint64_t cell : confusion[row]) {
      text += right_aligned(std::to_string(cell), kWidth);
    }
  }
  return text + "\n";
}

// Two decimals, rounded half up: the same text on every host.
std::string percent(double share) {
  const auto hundredths = static_cast<std::uint64_t>(share * 1e4 + 0.5);
  const std::string rest = std::to_string(hundredths % 100);
  return std::to_string(hundredths / 100) + "." + (rest.size() == 1 ? "0" : "") + rest + " %";
}

}  // namespace

double Evaluation::accuracy() const {
  return samples == 0 ? 0 : static_cast<double>(correct) / static_cast<double>(samples);
}

Evaluation evaluate(const EvaluateRequest& request, const Watcher& watcher) {
  watcher.phase("reading");
  const Experiment experiment = read_experiment(request.file, request.overrides);
  const TestBatches test = with_places<arch::base::ConfigError>(
      experiment.file.root, [&] { return test_batches(experiment, request.samples); });
  watcher.phase("compiling");
  const arch::Image image =
      kernels::compile(experiment.network, models::initial_parameters(experiment.network),
                       experiment.machine, experiment.file.mapping, kernels::Purpose::kInference);
  const TensorKeeper tensors(image, experiment.network, {"", request.load, {}, ""});
  HostStreams host(image, experiment.network, test.source);
  watcher.phase("running");
  const sim::RunResult result =
      sim::run(image, experiment.machine, host, evaluation_options(request, watcher, test.batches),
               [&](sim::Machinery& machinery) { tensors.load_into(machinery); });

  const std::size_t classes = experiment.network.classes();
  Evaluation evaluation;
  evaluation.confusion.assign(classes, std::vector<std::uint64_t>(classes));
  for (const StepOutcome& outcome : host.outcomes()) count(outcome, evaluation);
  evaluation.timed = result.timed;
  evaluation.cycles = result.total_cycles;
  evaluation.seconds = static_cast<double>(result.total_cycles) / experiment.machine.clock_hz;
  const RunOutcome outcome = outcome_of(result, "");
  evaluation.exit_code = outcome.exit_code;
  evaluation.fault = outcome.error;
  return evaluation;
}

std::string evaluation_text(const Evaluation& evaluation) {
  std::string text = "accuracy    " + percent(evaluation.accuracy()) + " (" +
                     std::to_string(evaluation.correct) + " of " +
                     std::to_string(evaluation.samples) + " samples)\n";
  if (evaluation.timed && evaluation.samples != 0) {
    text += "time        " + std::to_string(evaluation.cycles) + " cycles, " +
            std::to_string(evaluation.cycles / evaluation.samples) + " a sample\n";
  }
  return text + confusion_text(evaluation.confusion);
}

std::string evaluation_json(const Evaluation& evaluation) {
  nlohmann::ordered_json json = {{"samples", evaluation.samples},
                                 {"correct", evaluation.correct},
                                 {"accuracy", evaluation.accuracy()},
                                 {"confusion", evaluation.confusion}};
  if (evaluation.timed && evaluation.samples != 0) {
    json["cycles"] = evaluation.cycles;
    json["seconds"] = evaluation.seconds;
    json["cycles_per_sample"] =
        static_cast<double>(evaluation.cycles) / static_cast<double>(evaluation.samples);
  }
  return json.dump(2) + "\n";
}

}  // namespace bspike::tools
