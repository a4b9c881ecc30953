// Owns the way of a micro workload from its section to a report.
#include "tools/driver/micro_run.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "arch/base/diagnostics.hpp"
#include "arch/program/image_tools.hpp"
#include "kernels/micro/compile_micro.hpp"
#include "sim/report/report.hpp"
#include "tools/driver/run_outcome.hpp"
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

struct MicroFile {
  NodePtr machine, micro;
  RunSection run;
};

void describe(FieldVisitor& visit, MicroFile& file) {
  visit.subtree("machine", file.machine, "A machine's name or a path to its file.");
  visit.subtree("micro", file.micro, "The workload and its parameters.");
  visit.section("run", file.run, "What is run.");
}

MicroFile read_micro_file(const RunRequest& request) {
  NodePtr tree = arch::base::load_extended(request.file);
  for (const std::string& set : request.overrides.sets) tree = arch::base::apply_set(tree, set);
  arch::base::DiagnosticSink sink;
  auto file = arch::base::read_fields<MicroFile>(*tree, sink);
  sink.throw_if_any<ConfigError>();
  if (request.overrides.steps) file.run.steps = *request.overrides.steps;
  return file;
}

arch::Machine machine_of(const MicroFile& file, const Overrides& overrides) {
  const bool named = !overrides.machine.empty();
  if (!named && file.machine->kind != arch::base::NodeKind::kScalar)
    return arch::build_machine(*file.machine);
  const std::string& name = named ? overrides.machine : file.machine->scalar;
  return arch::build_machine(*load_machine_tree(name, file.machine->where));
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

sim::ReportExtras extras_of(const MicroFile& file) {
  sim::ReportExtras extras;
  extras.configuration = "micro:\n" + arch::base::dump(*file.micro);
  extras.seed = file.run.seed;
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

RunOutcome run_micro_file(const RunRequest& request, const Watcher& watcher) {
  refuse_training_options(request);
  watcher.phase("compiling");
  const MicroFile file = read_micro_file(request);
  const arch::Machine machine = machine_of(file, request.overrides);
  const arch::Image image = kernels::compile_micro(read_micro(*file.micro), machine);
  Emitter emit(request.emits);
  emit.text("machine", [&] { return arch::dump_machine(machine); });
  emit.text("plan", [&] { return arch::plan_text(image); });
  emit.text("asm", [&] { return arch::assembly_text(image); });
  emit.image(image);
  if (emit.asked()) return {kDone, emit.output(), ""};
  prepare_outputs(request);
  watcher.phase("running");
  sim::RunOptions options;
  options.steps = file.run.steps;
  options.timed = !request.functional;
  options.check_races = request.check_races;
  options.engine = request.engine;
  options.threads = request.threads;
  options.stop = watcher.stop;
  options.progress = watcher.progress;
  const sim::RunResult result = run_micro(image, machine, options);
  const sim::ReportExtras extras = extras_of(file);
  if (!request.out.empty()) sim::write_report(result, machine, image, extras, request.out);
  return outcome_of(result, sim::console_summary(result, machine, image, extras));
}

}  // namespace bspike::tools
