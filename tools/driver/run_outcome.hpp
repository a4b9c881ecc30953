// Owns how a run is set up from a request, and what its result means to the caller.
#pragma once

#include <string>

#include "sim/report/report.hpp"
#include "sim/run.hpp"
#include "tools/driver/exit_code.hpp"
#include "tools/driver/experiment.hpp"
#include "tools/driver/host_streams.hpp"
#include "tools/driver/pipeline.hpp"
#include "tools/driver/run_trace.hpp"

namespace bspike::tools {

// Makes the folder of --out and looks whether files can be written there. Throws ConfigError.
void prepare_folder(const std::filesystem::path& folder);

// Looks whether the file of an option can be written. Throws ConfigError.
void prepare_file(const std::filesystem::path& file, const std::string& option);

// Makes the output folder and looks whether what the run writes at its end can be written, before
// anything costs time. Throws ConfigError.
void prepare_outputs(const RunRequest& request);

// Compiles for training, from the initial parameters, with the configuration inside.
[[nodiscard]] arch::Image compile_experiment(const Experiment& experiment);

[[nodiscard]] sim::RunOptions run_options(const RunRequest& request, const RunSection& run,
                                          const Watcher& watcher, RunTrace& trace);
// The same for a run that keeps tensors.
[[nodiscard]] sim::RunOptions run_options(const RunRequest& request, const RunSection& run,
                                          const Watcher& watcher, TensorKeeper& tensors,
                                          RunTrace& trace);

// Adds the training accuracy to the result's series and gathers what the report says beyond it.
[[nodiscard]] sim::ReportExtras report_extras(const Experiment& experiment, const HostStreams& host,
                                              sim::RunResult& result);

// Exit code of a finished, faulted or interrupted run.
[[nodiscard]] RunOutcome outcome_of(const sim::RunResult& result, std::string summary);

// Share of predictions that equal their targets.
[[nodiscard]] double accuracy_of(const StepOutcome& outcome);

}  // namespace bspike::tools
