// Owns compiling and executing twins.
#include "tools/validate/twin.hpp"

#include <stdexcept>

#include "arch/base/diagnostics.hpp"
#include "kernels/micro/compile_micro.hpp"
#include "sim/run.hpp"
#include "tools/driver/experiment.hpp"
#include "tools/driver/micro_run.hpp"
#include "tools/driver/run_outcome.hpp"

namespace bspike::tools {

namespace {

std::vector<std::string> sets_of(const SuiteCase& one, std::size_t row,
                                 const std::vector<std::string>& extra) {
  std::vector<std::string> sets = one.set;
  if (!one.vary.empty()) sets.push_back(one.vary + "=" + one.values[row]);
  sets.insert(sets.end(), extra.begin(), extra.end());
  return sets;
}

void require_no_fault(const sim::RunResult& result, const std::string& id) {
  const RunOutcome outcome = outcome_of(result, "");
  if (!outcome.error.empty()) throw std::runtime_error("twin of " + id + ": " + outcome.error);
}

std::string machine_name(const Suite& suite, const SuiteCase& one) {
  return one.machine.empty() ? suite.machine : one.machine;
}

Twin run_micro_twin(const Suite& suite, const SuiteCase& one,
                    const std::vector<std::string>& sets) {
  arch::base::NodePtr section = one.micro;
  for (const std::string& set : sets) section = arch::base::apply_set(section, set);
  Twin twin;
  twin.machine_tree = load_machine_tree(machine_name(suite, one), {suite.file.string(), 0, 0});
  twin.machine = arch::build_machine(*twin.machine_tree);
  twin.image = kernels::compile_micro(read_micro(*section), twin.machine);
  sim::RunOptions options;
  options.record_work = true;
  options.profile_lines = false;
  twin.result = run_micro(twin.image, twin.machine, options);
  return twin;
}

Twin run_network_twin(const Suite& suite, const SuiteCase& one, std::size_t row,
                      const std::vector<std::string>& sets, const Watcher& watcher) {
  Overrides overrides;
  overrides.machine = one.machine;
  overrides.sets = sets;
  const Experiment experiment =
      read_experiment(suite.file.parent_path() / one.runs[row], overrides);
  Twin twin;
  twin.machine_tree = experiment.file.machine;
  twin.machine = experiment.machine;
  twin.image = compile_experiment(experiment);
  HostStreams host(twin.image, experiment.network, training_batches(experiment));
  sim::RunOptions options;
  options.steps = experiment.file.run.steps;
  options.call_overhead_seconds = experiment.file.run.call_overhead_seconds;
  options.record_work = true;
  options.profile_lines = false;
  options.stop = watcher.stop;
  options.progress = watcher.progress;
  twin.result = sim::run(twin.image, twin.machine, host, options);
  return twin;
}

}  // namespace

Twin run_twin(const Suite& suite, const SuiteCase& one, std::size_t row,
              const std::vector<std::string>& set, const Watcher& watcher) {
  watcher.phase(suite.name + ", " + one.ids[row]);
  const std::vector<std::string> sets = sets_of(one, row, set);
  Twin twin = one.micro != nullptr ? run_micro_twin(suite, one, sets)
                                   : run_network_twin(suite, one, row, sets, watcher);
  require_no_fault(twin.result, one.ids[row]);
  return twin;
}

arch::Machine varied_machine(const Twin& twin, const std::vector<std::string>& set) {
  arch::base::NodePtr tree = twin.machine_tree;
  for (const std::string& one : set) tree = arch::base::apply_set(tree, one);
  return arch::build_machine(*tree);
}

}  // namespace bspike::tools
