// Owns reading a run file: its sections and top-level checks.
#include "tools/driver/run_file.hpp"

#include "tools/driver/config_path.hpp"
#include "tools/driver/overrides.hpp"

namespace bspike::tools {

using arch::base::ConfigError;
using arch::base::DiagnosticSink;
using arch::base::FieldVisitor;
using arch::base::NodeKind;
using arch::base::NodePtr;
using arch::base::SourceLocation;
using arch::base::Unit;

namespace {

RunFile read_tree(const NodePtr& tree, const Overrides& overrides) {
  DiagnosticSink sink;
  if (tree->kind != NodeKind::kMapping) {
    arch::base::raise<ConfigError>(
        tree->where, "",
        "a run file is a mapping with the sections machine, network, dataset, mapping, run",
        "see configs/runs/quickstart.yaml");
  }
  const NodePtr root = apply_overrides(tree, overrides);
  auto file = arch::base::read_fields<RunFile>(*root, sink);
  sink.throw_if_any<ConfigError>();
  file.root = root;
  if (overrides.steps) file.run.steps = *overrides.steps;
  return file;
}

}  // namespace

void describe(FieldVisitor& visit, RunSection& run) {
  visit.field("steps", run.steps, Unit::kNone, {1, 1e12}, "Training steps.");
  visit.choice("order", run.order, {"shuffled", "sequential"},
               "How samples follow: shuffled anew each epoch, or in file order.", false);
  visit.option("seed", run.seed, Unit::kNone, {0, 9.0e15}, "Seed of the shuffle.");
  visit.option("call_overhead", run.call_overhead_seconds, Unit::kSeconds, {0, 60},
               "If given, the host awaits the results of each step before it starts the next, and "
               "its software takes so much time of its own for that; an assumption, never measured "
               "here.");
}

void describe(FieldVisitor& visit, RunFile& file) {
  visit.subtree("machine", file.machine,
                "A machine's name, a path to its file, or its keys; `extends` lays keys over one.");
  visit.subtree("network", file.network, "A network's keys, its name or a path to its file.");
  visit.subtree("dataset", file.dataset, "Samples, labels and how they become spikes.");
  visit.section("mapping", file.mapping, "How the network is laid out on tiles.", false);
  visit.section("run", file.run, "What is run.");
}

RunFile read_run_file(const std::filesystem::path& file, const Overrides& overrides) {
  return read_tree(arch::base::load_extended(file), overrides);
}

RunFile read_run_text(const std::string& text, const std::string& name,
                      const Overrides& overrides) {
  return read_tree(arch::base::load_text(text, name), overrides);
}

std::string document_run_file() {
  return "| key | type | default | range | meaning |\n|---|---|---|---|---|\n" +
         arch::base::document_described(
             [](FieldVisitor& visit) {
               RunFile file;
               describe(visit, file);
             },
             "");
}

NodePtr load_machine_tree(const std::string& name, const SourceLocation& where) {
  return arch::base::load_extended(find_config(name, "machines", where));
}

}  // namespace bspike::tools
