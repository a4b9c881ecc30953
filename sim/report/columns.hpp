// Owns what a table of a report is: rows of one type, and columns that each name, measure and
// explain one value. A new column is one row in columns.cpp; CSV files, JSON tables and the
// report's own description of them follow.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/result.hpp"
#include "sim/stats/region_lifetimes.hpp"

namespace bspike::sim {

using Json = nlohmann::ordered_json;

template <class Row>
struct Column {
  std::string name;
  std::string unit;  // cycles, bytes, slots, count, index, ratio or text
  std::string sentence;
  std::function<Json(const Row&)> value;
};
template <class Row>
using Columns = std::vector<Column<Row>>;

// A superstep record with its names.
struct SuperstepRow {
  std::uint64_t index = 0;
  const SuperstepRecord* record = nullptr;
  std::string phase, layer, kind;
};

struct TileRow {
  arch::TileId tile = 0;
  const TileTimes* times = nullptr;
  arch::TilePosition place;
  std::optional<double> utilisation;
};

struct NamedCycles {
  std::string name;
  CycleBreakdown cycles;
};

[[nodiscard]] const Columns<SuperstepRow>& superstep_columns();
[[nodiscard]] const Columns<TileRow>& tile_columns();
[[nodiscard]] const Columns<MemoryRow>& memory_columns();
[[nodiscard]] const Columns<SuperstepKindRow>& superstep_kind_columns();
[[nodiscard]] const Columns<NamedCycles>& breakdown_columns();
[[nodiscard]] const Columns<KernelRow>& kernel_columns();
[[nodiscard]] const Columns<HotLine>& hot_line_columns();
[[nodiscard]] const Columns<SchedulePoint>& schedule_point_columns();
[[nodiscard]] const Columns<RegionLife>& region_life_columns();

// One row as a JSON object.
template <class Row>
[[nodiscard]] Json json_row(const Columns<Row>& columns, const Row& row) {
  Json object = Json::object();
  for (const Column<Row>& column : columns) object[column.name] = column.value(row);
  return object;
}

// What the columns mean, for the report itself.
template <class Row>
[[nodiscard]] Json describe_columns(const Columns<Row>& columns) {
  Json list = Json::array();
  for (const Column<Row>& column : columns)
    list.push_back({{"name", column.name}, {"unit", column.unit}, {"sentence", column.sentence}});
  return list;
}

// A CSV cell: numbers as in JSON, text quoted where it must be, null empty.
[[nodiscard]] std::string csv_cell(const Json& value);

template <class Row>
[[nodiscard]] std::string csv_header(const Columns<Row>& columns) {
  std::string line;
  for (const Column<Row>& column : columns) line += (line.empty() ? "" : ",") + column.name;
  return line + '\n';
}

template <class Row>
void append_csv_row(std::string& text, const Columns<Row>& columns, const Row& row) {
  std::string_view separator;
  for (const Column<Row>& column : columns) {
    text += separator;
    text += csv_cell(column.value(row));
    separator = ",";
  }
  text += '\n';
}

}  // namespace bspike::sim
