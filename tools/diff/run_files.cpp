// Owns reading the files of a run.
#include "tools/diff/run_files.hpp"

#include <array>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"
#include "models/reference/json_cursor.hpp"
#include "tools/driver/csv.hpp"

namespace bspike::tools {

namespace fs = std::filesystem;
using arch::base::ConfigError;
using arch::base::FormatError;
using nlohmann::json;

namespace {

constexpr int kReadVersion = 1;  // of report.json
constexpr std::array kSections = {
    "run",      "totals", "phases",   "tiles",    "memory",  "exchange",        "host",
    "training", "series", "by_phase", "by_layer", "kernels", "superstep_kinds", "configuration"};

bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored);
}

fs::path report_file(const fs::path& place) {
  std::error_code ignored;
  if (!is_there(place))
    arch::base::raise<ConfigError>({place.string(), 0, 0}, "", "no such file or folder",
                                   "give folders that `bspike run --out` wrote");
  if (!fs::is_directory(place, ignored)) return place;
  if (is_there(place / "report.json")) return place / "report.json";
  const bool begun = is_there(place / "supersteps.csv") || is_there(place / "tiles.csv");
  arch::base::raise<ConfigError>(
      {place.string(), 0, 0}, "",
      begun ? "the run has not finished: it has no report.json" : "holds no report.json of a run",
      begun ? "wait for its end, or run it again" : "make one with `bspike run FILE --out DIR`");
}

void refuse_other_json(const json& report, const std::string& file) {
  bool whole = report.is_object();
  for (const char* section : kSections) whole = whole && report.contains(section);
  if (!whole)
    arch::base::raise<FormatError>({file, 0, 0}, "", "is no report of a run",
                                   "give a report.json that `bspike run --out` wrote");
  if (report.value("report_version", 0) == kReadVersion) return;
  arch::base::raise<FormatError>({file, 0, 0}, "", "was written by another version of bspike",
                                 "run it again");
}

CsvColumns read_columns(const fs::path& file) {
  if (!is_there(file)) return {};
  const std::vector<CsvRecord> records = parse_csv(arch::base::read_text(file), file.string());
  CsvColumns columns;
  if (records.empty()) return columns;
  const std::vector<std::string>& names = records.front().cells;
  for (std::size_t row = 1; row < records.size(); ++row) {
    if (records[row].cells.size() != names.size())
      arch::base::raise<FormatError>({file.string(), records[row].line, 0}, "",
                                     "found " + std::to_string(records[row].cells.size()) +
                                         " cells, expected " + std::to_string(names.size()),
                                     "is the file cut? run it again");
    for (std::size_t i = 0; i < names.size(); ++i)
      columns[names[i]].push_back(records[row].cells[i]);
  }
  return columns;
}

}  // namespace

RunFiles read_run_files(const fs::path& place) {
  const fs::path file = report_file(place);
  RunFiles files;
  files.name = place.string();
  files.report = models::parse_json(arch::base::read_text(file), file.string());
  refuse_other_json(files.report, file.string());
  files.tiles = read_columns(file.parent_path() / "tiles.csv");
  files.memory = read_columns(file.parent_path() / "memory.csv");
  return files;
}

}  // namespace bspike::tools
