// Owns the check of a sweep's points.
#include <nlohmann/json.hpp>
#include <set>

#include "arch/base/diagnostics.hpp"
#include "models/reference/json_cursor.hpp"
#include "tools/report/report_data.hpp"

namespace bspike::tools {

using arch::base::DiagnosticSink;
using models::JsonCursor;
using nlohmann::json;

namespace {

const std::set<std::string> kStatuses = {"done",          "does_not_fit", "failed", "timed_out",
                                         "out_of_memory", "running",      "missing"};

std::set<std::string> names_of(const JsonCursor& columns) {
  std::set<std::string> names;
  for (const JsonCursor& column : columns.items()) {
    (void)column.at("unit").text();
    const JsonCursor name = column.at("name");
    if (!names.insert(name.text()).second) name.fail("the name of another column");
  }
  return names;
}

void check_point(const JsonCursor& point, const std::set<std::string>& names) {
  (void)point.at("id").text();
  const JsonCursor status = point.at("status");
  if (status.exists() && kStatuses.count(status.text()) == 0)
    status.fail("found \"" + status.text() + "\", expected a status",
                "done, does_not_fit, failed, timed_out, out_of_memory, running or missing");
  const JsonCursor values = point.at("values");
  for (const std::string& key : values.keys())
    if (names.count(key) == 0) values.fail("\"" + key + "\" is no axis and no column");
}

// Each row holds no more than the table's columns.
void check_table(const JsonCursor& table) {
  (void)table.at("title").text();
  const std::set<std::string> names = names_of(table.at("columns"));
  for (const JsonCursor& row : table.at("rows").items())
    for (const std::string& key : row.keys())
      if (names.count(key) == 0) row.fail("\"" + key + "\" is no column of the table");
}

}  // namespace

json sweep_data(json sweep, const std::string& file) {
  DiagnosticSink sink;
  const JsonCursor root(&sweep, "", file, sink);
  (void)root.at("name").text();
  std::set<std::string> names = names_of(root.at("axes"));
  names.merge(names_of(root.at("columns")));
  for (const JsonCursor& point : root.at("points").items()) check_point(point, names);
  if (sweep.contains("tables"))
    for (const JsonCursor& table : root.at("tables").items()) check_table(table);
  sink.throw_if_any<arch::base::FormatError>();
  sweep["kind"] = "sweep";
  return sweep;
}

}  // namespace bspike::tools
