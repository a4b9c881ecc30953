// Owns the numbers of a report that a sweep keeps as columns.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>

namespace bspike::tools {

struct KeyColumn {
  const char* path;  // of report.json; `[last]` is a list's last value
  const char* unit;
  bool more_is_better;
};
[[nodiscard]] std::span<const KeyColumn> key_columns();

// The unit of a column that a sweep file adds: what its name ends in.
[[nodiscard]] std::string unit_of_path(const std::string& path);
[[nodiscard]] bool more_is_better(const std::string& path);

// The number at a path, or nothing: absent, null, no number.
[[nodiscard]] std::optional<double> number_at(const nlohmann::json& report,
                                              const std::string& path);

}  // namespace bspike::tools
