// Owns looking at a folder of results.
#include "tools/report/result_folder.hpp"

#include <algorithm>

#include "arch/base/diagnostics.hpp"

namespace bspike::tools {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& folder, std::string message, std::string hint) {
  arch::base::raise<arch::base::ConfigError>({folder.string(), 0, 0}, "", std::move(message),
                                             std::move(hint));
}

bool holds(const fs::path& folder, const char* file) {
  std::error_code ignored;
  return fs::exists(folder / file, ignored);
}

void check_folder(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (!fs::exists(status))
    refuse(folder, "no such folder", "give the folder that `bspike run --out` wrote");
  if (!fs::is_directory(status))
    refuse(folder, "is a file, expected a folder", "give the folder that holds it");
  (void)fs::directory_iterator(folder, error);
  if (error) refuse(folder, "cannot be read: " + error.message(), "may you read it?");
}

}  // namespace

ResultKind kind_of(const fs::path& folder) {
  check_folder(folder);
  if (holds(folder, "report.json")) return ResultKind::kRun;
  if (holds(folder, kSweepFile)) return ResultKind::kSweep;
  if (!suite_files(folder).empty()) return ResultKind::kValidation;
  // A run writes its report last.
  for (const char* part : {"supersteps.csv", "tiles.csv", "memory.csv"}) {
    if (!holds(folder, part)) continue;
    refuse(folder, "an unfinished run: it has " + std::string(part) + " and no report.json",
           "wait until the run has ended, or run it again");
  }
  refuse(folder, "holds no results of a run, a validation or a sweep",
         "make them with `bspike run FILE --out DIR` or `bspike validate --out DIR`");
}

// A suite has three files of one name.
std::vector<fs::path> suite_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const fs::path& file = entry.path();
    if (file.extension() != ".json") continue;
    const bool suite = fs::exists(fs::path(file).replace_extension(".csv"), ignored) &&
                       fs::exists(fs::path(file).replace_extension(".md"), ignored);
    if (suite) files.push_back(file);
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string name_of(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

}  // namespace bspike::tools
