// Owns results of a sweep as text: CSV, JSON (what `bspike report` reads), Markdown.
#pragma once

#include <string>
#include <vector>

#include "tools/sweep/results.hpp"
#include "tools/sweep/tables.hpp"

namespace bspike::tools {

// The tables that the sweep's file asks for, and those of the command line.
[[nodiscard]] std::vector<Table> asked_tables(const Results& results,
                                              const std::vector<std::string>& more);

[[nodiscard]] std::string table_csv(const Table& table);
[[nodiscard]] std::string results_json(const Results& results, const std::vector<Table>& tables);
[[nodiscard]] std::string results_markdown(const Results& results,
                                           const std::vector<Table>& tables);

// "12 points: 9 done, 2 do not fit, 1 failed"
[[nodiscard]] std::string counts_text(const Results& results);

// The file in a sweep's folder that holds results_json.
inline constexpr const char* kExportFile = "sweep.json";

}  // namespace bspike::tools
