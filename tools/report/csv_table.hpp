// Owns a CSV file of a report as JSON: {columns, rows, total_rows}.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace bspike::tools {

// `columns` are the report's description of the file. Text stays text, numbers become numbers, an
// empty cell null. Throws FormatError where the file is not what is described.
[[nodiscard]] nlohmann::json read_csv_table(const std::filesystem::path& file,
                                            const nlohmann::json& columns);

// Of all rows of supersteps.csv: {columns, rows, total_rows} by critical tile.
[[nodiscard]] nlohmann::json critical_tiles(const nlohmann::json& supersteps);

// Leaves the first rows; total_rows goes on saying how many there were.
void keep_first_rows(nlohmann::json& table, std::size_t rows);

}  // namespace bspike::tools
