// Owns options, extras and exit codes of a run.
#include "tools/driver/run_outcome.hpp"

#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "arch/base/diagnostics.hpp"
#include "kernels/compile.hpp"
#include "tools/driver/content_hash.hpp"
#include "tools/driver/locate_problems.hpp"
#include "tools/driver/version.hpp"

namespace bspike::tools {

namespace {

std::string fault_text(const sim::FaultReport& fault) {
  std::string text = fault.kind + ": " + fault.message + "\n  tile " + std::to_string(fault.tile) +
                     ", worker " + std::to_string(fault.worker) + ", word " +
                     std::to_string(fault.pc_word) + " of " + fault.codelet + ", superstep " +
                     fault.superstep + ", step " + std::to_string(fault.step);
  if (!fault.source_line.empty()) text += "\n  line " + fault.source_line;
  return text;
}

void require_writable_folder(const std::filesystem::path& folder, const std::string& what) {
  std::error_code ignored;
  const std::filesystem::path place = folder.empty() ? "." : folder;
  if (std::filesystem::is_directory(place, ignored) && access(place.c_str(), W_OK) == 0) return;
  arch::base::raise<arch::base::ConfigError>(
      {what, 0, 0}, "",
      place.string() + " is no folder to write in, expected one that exists or can be made",
      "make it, or name another place");
}

}  // namespace

void prepare_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  require_writable_folder(folder, "--out " + folder.string());
}

void prepare_file(const std::filesystem::path& file, const std::string& option) {
  const std::string what = option + " " + file.string();
  require_writable_folder(file.parent_path(), what);
  if (std::filesystem::is_directory(file)) {
    arch::base::raise<arch::base::ConfigError>(
        {what, 0, 0}, "", "is a folder, expected a file to write", "name a file in it");
  }
}

void prepare_outputs(const RunRequest& request) {
  if (!request.out.empty()) prepare_folder(request.out);
  if (!request.tensors.save.empty()) prepare_file(request.tensors.save, "--save");
  if (!request.trace) return;
  if (request.functional) {
    arch::base::raise<arch::base::ConfigError>(
        {"--trace", 0, 0}, "", "a functional run has no cycles to show", "leave out --functional");
  }
  prepare_file(request.trace->file, "--trace");
}

arch::Image compile_experiment(const Experiment& experiment) {
  arch::Image image = with_places<arch::base::CompileError>(experiment.file.root, [&] {
    return kernels::compile(experiment.network, models::initial_parameters(experiment.network),
                            experiment.machine, experiment.file.mapping);
  });
  image.configuration = experiment.configuration;
  return image;
}

sim::RunOptions run_options(const RunRequest& request, const RunSection& run,
                            const Watcher& watcher, RunTrace& trace) {
  sim::RunOptions options;
  options.steps = run.steps;
  options.call_overhead_seconds = run.call_overhead_seconds;
  options.timed = !request.functional;
  options.check_races = request.check_races;
  options.engine = request.engine;
  options.threads = request.threads;
  options.stop = watcher.stop;
  options.progress = watcher.progress;
  options.trace = trace.get();
  return options;
}

sim::RunOptions run_options(const RunRequest& request, const RunSection& run,
                            const Watcher& watcher, TensorKeeper& tensors, RunTrace& trace) {
  sim::RunOptions options = run_options(request, run, watcher, trace);
  options.after_step = [&tensors](std::uint64_t step, sim::Machinery& machinery) {
    tensors.keep(step, machinery);
  };
  return options;
}

double accuracy_of(const StepOutcome& outcome) {
  if (outcome.targets.empty()) return 0;
  std::size_t right = 0;
  for (std::size_t i = 0; i < outcome.targets.size(); ++i) {
    right += outcome.predictions[i] == outcome.targets[i] ? 1 : 0;
  }
  return static_cast<double>(right) / static_cast<double>(outcome.targets.size());
}

sim::ReportExtras report_extras(const Experiment& experiment, const HostStreams& host,
                                sim::RunResult& result) {
  std::vector<double>& accuracy = result.series["training.accuracy"];
  for (const StepOutcome& outcome : host.outcomes()) accuracy.push_back(accuracy_of(outcome));
  sim::ReportExtras extras;
  extras.configuration = experiment.configuration;
  extras.configuration_hash = content_hash_text(experiment.configuration);
  extras.seed = experiment.network.init_seed;
  extras.version = program_version();
  return extras;
}

RunOutcome outcome_of(const sim::RunResult& result, std::string summary) {
  if (!result.fault.kind.empty()) {
    const bool stuck = result.fault.kind == "no_progress";
    return {stuck ? kNoProgress : kTileFault, std::move(summary), fault_text(result.fault)};
  }
  if (result.interrupted) {
    return {kInterrupted, std::move(summary),
            "interrupted after " + std::to_string(result.steps) +
                " steps; what was complete is written"};
  }
  return {kDone, std::move(summary), ""};
}

}  // namespace bspike::tools
