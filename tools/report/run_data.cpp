// Owns the data of a run's page: report.json with its CSV files.
#include <array>
#include <nlohmann/json.hpp>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"
#include "models/reference/json_cursor.hpp"
#include "tools/report/csv_table.hpp"
#include "tools/report/report_data.hpp"

namespace bspike::tools {

using arch::base::ConfigError;
using arch::base::DiagnosticSink;
using arch::base::FormatError;
using models::JsonCursor;
using nlohmann::json;

namespace {

constexpr std::uint32_t kReadVersion = 1;  // of report.json

constexpr std::array kSections = {"definitions", "run",       "totals",         "phases",
                                  "tile_mean",   "tiles",     "memory",         "exchange",
                                  "host",        "training",  "series",         "machine",
                                  "columns",     "simulator", "instruction_mix"};
constexpr std::array kTables = {"superstep_kinds", "by_phase", "by_layer", "kernels", "hot_lines"};
constexpr std::array kCsvFiles = {"supersteps.csv", "tiles.csv", "memory.csv"};

std::vector<std::string> column_names(const JsonCursor& columns) {
  std::vector<std::string> names;
  for (const JsonCursor& column : columns.items()) {
    names.push_back(column.at("name").text());
    (void)column.at("unit").text();
  }
  return names;
}

// Each row has each described column.
void check_table(const JsonCursor& rows, const JsonCursor& columns) {
  const std::vector<std::string> names = column_names(columns);
  for (const JsonCursor& row : rows.items())
    for (const std::string& name : names) (void)row.at(name.c_str());
}

void check_machine(const JsonCursor& machine) {
  (void)machine.at("name").text();
  (void)machine.at("clock_hz").number();
  (void)machine.at("tiles").count(1);
  for (const JsonCursor& constant : machine.at("constants").items())
    for (const char* key : {"key", "value", "provenance", "source"}) (void)constant.at(key).text();
  for (const JsonCursor& sentence : machine.at("not_modelled").items()) (void)sentence.text();
}

void check_lifetimes(const JsonCursor& lives, const JsonCursor& columns) {
  check_table(lives.at("points"), columns.at("memory.lifetimes.points"));
  check_table(lives.at("regions"), columns.at("memory.lifetimes.regions"));
  const std::size_t points = lives.at("points").items().size();
  const auto last = static_cast<std::uint32_t>(points == 0 ? 0 : points - 1);
  (void)lives.at("peak_point").count(0, last);
  for (const JsonCursor& region : lives.at("regions").items())
    for (const char* key : {"first", "last"}) (void)region.at(key).count(0, last);
}

void check_memory(const JsonCursor& memory, const JsonCursor& columns) {
  for (const char* key : {"peak_tile_bytes", "budget_tile_bytes"}) (void)memory.at(key).number();
  for (const std::string& name : memory.at("by_category").keys())
    (void)memory.at("peak_tile_by_category").at(name.c_str()).number();
  if (memory.has("lifetimes")) check_lifetimes(memory.at("lifetimes"), columns);
}

// Reports of another version may mean other things by the same names.
void check_version(const JsonCursor& root) {
  const JsonCursor version = root.at("report_version");
  if (!version.exists()) return;
  const std::uint32_t found = version.count();
  if (found != kReadVersion)
    version.fail("found " + std::to_string(found) + ", this program reads version " +
                     std::to_string(kReadVersion),
                 "run it again with this program, or use the one that ran it");
}

// What the page relies on; whatever else is there is carried along.
void check_report(const json& report, const std::string& file) {
  DiagnosticSink sink;
  const JsonCursor root(&report, "", file, sink);
  check_version(root);
  sink.throw_if_any<FormatError>();
  for (const char* section : kSections) (void)root.at(section).keys();
  for (const char* table : kTables) check_table(root.at(table), root.at("columns").at(table));
  for (const char* csv : kCsvFiles) (void)column_names(root.at("columns").at(csv));
  for (const char* flag : {"timed", "interrupted"}) (void)root.at("run").at(flag).flag();
  (void)root.at("configuration").text();
  (void)root.at("configuration_hash").text();
  check_machine(root.at("machine"));
  check_memory(root.at("memory"), root.at("columns"));
  sink.throw_if_any<FormatError>();
}

}  // namespace

json run_data(const std::filesystem::path& folder, const std::string& name) {
  const std::string file = (folder / "report.json").string();
  json report = models::parse_json(arch::base::read_text(file), file);
  check_report(report, file);
  json tables = json::object();
  for (const char* csv : kCsvFiles)
    tables[csv] = read_csv_table(folder / csv, report["columns"][csv]);
  json critical = critical_tiles(tables["supersteps.csv"]);
  keep_first_rows(tables["supersteps.csv"], kPageSupersteps);
  return {{"name", name},
          {"report", std::move(report)},
          {"tables", std::move(tables)},
          {"critical_tiles", std::move(critical)}};
}

}  // namespace bspike::tools
