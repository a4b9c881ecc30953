// Owns making the table of results.
#include "tools/sweep/results.hpp"

#include <algorithm>
#include <utility>

#include "tools/sweep/key_columns.hpp"

namespace bspike::tools {

using Json = nlohmann::ordered_json;
using nlohmann::json;

namespace {

json groups_of(const Sweep& sweep) {
  json groups = json::array();
  for (const AxisGroup& group : sweep.groups) {
    json keys = json::array();
    for (const Axis& axis : group) keys.push_back(axis.key);
    groups.push_back(std::move(keys));
  }
  return groups;
}

// A number of axes and results, as it is shown: whole ones without a fraction.
Json number(double value) {
  const bool whole = value >= -9e15 && value <= 9e15 &&
                     value == static_cast<double>(static_cast<long long>(value));
  return whole ? Json(static_cast<long long>(value)) : Json(value);
}

void add_axes(const StoredPoint& point, const Results& results, ResultRow& row) {
  const json settings = json::parse(point.settings);
  for (const ResultColumn& axis : results.axes) {
    if (!settings.contains(axis.name)) continue;
    const auto text = settings.at(axis.name).get<std::string>();
    const std::optional<double> value = number_in(text);
    row.values[axis.name] = value ? number(*value) : Json(text);
  }
}

ResultRow row_of(const StoredPoint& point, const Results& results) {
  const PointResult& result = point.result;
  ResultRow row{point.id,
                result.status.empty() ? "missing" : result.status,
                result.reason,
                result.exit_code,
                result.wall_seconds,
                result.configuration_hash,
                result.program,
                {}};
  add_axes(point, results, row);
  for (const auto& [column, value] : point.numbers) row.values[column] = number(value);
  return row;
}

std::vector<std::string> texts_in(const std::map<std::string, std::string>& about,
                                  const std::string& name) {
  const auto found = about.find(name);
  return found == about.end() ? std::vector<std::string>{}
                              : json::parse(found->second).get<std::vector<std::string>>();
}

std::string text_in(const std::map<std::string, std::string>& about, const std::string& name) {
  const auto found = about.find(name);
  return found == about.end() ? "" : found->second;
}

// The unit of an axis is that of its values, if it is one.
void find_axis_units(const std::vector<StoredPoint>& points, Results& results) {
  for (ResultColumn& axis : results.axes) {
    axis.unit.clear();
    for (const StoredPoint& point : points) {
      const json settings = json::parse(point.settings);
      if (!settings.contains(axis.name)) continue;
      const std::string unit = unit_in(settings.at(axis.name).get<std::string>());
      if (axis.unit.empty()) axis.unit = unit;
      if (axis.unit != unit) axis.unit = "text";
    }
  }
}

}  // namespace

std::map<std::string, std::string> about_of(const Sweep& sweep, const std::string& program) {
  return {{"name", sweep.name},
          {"description", sweep.description},
          {"base", sweep.base.string()},
          {"program", program},
          {"axes", json(axis_keys(sweep)).dump()},
          {"groups", groups_of(sweep).dump()},
          {"columns", json(column_names(sweep)).dump()},
          {"tables", json(sweep.tables).dump()}};
}

std::vector<std::string> column_names(const Sweep& sweep) {
  const std::vector<std::string> axes = axis_keys(sweep);
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    for (const std::vector<std::string>* list : {&axes, &std::as_const(names)})
      if (std::find(list->begin(), list->end(), name) != list->end()) return;
    names.push_back(name);
  };
  for (const KeyColumn& column : key_columns()) add(column.path);
  for (const std::string& column : sweep.columns) add(column);
  return names;
}

Results read_results(Store& store) {
  const std::map<std::string, std::string> about = store.about();
  Results results;
  results.name = text_in(about, "name");
  results.description = text_in(about, "description");
  for (const std::string& axis : texts_in(about, "axes")) results.axes.push_back({axis, ""});
  const std::vector<std::string> columns = texts_in(about, "columns");
  for (const std::string& column : columns)
    results.columns.push_back({column, unit_of_path(column)});
  results.tables = texts_in(about, "tables");
  const std::string groups = text_in(about, "groups");
  if (!groups.empty())
    results.groups = json::parse(groups).get<std::vector<std::vector<std::string>>>();
  const std::vector<StoredPoint> points = store.points(columns);
  for (const StoredPoint& point : points) results.rows.push_back(row_of(point, results));
  find_axis_units(points, results);
  return results;
}

Lookup lookup_in(const ResultRow& row) {
  return [&row](const std::string& key) -> std::optional<std::string> {
    if (key == "status") return row.status;
    const auto found = row.values.find(key);
    if (found == row.values.end()) return std::nullopt;
    return found->second.is_string() ? found->second.get<std::string>() : found->second.dump();
  };
}

Results where(Results results, const std::vector<Condition>& conditions) {
  for (const Condition& condition : conditions)
    if (condition.key != "status") require_column(results, condition.key, condition.where);
  std::erase_if(results.rows,
                [&](const ResultRow& row) { return !all_hold(conditions, lookup_in(row)); });
  return results;
}

void require_column(const Results& results, const std::string& name,
                    const arch::base::SourceLocation& where) {
  std::vector<std::string> names;
  for (const auto* list : {&results.axes, &results.columns})
    for (const ResultColumn& column : *list) names.push_back(column.name);
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  const std::string near = arch::base::nearest_word(name, names);
  std::string known;
  for (const std::string& each : names) known += (known.empty() ? "" : ", ") + each;
  arch::base::raise<arch::base::ConfigError>(
      where, "", "the sweep has no column " + name,
      near.empty() ? "known names: " + known : "did you mean '" + near + "'?");
}

}  // namespace bspike::tools
