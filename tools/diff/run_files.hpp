// Owns reading what a run left: its report, and the tables beside it. Contract: a missing,
// unfinished or damaged run throws ConfigError or FormatError with what to do.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bspike::tools {

// A CSV file by column; text stays text.
using CsvColumns = std::map<std::string, std::vector<std::string>>;

struct RunFiles {
  std::string name;  // as it was given
  nlohmann::json report;
  CsvColumns tiles;  // empty where the file is not there
  CsvColumns memory;
};

// A folder that `bspike run --out` wrote, or its report.json.
[[nodiscard]] RunFiles read_run_files(const std::filesystem::path& place);

}  // namespace bspike::tools
