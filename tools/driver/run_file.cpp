// Owns reading a run file: sections by name, path or inline, overrides, top-level checks.
#include "tools/driver/run_file.hpp"

#include <algorithm>
#include <array>

#include "tools/driver/config_path.hpp"

namespace bspike::tools {

using arch::base::ConfigError;
using arch::base::DiagnosticSink;
using arch::base::FieldVisitor;
using arch::base::Node;
using arch::base::NodeKind;
using arch::base::NodePtr;
using arch::base::SourceLocation;
using arch::base::Unit;

namespace {

// Sections that may be a name or a path, or extend one: key and the folder of configs/ with the
// files.
struct LayeredSection {
  const char* key;
  const char* folder;
};
constexpr std::array<LayeredSection, 2> kLayeredSections = {
    {{"machine", "machines"}, {"network", "networks"}}};

NodePtr load_by_name(const Node& name, const std::string& folder) {
  return arch::base::load_extended(find_config(name.scalar, folder, name.where));
}

// The section as an inline tree: a scalar names a file, `extends` names one to lay the rest over.
NodePtr resolve_section(const NodePtr& section, const std::string& folder) {
  if (section->kind == NodeKind::kScalar) return load_by_name(*section, folder);
  const Node* base = section->find("extends");
  if (base == nullptr || base->kind != NodeKind::kScalar) return section;
  return arch::base::overlay(load_by_name(*base, folder),
                             arch::base::without_child(*section, "extends"));
}

NodePtr resolve_sections(NodePtr root) {
  for (const LayeredSection& layered : kLayeredSections) {
    const auto found =
        std::find_if(root->entries.begin(), root->entries.end(),
                     [&](const Node::Entry& entry) { return entry.key == layered.key; });
    if (found == root->entries.end()) continue;
    const NodePtr resolved = resolve_section(found->value, layered.folder);
    root = arch::base::with_child(*root, layered.key, resolved);
  }
  return root;
}

// A set may name a whole section anew, so sections are resolved after each.
NodePtr apply_overrides(NodePtr root, const Overrides& overrides) {
  if (!overrides.machine.empty()) {
    const SourceLocation where{"--machine " + overrides.machine, 0, 0};
    root = arch::base::with_child(*root, "machine", load_machine_tree(overrides.machine, where));
  }
  root = resolve_sections(root);
  for (const std::string& set : overrides.sets) {
    root = resolve_sections(arch::base::apply_set(root, set));
  }
  return root;
}

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
