// Owns the data of a report page: what the files of a run, a validation or a sweep say, checked and
// gathered in one JSON value. docs/html_report.md has its shape.
// Contract: numbers are those of the files; only sums over rows are added. Everything throws
// ConfigError or FormatError that names the file, the place in it, and what to do.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace bspike::tools {

// Of one folder of any kind, or of two folders of runs.
[[nodiscard]] nlohmann::json page_data(const std::vector<std::filesystem::path>& folders);

// Rows of supersteps.csv that a page carries; sums over supersteps count all rows.
inline constexpr std::size_t kPageSupersteps = 4000;

[[nodiscard]] nlohmann::json run_data(const std::filesystem::path& folder, const std::string& name);

// The suites of a folder that `bspike validate --out` wrote.
[[nodiscard]] nlohmann::json validation_data(const std::filesystem::path& folder);

// Checks the points of a sweep and adds what a page needs. `file` names them in messages.
[[nodiscard]] nlohmann::json sweep_data(nlohmann::json sweep, const std::string& file);

}  // namespace bspike::tools
