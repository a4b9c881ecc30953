// Owns making tables of results.
#include "tools/sweep/tables.hpp"

#include <algorithm>
#include <optional>

#include "tools/sweep/key_columns.hpp"

namespace bspike::tools {

using Json = nlohmann::ordered_json;

namespace {

using Rows = std::vector<const ResultRow*>;

Json value_of(const ResultRow& row, const std::string& column) {
  const auto found = row.values.find(column);
  return found == row.values.end() ? Json() : found->second;
}

std::optional<double> number_of(const ResultRow& row, const std::string& column) {
  const Json value = value_of(row, column);
  return value.is_number() ? std::optional<double>(value.get<double>()) : std::nullopt;
}

std::string unit_of(const Results& results, const std::string& name) {
  for (const auto* list : {&results.axes, &results.columns})
    for (const ResultColumn& column : *list)
      if (column.name == name) return column.unit;
  return "number";
}

// Points that are done and fulfil the request's conditions.
Rows rows_for(const Results& results, const TableRequest& request) {
  Rows rows;
  for (const ResultRow& row : results.rows)
    if (row.status == "done" && all_hold(request.conditions, lookup_in(row))) rows.push_back(&row);
  return rows;
}

// Axes that tell a request's lines apart: all but those that advance with `axis`.
std::vector<std::string> other_axes(const Results& results, const std::string& axis) {
  std::vector<std::string> together = {axis};
  for (const auto& group : results.groups)
    if (std::find(group.begin(), group.end(), axis) != group.end()) together = group;
  std::vector<std::string> others;
  for (const ResultColumn& column : results.axes)
    if (std::find(together.begin(), together.end(), column.name) == together.end())
      others.push_back(column.name);
  return others;
}

std::vector<Json> values_of(const ResultRow& row, const std::vector<std::string>& columns) {
  std::vector<Json> values;
  for (const std::string& column : columns) values.push_back(value_of(row, column));
  return values;
}

// Numbers by size, words behind them by the alphabet.
bool smaller(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) return a.get<double>() < b.get<double>();
  if (a.is_number() != b.is_number()) return a.is_number();
  return a.dump() < b.dump();
}

// Rows of one line next to each other, each by rising `axis`.
void sort_lines(Rows& rows, const std::vector<std::string>& others, const std::string& axis) {
  std::vector<std::string> order = others;
  order.push_back(axis);
  std::stable_sort(rows.begin(), rows.end(), [&](const ResultRow* a, const ResultRow* b) {
    for (const std::string& column : order) {
      const Json left = value_of(*a, column), right = value_of(*b, column);
      if (left != right) return smaller(left, right);
    }
    return false;
  });
}

double speed_up(const TableRequest& request, double first, double now, double growth) {
  const double same_work = more_is_better(request.column) ? now / first : first / now;
  const bool rate_of_grown_work =
      request.kind == TableKind::kWeakScaling && !more_is_better(request.column);
  return rate_of_grown_work ? same_work * growth : same_work;
}

Table scaling_table(const Results& results, const TableRequest& request) {
  const std::string& axis = request.axes.front();
  const std::vector<std::string> others = other_axes(results, axis);
  Rows rows = rows_for(results, request);
  std::erase_if(rows, [&](const ResultRow* row) {
    return !number_of(*row, axis) || number_of(*row, request.column).value_or(0) <= 0;
  });
  sort_lines(rows, others, axis);
  Table table{request.text, {}, {}};
  for (const std::string& other : others) table.columns.push_back({other, unit_of(results, other)});
  table.columns.insert(table.columns.end(), {{axis, "number"},
                                             {request.column, unit_of(results, request.column)},
                                             {"speed_up", "ratio"},
                                             {"efficiency", "ratio"}});
  const ResultRow* first = nullptr;
  for (const ResultRow* row : rows) {
    if (first == nullptr || values_of(*row, others) != values_of(*first, others)) first = row;
    const double growth = *number_of(*row, axis) / *number_of(*first, axis);
    const double gain = speed_up(request, *number_of(*first, request.column),
                                 *number_of(*row, request.column), growth);
    std::vector<Json> cells = values_of(*row, others);
    cells.insert(cells.end(),
                 {value_of(*row, axis), value_of(*row, request.column), gain, gain / growth});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

bool has_all(const ResultRow& row, const std::vector<Goal>& goals) {
  return std::all_of(goals.begin(), goals.end(),
                     [&](const Goal& goal) { return number_of(row, goal.column).has_value(); });
}

// Less is better.
double cost(const ResultRow& row, const Goal& goal) {
  const double value = *number_of(row, goal.column);
  return goal.more ? -value : value;
}

// At least as good everywhere, and better somewhere.
bool beats(const ResultRow& a, const ResultRow& b, const std::vector<Goal>& goals) {
  bool better = false;
  for (const Goal& goal : goals) {
    if (cost(a, goal) > cost(b, goal)) return false;
    better = better || cost(a, goal) < cost(b, goal);
  }
  return better;
}

Table rows_table(const Results& results, const TableRequest& request, const Rows& rows) {
  std::vector<std::string> names;
  for (const ResultColumn& axis : results.axes) names.push_back(axis.name);
  const auto add = [&names](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const Goal& goal : request.goals) add(goal.column);
  for (const Condition& condition : request.conditions) add(condition.key);
  Table table{request.text, {}, {}};
  for (const std::string& name : names) table.columns.push_back({name, unit_of(results, name)});
  for (const ResultRow* row : rows) table.rows.push_back(values_of(*row, names));
  return table;
}

Table front_table(const Results& results, const TableRequest& request) {
  Rows rows = rows_for(results, request);
  std::erase_if(rows, [&](const ResultRow* row) { return !has_all(*row, request.goals); });
  Rows front;
  for (const ResultRow* row : rows) {
    const auto beaten = [&](const ResultRow* other) { return beats(*other, *row, request.goals); };
    if (std::none_of(rows.begin(), rows.end(), beaten)) front.push_back(row);
  }
  std::stable_sort(front.begin(), front.end(), [&](const ResultRow* a, const ResultRow* b) {
    return cost(*a, request.goals.front()) < cost(*b, request.goals.front());
  });
  return rows_table(results, request, front);
}

std::vector<Json> distinct(const Rows& rows, const std::string& axis) {
  std::vector<Json> values;
  for (const ResultRow* row : rows) values.push_back(value_of(*row, axis));
  std::sort(values.begin(), values.end(), smaller);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// What stands at a crossing: the value, or why there is none.
Json crossing(const Rows& rows, const TableRequest& request, const Json& down, const Json& across) {
  for (const ResultRow* row : rows) {
    if (value_of(*row, request.axes[0]) != down || value_of(*row, request.axes[1]) != across)
      continue;
    const Json value = value_of(*row, request.column);
    return value.is_null() ? Json(row->status) : value;
  }
  return {};
}

// Points without the value have their status in its place.
Table grid_table(const Results& results, const TableRequest& request) {
  Rows rows;
  for (const ResultRow& row : results.rows)
    if (row.values.count(request.axes[0]) != 0 && row.values.count(request.axes[1]) != 0 &&
        all_hold(request.conditions, lookup_in(row)))
      rows.push_back(&row);
  const std::string unit = unit_of(results, request.column);
  const std::vector<Json> across = distinct(rows, request.axes[1]);
  Table table{request.text, {{request.axes[0], unit_of(results, request.axes[0])}}, {}};
  for (const Json& value : across)
    table.columns.push_back({request.axes[1] + "=" + text_of(value), unit});
  for (const Json& down : distinct(rows, request.axes[0])) {
    std::vector<Json> cells = {down};
    for (const Json& value : across) cells.push_back(crossing(rows, request, down, value));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace

void require_columns(const Results& results, const TableRequest& request) {
  if (!request.column.empty()) require_column(results, request.column, request.where);
  for (const std::string& axis : request.axes) require_column(results, axis, request.where);
  for (const Goal& goal : request.goals) require_column(results, goal.column, request.where);
  for (const Condition& condition : request.conditions)
    require_column(results, condition.key, condition.where);
}

Table make_table(const Results& results, const TableRequest& request) {
  require_columns(results, request);
  switch (request.kind) {
    case TableKind::kStrongScaling:
    case TableKind::kWeakScaling:
      return scaling_table(results, request);
    case TableKind::kGrid:
      return grid_table(results, request);
    case TableKind::kBest:
    case TableKind::kPareto:
      return front_table(results, request);
  }
  return {};
}

Table points_table(const Results& results) {
  Table table{"points", {{"id", "text"}, {"status", "text"}}, {}};
  for (const auto* list : {&results.axes, &results.columns})
    table.columns.insert(table.columns.end(), list->begin(), list->end());
  const std::size_t named = table.columns.size();
  table.columns.insert(table.columns.end(), {{"exit_code", "count"},
                                             {"reason", "text"},
                                             {"wall_seconds", "seconds"},
                                             {"configuration_hash", "text"},
                                             {"program", "text"}});
  for (const ResultRow& row : results.rows) {
    std::vector<Json> cells = {row.id, row.status};
    for (std::size_t i = 2; i < named; ++i) cells.push_back(value_of(row, table.columns[i].name));
    cells.insert(cells.end(), {row.exit_code, row.reason, row.wall_seconds, row.configuration_hash,
                               row.program});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace bspike::tools
