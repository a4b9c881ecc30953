// Owns the way from CSV cells to JSON values.
#include "tools/report/csv_table.hpp"

#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"
#include "tools/driver/csv.hpp"

namespace bspike::tools {

using nlohmann::json;

namespace {

constexpr const char* kAgain = "the file is damaged or not of this run; run it again";

[[noreturn]] void refuse(const std::string& file, std::size_t line, std::string message) {
  arch::base::raise<arch::base::FormatError>({file, line, 0}, "", std::move(message), kAgain);
}

struct ColumnType {
  std::string name;
  bool text = false;
};

std::vector<ColumnType> types_of(const json& columns) {
  std::vector<ColumnType> types;
  for (const json& column : columns)
    types.push_back({column.at("name").get<std::string>(), column.at("unit") == "text"});
  return types;
}

void check_header(const CsvRecord& header, const std::vector<ColumnType>& types,
                  const std::string& file) {
  std::string wanted;
  bool same = header.cells.size() == types.size();
  for (std::size_t i = 0; i < types.size(); ++i) {
    wanted += (i == 0 ? "" : ",") + types[i].name;
    same = same && header.cells[i] == types[i].name;
  }
  if (!same)
    refuse(file, 1, "has not the columns that report.json describes; known names: " + wanted);
}

template <class Number>
std::optional<Number> whole_text_as(const std::string& cell) {
  Number value{};
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc{} || end != cell.data() + cell.size()) return std::nullopt;
  return value;
}

json number_of(const std::string& cell, std::size_t line, const std::string& file) {
  if (cell.empty()) return {};
  if (const auto whole = whole_text_as<std::uint64_t>(cell)) return *whole;
  const auto real = whole_text_as<double>(cell);
  if (real && std::isfinite(*real)) return *real;
  refuse(file, line, "found \"" + cell + "\", expected a number");
}

json row_of(const CsvRecord& record, const std::vector<ColumnType>& types,
            const std::string& file) {
  if (record.cells.size() != types.size()) {
    refuse(file, record.line,
           "found " + std::to_string(record.cells.size()) + " cells, expected " +
               std::to_string(types.size()));
  }
  json row = json::array();
  for (std::size_t i = 0; i < types.size(); ++i) {
    const std::string& cell = record.cells[i];
    row.push_back(types[i].text ? json(cell) : number_of(cell, record.line, file));
  }
  return row;
}

std::size_t place_of(const json& table, const std::string& name) {
  const json& columns = table.at("columns");
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i] == name) return i;
  arch::base::raise<arch::base::FormatError>({"supersteps.csv", 1, 0}, "", "no column " + name,
                                             kAgain);
}

}  // namespace

json read_csv_table(const std::filesystem::path& path, const json& columns) {
  const std::string file = path.string();
  const std::vector<ColumnType> types = types_of(columns);
  const std::string text = arch::base::read_text(path);
  const std::vector<CsvRecord> records = parse_csv(text, file);
  if (records.empty()) refuse(file, 1, "the file is empty");
  if (text.back() != '\n') refuse(file, records.back().line, "the last line is cut short");
  check_header(records.front(), types, file);
  json table = {{"columns", json::array()}, {"rows", json::array()}};
  for (const ColumnType& type : types) table["columns"].push_back(type.name);
  for (std::size_t i = 1; i < records.size(); ++i)
    table["rows"].push_back(row_of(records[i], types, file));
  table["total_rows"] = records.size() - 1;
  return table;
}

json critical_tiles(const json& supersteps) {
  struct Sums {
    std::uint64_t supersteps = 0, cycles = 0;
  };
  const std::size_t tile = place_of(supersteps, "critical_tile");
  const std::size_t cycles = place_of(supersteps, "compute_cycles");
  std::map<std::uint64_t, Sums> tiles;
  for (const json& row : supersteps.at("rows")) {
    if (!row[tile].is_number_unsigned() || !row[cycles].is_number_unsigned()) continue;
    Sums& sums = tiles[row[tile].get<std::uint64_t>()];
    ++sums.supersteps;
    sums.cycles += row[cycles].get<std::uint64_t>();
  }
  json rows = json::array();
  for (const auto& [number, sums] : tiles)
    rows.push_back(json::array({number, sums.supersteps, sums.cycles}));
  return {{"columns", {"tile", "supersteps", "compute_cycles"}},
          {"rows", rows},
          {"total_rows", rows.size()}};
}

void keep_first_rows(json& table, std::size_t rows) {
  json& all = table["rows"];
  if (all.size() > rows) all.erase(all.begin() + static_cast<std::ptrdiff_t>(rows), all.end());
}

}  // namespace bspike::tools
