// Owns the way of a micro workload from its section to a report.
#include "tools/driver/micro_run.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "arch/base/diagnostics.hpp"
#include "arch/program/image_tools.hpp"
#include "kernels/micro/compile_micro.hpp"
#include "sim/report/report.hpp"
#include "tools/driver/content_hash.hpp"
#include "tools/driver/overrides.hpp"
#include "tools/driver/resolved_config.hpp"
#include "tools/driver/run_outcome.hpp"
#include "tools/driver/run_trace.hpp"
#include "tools/driver/version.hpp"

namespace bspike::tools {

using arch::base::ConfigError;
using arch::base::FieldVisitor;
using arch::base::NodePtr;

namespace {

// The image has no streams, so nobody calls.
class NoHost final : public arch::HostPort {
 public:
  void fill(std::uint32_t, std::uint64_t, std::span<std::byte>) override {}
  void take(std::uint32_t, std::uint64_t, std::span<const std::byte>) override {}
};

// As written, with the overrides laid over.
struct MicroFile {
  NodePtr machine, micro;
  RunSection run;
};

void describe(FieldVisitor& visit, MicroFile& file) {
  visit.subtree("machine", file.machine,
                "A machine's name, a path to its file, or its keys; `extends` lays keys over one.");
  visit.subtree("micro", file.micro, "The workload and its parameters.");
  visit.section("run", file.run, "What is run.");
}

// What they stand for, checked.
struct MicroExperiment {
  arch::Machine machine;
  kernels::MicroSpec spec;
  RunSection run;
  std::string configuration;  // resolved run file
};

MicroExperiment read_micro_experiment(const std::filesystem::path& path,
                                      const Overrides& overrides) {
  const NodePtr tree = apply_overrides(arch::base::load_extended(path), overrides);
  arch::base::DiagnosticSink sink;
  const auto file = arch::base::read_fields<MicroFile>(*tree, sink);
  sink.throw_if_any<ConfigError>();
  MicroExperiment experiment{arch::build_machine(*file.machine), read_micro(*file.micro), file.run,
                             ""};
  if (overrides.steps) experiment.run.steps = *overrides.steps;
  experiment.configuration =
      resolved_micro_config(experiment.machine, experiment.spec, experiment.run);
  return experiment;
}

[[noreturn]] void refuse(const std::string& option, const std::string& message) {
  arch::base::raise<ConfigError>({option, 0, 0}, "", message);
}

// Options that mean something for a training run alone are refused, never dropped.
void refuse_training_options(const RunRequest& request) {
  static const std::vector<std::string> kStages = {"machine", "plan", "asm", "image"};
  const TensorRequest& tensors = request.tensors;
  if (!tensors.save.empty()) refuse("--save", "a micro workload has no weights to save");
  if (!tensors.load.empty()) refuse("--load", "a micro workload has no weights to load");
  if (!tensors.dumps.empty()) refuse("--dump", "a micro workload has no tensors with names");
  for (const EmitRequest& emit : request.emits) {
    if (std::find(kStages.begin(), kStages.end(), emit.what) == kStages.end())
      refuse("--emit " + emit.what,
             "a micro workload has no such stage, expected one of: machine, plan, asm, image");
  }
}

sim::ReportExtras extras_of(const MicroExperiment& experiment) {
  sim::ReportExtras extras;
  extras.configuration = experiment.configuration;
  extras.configuration_hash = content_hash_text(experiment.configuration);
  extras.seed = experiment.run.seed;
  extras.version = program_version();
  return extras;
}

}  // namespace

kernels::MicroSpec read_micro(const arch::base::Node& section) {
  arch::base::DiagnosticSink sink;
  auto spec = arch::base::read_fields<kernels::MicroSpec>(section, sink);
  sink.throw_if_any<ConfigError>();
  return spec;
}

sim::RunResult run_micro(const arch::Image& image, const arch::Machine& machine,
                         const sim::RunOptions& options) {
  NoHost host;
  return sim::run(image, machine, host, options);
}

bool is_micro_file(const std::filesystem::path& file) {
  if (file.extension() != ".yaml" && file.extension() != ".yml") return false;
  const NodePtr tree = arch::base::load_extended(file);
  return tree->find("micro") != nullptr;
}

std::string micro_configuration(const std::filesystem::path& file, const Overrides& overrides) {
  return read_micro_experiment(file, overrides).configuration;
}

RunOutcome run_micro_file(const RunRequest& request, const Watcher& watcher) {
  refuse_training_options(request);
  watcher.phase("compiling");
  const MicroExperiment experiment = read_micro_experiment(request.file, request.overrides);
  const arch::Machine& machine = experiment.machine;
  const arch::Image image = kernels::compile_micro(experiment.spec, machine);
  Emitter emit(request.emits);
  emit.text("machine", [&] { return arch::dump_machine(machine); });
  emit.text("plan", [&] { return arch::plan_text(image); });
  emit.text("asm", [&] { return arch::assembly_text(image); });
  emit.image(image);
  if (emit.asked()) return {kDone, emit.output(), ""};
  prepare_outputs(request);
  RunTrace trace(request, image, machine, experiment.run.steps);
  watcher.phase("running");
  const sim::RunOptions options = run_options(request, experiment.run, watcher, trace);
  const sim::RunResult result = run_micro(image, machine, options);
  const sim::ReportExtras extras = extras_of(experiment);
  if (!request.out.empty()) sim::write_report(result, machine, image, extras, request.out);
  RunOutcome outcome = outcome_of(result, sim::console_summary(result, machine, image, extras));
  trace.finish(result, outcome);
  return outcome;
}

}  // namespace bspike::tools
