// Owns the order of the stages: the only place that calls all of them, top to bottom.
#include "tools/driver/pipeline.hpp"

#include <utility>

#include "arch/program/image_tools.hpp"
#include "kernels/compile.hpp"
#include "sim/report/report.hpp"
#include "tools/driver/experiment.hpp"
#include "tools/driver/host_streams.hpp"
#include "tools/driver/locate_problems.hpp"
#include "tools/driver/micro_run.hpp"
#include "tools/driver/overflow_watch.hpp"
#include "tools/driver/run_outcome.hpp"
#include "tools/driver/run_trace.hpp"

namespace bspike::tools {

RunOutcome run_pipeline(const RunRequest& request, const Watcher& watcher) {
  if (is_micro_file(request.file)) return run_micro_file(request, watcher);

  // Read; describe the machine, the network and its data.
  watcher.phase("reading");
  const Experiment experiment = read_experiment(request.file, request.overrides);
  const arch::Machine& machine = experiment.machine;
  const models::Network& network = experiment.network;
  Emitter emit(request.emits);
  emit.text("config", [&] { return experiment.configuration; });
  emit.text("machine", [&] { return arch::dump_machine(machine); });
  emit.text("network", [&] { return models::dump_network(network); });
  if (emit.finished()) return {kDone, emit.output(), ""};
  prepare_outputs(request);
  const BatchSource batches = with_places<arch::base::ConfigError>(experiment.file.root, [&] {
    return emit.asked() ? BatchSource{} : training_batches(experiment);
  });

  // Place, plan the exchange, generate code, link.
  watcher.phase("compiling");
  emit.text("placement", [&] {
    return kernels::placement_text(kernels::place(network, machine, experiment.file.mapping));
  });
  if (emit.finished()) return {kDone, emit.output(), ""};
  const arch::Image image = experiment.image ? *experiment.image : compile_experiment(experiment);
  emit.text("plan", [&] { return arch::plan_text(image); });
  emit.text("asm", [&] { return arch::assembly_text(image); });
  emit.image(image);
  if (emit.asked()) return {kDone, emit.output(), ""};

  // Run.
  TensorKeeper tensors(image, network, request.tensors);
  HostStreams host(image, network, batches, tensors.first_step());
  RunTrace trace(request, image, machine, experiment.file.run.steps);
  OverflowWatch overflows(image);
  sim::RunOptions options = run_options(request, experiment.file.run, watcher, tensors, trace);
  overflows.watch(options);
  watcher.phase("running");
  sim::RunResult result = sim::run(image, machine, host, options, [&](sim::Machinery& machinery) {
    tensors.load_into(machinery);
  });
  overflows.add_to(result);

  // Report.
  tensors.write();
  const sim::ReportExtras extras = report_extras(experiment, host, result);
  if (!request.out.empty()) sim::write_report(result, machine, image, extras, request.out);
  RunOutcome outcome = outcome_of(result, sim::console_summary(result, machine, image, extras));
  trace.finish(result, outcome);
  return outcome;
}

}  // namespace bspike::tools
