// Owns sections by name, path or inline, and what is laid over them.
#include "tools/driver/overrides.hpp"

#include <algorithm>
#include <array>

#include "tools/driver/config_path.hpp"

namespace bspike::tools {

using arch::base::Node;
using arch::base::NodeKind;
using arch::base::NodePtr;
using arch::base::SourceLocation;

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

}  // namespace

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

}  // namespace bspike::tools
