// Owns the parts of a report as flat lists of named values, each with its unit: what two runs are
// compared by.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tools/diff/run_files.hpp"

namespace bspike::tools {

struct FlatValue {
  nlohmann::json value;
  std::string unit;
};
using FlatValues = std::map<std::string, FlatValue>;

// Scalars below an object, by path; `skip` names members that stand elsewhere.
[[nodiscard]] FlatValues flat_object(const nlohmann::json& object, const std::string& path,
                                     const std::vector<std::string>& skip = {});
// Cells of a table, by the names of its text columns and the cell's column.
[[nodiscard]] FlatValues flat_table(const nlohmann::json& report, const std::string& table);
// Scalars of the resolved run file, by key path.
[[nodiscard]] FlatValues flat_configuration(const RunFiles& run);
// Sums over ranges of tiles, `tiles` being those of the larger chip.
[[nodiscard]] FlatValues flat_tile_groups(const RunFiles& run, std::size_t tiles);
// Result series: lists, by path.
[[nodiscard]] FlatValues series_of(const nlohmann::json& report);

}  // namespace bspike::tools
