// Owns writing results as text.
#include "tools/sweep/export.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "sim/report/columns.hpp"

namespace bspike::tools {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::array<std::pair<const char*, const char*>, 6> kStatusWords = {
    {{"done", "done"},
     {"does_not_fit", "do not fit"},
     {"failed", "failed"},
     {"timed_out", "timed out"},
     {"out_of_memory", "out of memory"},
     {"missing", "missing"}}};

Json columns_json(const std::vector<ResultColumn>& columns) {
  Json list = Json::array();
  for (const ResultColumn& column : columns)
    list.push_back({{"name", column.name}, {"unit", column.unit}});
  return list;
}

Json point_json(const ResultRow& row) {
  Json point = {{"id", row.id}, {"status", row.status}};
  if (!row.reason.empty()) point["reason"] = row.reason;
  point["exit_code"] = row.exit_code;
  point["wall_seconds"] = row.wall_seconds;
  point["configuration_hash"] = row.configuration_hash;
  point["program"] = row.program;
  point["values"] = Json::object();
  for (const auto& [name, value] : row.values) point["values"][name] = value;
  return point;
}

Json table_json(const Table& table) {
  Json rows = Json::array();
  for (const auto& cells : table.rows) {
    Json row = Json::object();
    for (std::size_t i = 0; i < cells.size(); ++i) row[table.columns[i].name] = cells[i];
    rows.push_back(std::move(row));
  }
  return {{"title", table.title}, {"columns", columns_json(table.columns)}, {"rows", rows}};
}

std::string digits(double value, int precision) {
  char text[64];
  const auto end = std::to_chars(text, text + 64, value, std::chars_format::fixed, precision).ptr;
  return {text, end};
}

// Whole numbers as they are; others with about four digits that count.
std::string number_text(const Json& value) {
  if (value.is_number_integer()) return value.dump();
  const double number = value.get<double>();
  const double size = std::abs(number);
  if (size != 0 && (size < 1e-3 || size >= 1e12)) {
    char text[64];
    return {text, std::to_chars(text, text + 64, number, std::chars_format::scientific, 3).ptr};
  }
  return digits(number, size >= 1000 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 4);
}

std::string status_words(const std::string& word) {
  for (const auto& [status, words] : kStatusWords)
    if (word == status) return words;
  return word;
}

std::string cell_text(const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_number()) return number_text(value);
  std::string text;
  for (const char c : status_words(value.get<std::string>()))
    text += c == '|' ? std::string("\\|") : std::string(1, c == '\n' ? ' ' : c);
  return text;
}

std::string table_markdown(const Table& table) {
  std::string text = "\n**" + table.title + "**\n\n|";
  std::string line = "|";
  for (const ResultColumn& column : table.columns) {
    text += " " + column.name + " |";
    line += column.unit == "text" ? "---|" : "---:|";
  }
  text += "\n" + line + "\n";
  for (const auto& cells : table.rows) {
    text += "|";
    for (const Json& cell : cells) text += " " + cell_text(cell) + " |";
    text += "\n";
  }
  return text;
}

}  // namespace

std::vector<Table> asked_tables(const Results& results, const std::vector<std::string>& more) {
  std::vector<Table> tables;
  for (const std::string& text : results.tables)
    tables.push_back(make_table(results, parse_table(text, {"tables", 0, 0})));
  for (const std::string& text : more)
    tables.push_back(make_table(results, parse_table(text, {"--table", 0, 0})));
  return tables;
}

std::string table_csv(const Table& table) {
  std::string text;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    text += (i == 0 ? "" : ",") + sim::csv_cell(table.columns[i].name);
  text += "\n";
  for (const auto& cells : table.rows) {
    for (std::size_t i = 0; i < cells.size(); ++i)
      text += (i == 0 ? "" : ",") + sim::csv_cell(cells[i]);
    text += "\n";
  }
  return text;
}

std::string results_json(const Results& results, const std::vector<Table>& tables) {
  Json root = {{"name", results.name}, {"description", results.description}};
  root["axes"] = columns_json(results.axes);
  root["columns"] = columns_json(results.columns);
  root["points"] = Json::array();
  for (const ResultRow& row : results.rows) root["points"].push_back(point_json(row));
  root["tables"] = Json::array();
  for (const Table& table : tables) root["tables"].push_back(table_json(table));
  return root.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string results_markdown(const Results& results, const std::vector<Table>& tables) {
  std::string text = "## " + results.name + "\n\n";
  if (!results.description.empty()) text += results.description + "\n\n";
  text += counts_text(results) + ".\n";
  for (const Table& table : tables) text += table_markdown(table);
  return text;
}

std::string counts_text(const Results& results) {
  std::string text = std::to_string(results.rows.size()) + " points";
  const char* separator = ": ";
  for (const auto& [status, words] : kStatusWords) {
    std::size_t count = 0;
    for (const ResultRow& row : results.rows) count += row.status == status ? 1 : 0;
    if (count == 0) continue;
    text += separator + std::to_string(count) + " " + words;
    separator = ", ";
  }
  return text;
}

}  // namespace bspike::tools
