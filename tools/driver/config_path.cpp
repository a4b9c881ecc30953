// Owns the search for configuration files by name.
#include "tools/driver/config_path.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

namespace bspike::tools {

namespace fs = std::filesystem;
using arch::base::SourceLocation;

namespace {

void add_configs_above(fs::path directory, const std::string& folder,
                       std::vector<fs::path>& found) {
  std::error_code ignored;
  directory = fs::weakly_canonical(fs::absolute(directory, ignored), ignored);
  for (;; directory = directory.parent_path()) {
    const fs::path candidate = directory / "configs" / folder;
    if (fs::is_directory(candidate, ignored)) found.push_back(candidate);
    if (directory == directory.parent_path()) return;
  }
}

std::vector<fs::path> config_folders(const SourceLocation& where, const std::string& folder) {
  std::error_code ignored;
  std::vector<fs::path> found;
  add_configs_above(base_directory(where), folder, found);
  add_configs_above(fs::current_path(ignored), folder, found);
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  if (!program.empty()) {
    add_configs_above(program.parent_path() / "share" / "bspike", folder, found);
    add_configs_above(program, folder, found);
  }
  return found;
}

std::vector<std::string> names_in(const std::vector<fs::path>& folders) {
  std::vector<std::string> names;
  for (const fs::path& folder : folders) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

[[noreturn]] void refuse_name(const std::string& name, const std::string& folder,
                              const SourceLocation& where, const std::vector<fs::path>& folders) {
  const std::vector<std::string> names = names_in(folders);
  const std::string near = arch::base::nearest_word(name, names);
  arch::base::raise<arch::base::ConfigError>(
      where, "", "no file " + name + ".yaml in any configs/" + folder + " folder",
      near.empty() ? "known names: " + listed(names) : "did you mean '" + near + "'?");
}

bool is_bare_name(const std::string& name) {
  return name.find('/') == std::string::npos && fs::path(name).extension() != ".yaml";
}

}  // namespace

fs::path base_directory(const SourceLocation& where) {
  if (where.file.empty() || where.file.rfind("--", 0) == 0) return fs::path(".");
  const fs::path parent = fs::path(where.file).parent_path();
  return parent.empty() ? fs::path(".") : parent;
}

fs::path find_config(const std::string& name, const std::string& folder,
                     const SourceLocation& where) {
  if (!is_bare_name(name)) {
    const fs::path base = base_directory(where);
    return base == "." || fs::path(name).is_absolute() ? fs::path(name) : base / name;
  }
  const std::vector<fs::path> folders = config_folders(where, folder);
  for (const fs::path& candidate : folders) {
    const fs::path file = candidate / (name + ".yaml");
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored)) return file;
  }
  refuse_name(name, folder, where, folders);
}

}  // namespace bspike::tools
