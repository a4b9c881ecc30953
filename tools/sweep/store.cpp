// Owns the tables of a sweep's results.
#include "tools/sweep/store.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arch/base/diagnostics.hpp"
#include "tools/sweep/key_columns.hpp"

namespace bspike::tools {

using nlohmann::json;

namespace {

constexpr int kSchemaVersion = 1;

constexpr const char* kTables =
    "CREATE TABLE IF NOT EXISTS about(name TEXT PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS points(place INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL,"
    " settings TEXT NOT NULL, configuration_hash TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS results(id TEXT PRIMARY KEY, configuration_hash TEXT NOT NULL,"
    " program TEXT NOT NULL, status TEXT NOT NULL, exit_code INTEGER NOT NULL,"
    " reason TEXT NOT NULL, wall_seconds REAL NOT NULL, peak_rss_bytes INTEGER NOT NULL,"
    " log TEXT NOT NULL, report TEXT NOT NULL);";

constexpr int kFixedColumns = 10;

std::string settings_text(const Point& point) {
  json settings = json::object();
  for (const Setting& setting : point.settings) settings[setting.key] = setting.text;
  return settings.dump();
}

std::string text_of_key(const Point& point, const std::string& key) {
  std::string text;
  for (const Setting& setting : point.settings)
    if (setting.key == key) text = setting.text;
  return text;
}

void refuse_other_version(Database& database, const std::filesystem::path& folder) {
  Statement version(database, "PRAGMA user_version");
  if (version.step() && version.whole(0) == kSchemaVersion) return;
  arch::base::raise<arch::base::FormatError>({(folder / kResultsFile).string(), 0, 0}, "",
                                             "holds no results of this version",
                                             "move the file away and run the sweep again");
}

std::filesystem::path results_file(const std::filesystem::path& folder, OpenMode mode) {
  const std::filesystem::path file = folder / kResultsFile;
  std::error_code ignored;
  if (mode == OpenMode::kWrite || std::filesystem::exists(file, ignored)) return file;
  arch::base::raise<arch::base::ConfigError>(
      {folder.string(), 0, 0}, "", "holds no results of a sweep",
      "give the folder that `bspike sweep SWEEP.yaml --out DIR` wrote");
}

}  // namespace

Store::Store(const std::filesystem::path& folder, OpenMode mode)
    : database_(results_file(folder, mode), mode) {
  if (mode == OpenMode::kWrite) {
    Statement tables(database_, "SELECT count(*) FROM sqlite_master");
    if (tables.step() && tables.whole(0) == 0)
      database_.transaction([&] {
        database_.run(kTables);
        database_.run("PRAGMA user_version = " + std::to_string(kSchemaVersion));
      });
  }
  refuse_other_version(database_, folder);
}

std::map<std::string, std::string> Store::about() {
  std::map<std::string, std::string> about;
  Statement rows(database_, "SELECT name, value FROM about");
  while (rows.step()) about[rows.text(0)] = rows.text(1);
  return about;
}

// False if it was there.
bool Store::add_column(const std::string& name, const char* type) {
  Statement known(database_, "SELECT count(*) FROM pragma_table_info('results') WHERE name = ?1");
  known.bind(1, name).step();
  if (known.whole(0) != 0) return false;
  database_.run("ALTER TABLE results ADD COLUMN " + quoted_name(name) + " " + type);
  return true;
}

// Of results that were recorded before the sweep had this column.
void Store::fill_column(const std::string& name) {
  Statement rows(database_, "SELECT id, report FROM results");
  std::map<std::string, std::optional<double>> values;
  while (rows.step())
    values[rows.text(0)] = number_at(json::parse(rows.text(1), nullptr, false), name);
  for (const auto& [id, value] : values)
    Statement(database_, "UPDATE results SET " + quoted_name(name) + " = ?1 WHERE id = ?2")
        .bind(1, value)
        .bind(2, id)
        .step();
}

void Store::plan(const std::map<std::string, std::string>& about, const std::vector<Point>& points,
                 const std::vector<std::string>& axes, const std::vector<std::string>& columns) {
  database_.transaction([&] {
    database_.run("DELETE FROM about; DELETE FROM points");
    for (const auto& [name, value] : about)
      Statement(database_, "INSERT INTO about VALUES(?1, ?2)").bind(1, name).bind(2, value).step();
    for (const Point& point : points)
      Statement(database_,
                "INSERT INTO points(id, settings, configuration_hash) VALUES(?1, ?2, ?3)")
          .bind(1, point.id)
          .bind(2, settings_text(point))
          .bind(3, point.configuration_hash)
          .step();
    for (const std::string& axis : axes) (void)add_column(axis, "TEXT");
    for (const std::string& column : columns)
      if (add_column(column, "REAL")) fill_column(column);
  });
  axes_ = axes;
  columns_ = columns;
}

void Store::record(const Point& point, const PointResult& result) {
  std::string names, marks;
  for (int i = 1; i <= kFixedColumns; ++i) marks += (i == 1 ? "?" : ",?") + std::to_string(i);
  int place = kFixedColumns;
  for (const auto* list : {&axes_, &columns_})
    for (const std::string& name : *list) {
      names += "," + quoted_name(name);
      marks += ",?" + std::to_string(++place);
    }
  database_.transaction([&] {
    Statement insert(database_,
                     "INSERT OR REPLACE INTO results(id,configuration_hash,program,"
                     "status,exit_code,reason,wall_seconds,peak_rss_bytes,log,report" +
                         names + ") VALUES(" + marks + ")");
    insert.bind(1, result.id).bind(2, result.configuration_hash).bind(3, result.program);
    insert.bind(4, result.status).bind(5, std::int64_t{result.exit_code}).bind(6, result.reason);
    insert.bind(7, std::optional<double>(result.wall_seconds));
    insert.bind(8, static_cast<std::int64_t>(result.peak_rss_bytes));
    insert.bind(9, result.log).bind(10, result.report);
    int at = kFixedColumns;
    for (const std::string& axis : axes_) insert.bind(++at, text_of_key(point, axis));
    const json report = json::parse(result.report, nullptr, false);
    for (const std::string& column : columns_) insert.bind(++at, number_at(report, column));
    insert.step();
  });
}

std::vector<StoredPoint> Store::points(const std::vector<std::string>& columns) {
  std::string names;
  for (const std::string& column : columns) names += ", r." + quoted_name(column);
  Statement rows(database_,
                 "SELECT p.id, p.settings, p.configuration_hash, r.program, r.status,"
                 " r.exit_code, r.reason, r.wall_seconds, r.peak_rss_bytes" +
                     names +
                     " FROM points p LEFT JOIN results r ON r.id = p.id AND"
                     " r.configuration_hash = p.configuration_hash ORDER BY p.place");
  std::vector<StoredPoint> points;
  while (rows.step()) {
    StoredPoint point{rows.text(0), rows.text(1), {}, {}};
    point.result = {rows.text(0),
                    rows.text(2),
                    rows.text(3),
                    rows.text(4),
                    static_cast<int>(rows.whole(5)),
                    rows.text(6),
                    rows.number(7).value_or(0),
                    static_cast<std::uint64_t>(rows.whole(8)),
                    "",
                    ""};
    int place = 9;
    for (const std::string& column : columns)
      if (const auto value = rows.number(place++)) point.numbers[column] = *value;
    points.push_back(std::move(point));
  }
  return points;
}

}  // namespace bspike::tools
