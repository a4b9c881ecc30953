// Owns the search for machine files.
#include "arch/machine/machine_file.hpp"

#include <algorithm>

#include "arch/base/diagnostics.hpp"

namespace bspike::arch {
namespace {

namespace fs = std::filesystem;

// Names of the machines in the search folders, sorted.
std::vector<std::string> known_machines(const SearchFolders& folders) {
  std::vector<std::string> names;
  for (const fs::path& folder : folders) {
    std::error_code unreadable;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, unreadable)) {
      if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

[[noreturn]] void refuse_name(const base::Node& node, const SearchFolders& folders) {
  const std::vector<std::string> names = known_machines(folders);
  const std::string near = base::nearest_word(fs::path(node.scalar).stem().string(), names);
  std::string hint = near.empty() ? "" : "did you mean \"" + near + "\"?";
  for (const std::string& name : near.empty() ? names : std::vector<std::string>()) {
    hint += (hint.empty() ? "machines: " : ", ") + name;
  }
  base::raise<base::ConfigError>(node.where, node.key_path,
                                 "no machine file \"" + node.scalar + "\"", hint);
}

fs::path find_file(const base::Node& node, const SearchFolders& folders) {
  std::vector<fs::path> places{fs::path(node.where.file).parent_path()};
  // A value from the command line is relative to the working directory.
  if (node.where.line == 0) places.front().clear();
  places.insert(places.end(), folders.begin(), folders.end());
  for (const fs::path& place : places) {
    for (const std::string ending : {"", ".yaml"}) {
      const fs::path file = place / (node.scalar + ending);
      if (fs::is_regular_file(file)) return file;
    }
  }
  refuse_name(node, folders);
}

base::NodePtr load_named(const base::Node& node, const SearchFolders& folders) {
  if (node.kind != base::NodeKind::kScalar || node.scalar.empty()) {
    base::raise<base::ConfigError>(node.where, node.key_path,
                                   "expected the name of a machine or of its file");
  }
  return base::load_extended(find_file(node, folders));
}

bool sets_machine_itself(const std::string& assignment) {
  const std::string path = assignment.substr(0, assignment.find('='));
  return path == "machine" || path == "machine.extends";
}

}  // namespace

base::NodePtr resolve_machine_section(const base::NodePtr& section, const SearchFolders& folders) {
  if (section->kind == base::NodeKind::kScalar) return load_named(*section, folders);
  const base::Node* extends = section->find("extends");
  if (extends == nullptr) return section;
  return base::overlay(load_named(*extends, folders), base::without_child(*section, "extends"));
}

base::NodePtr resolve_run(base::NodePtr run, const std::vector<std::string>& sets,
                          const SearchFolders& folders) {
  for (const std::string& set : sets) {
    if (sets_machine_itself(set)) run = base::apply_set(run, set);
  }
  for (const base::Node::Entry& entry : base::NodePtr(run)->entries) {
    if (entry.key != "machine") continue;
    run = base::with_child(*run, "machine", resolve_machine_section(entry.value, folders));
  }
  for (const std::string& set : sets) {
    if (!sets_machine_itself(set)) run = base::apply_set(run, set);
  }
  return run;
}

}  // namespace bspike::arch
