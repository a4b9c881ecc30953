// Owns which data a page gets for the folders that it is asked for.
#include "tools/report/report_data.hpp"

#include <nlohmann/json.hpp>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"
#include "models/reference/json_cursor.hpp"
#include "tools/driver/version.hpp"
#include "tools/report/result_folder.hpp"

namespace bspike::tools {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

json sweep_of(const fs::path& folder) {
  const std::string file = (folder / kSweepFile).string();
  return sweep_data(models::parse_json(arch::base::read_text(file), file), file);
}

json single(const fs::path& folder) {
  switch (kind_of(folder)) {
    case ResultKind::kRun:
      return {{"kind", "run"}, {"runs", {run_data(folder, name_of(folder))}}};
    case ResultKind::kValidation:
      return validation_data(folder);
    case ResultKind::kSweep:
      return sweep_of(folder);
  }
  return {};
}

json pair(const fs::path& first, const fs::path& second) {
  for (const fs::path& folder : {first, second}) {
    if (kind_of(folder) == ResultKind::kRun) continue;
    arch::base::raise<arch::base::ConfigError>({folder.string(), 0, 0}, "",
                                               "holds no run, and only runs stand side by side",
                                               "give one folder, or two of runs");
  }
  return {{"kind", "run"},
          {"runs",
           {run_data(first, "A: " + name_of(first)), run_data(second, "B: " + name_of(second))}}};
}

}  // namespace

json page_data(const std::vector<fs::path>& folders) {
  json data = folders.size() == 1 ? single(folders[0]) : pair(folders[0], folders[1]);
  data["version"] = program_version();
  return data;
}

}  // namespace bspike::tools
