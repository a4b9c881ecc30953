// Owns flattening reports.
#include "tools/diff/flat_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "arch/base/document.hpp"
#include "tools/sweep/key_columns.hpp"

namespace bspike::tools {

using arch::base::Node;
using nlohmann::json;

namespace {

constexpr std::size_t kTileGroups = 16;

constexpr std::array kTileSums = {"compute_cycles",  "wait_cycles", "sync_cycles",
                                  "exchange_cycles", "issue_slots", "bytes_sent",
                                  "bytes_received"};

void add_scalars(const json& value, const std::string& path, FlatValues& flat) {
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) add_scalars(member, path + "." + key, flat);
  } else if (!value.is_array()) {
    flat[path] = {value, unit_of_path(path)};
  }
}

// Where a number of the machine comes from: it changes nothing.
bool is_note(const std::string& path) {
  return path.ends_with(".provenance") || path.ends_with(".source");
}

void add_node(const Node& node, FlatValues& flat) {
  for (const auto& item : node.items) add_node(*item, flat);
  for (const Node::Entry& entry : node.entries) add_node(*entry.value, flat);
  const bool leaf = node.items.empty() && node.entries.empty();
  if (leaf && !node.key_path.empty() && !is_note(node.key_path))
    flat[node.key_path] = {node.scalar, "text"};
}

// Names that tell a table's rows apart.
std::string row_name(const json& row, const json& columns) {
  std::string name;
  for (const json& column : columns)
    if (column.at("unit") == "text")
      name += (name.empty() ? "" : "/") + row.value(column.at("name").get<std::string>(), "");
  return name;
}

double number_of(const std::string& cell) {
  double value = 0;
  std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return value;
}

struct TileGroups {
  std::size_t tiles, width;
  [[nodiscard]] std::string name(std::size_t tile) const {
    const std::size_t first = tile / width * width;
    return "tiles " + std::to_string(first) + "-" +
           std::to_string(std::min(first + width, tiles) - 1);
  }
};

void add_sums(const CsvColumns& columns, const std::string& column, const TileGroups& groups,
              FlatValues& flat) {
  const auto tiles = columns.find("tile");
  const auto cells = columns.find(column);
  if (tiles == columns.end() || cells == columns.end()) return;
  std::map<std::string, double> sums;
  for (std::size_t i = 0; i < cells->second.size(); ++i) {
    const auto tile = static_cast<std::size_t>(number_of(tiles->second[i]));
    sums[groups.name(tile) + " " + column] += number_of(cells->second[i]);
  }
  for (const auto& [name, sum] : sums) flat[name] = {sum, unit_of_path(column)};
}

}  // namespace

FlatValues flat_object(const json& object, const std::string& path,
                       const std::vector<std::string>& skip) {
  FlatValues flat;
  for (const auto& [key, member] : object.items())
    if (std::find(skip.begin(), skip.end(), key) == skip.end())
      add_scalars(member, path + "." + key, flat);
  return flat;
}

FlatValues flat_table(const json& report, const std::string& table) {
  const json& columns = report.at("columns").at(table);
  FlatValues flat;
  for (const json& row : report.at(table)) {
    const std::string name = row_name(row, columns);
    for (const json& column : columns) {
      const auto key = column.at("name").get<std::string>();
      const auto unit = column.at("unit").get<std::string>();
      if (unit != "text" && row.contains(key)) flat[name + " " + key] = {row.at(key), unit};
    }
  }
  return flat;
}

FlatValues flat_configuration(const RunFiles& run) {
  FlatValues flat;
  add_node(*arch::base::load_text(run.report.at("configuration").get<std::string>(),
                                  run.name + ": configuration"),
           flat);
  return flat;
}

FlatValues flat_tile_groups(const RunFiles& run, std::size_t tiles) {
  FlatValues flat;
  if (tiles == 0) return flat;
  const TileGroups groups{tiles, (tiles + kTileGroups - 1) / kTileGroups};
  for (const char* column : kTileSums) add_sums(run.tiles, column, groups, flat);
  add_sums(run.memory, "total_bytes", groups, flat);
  return flat;
}

FlatValues series_of(const json& report) {
  FlatValues flat;
  for (const char* section : {"training", "series"}) {
    const json whole = report.at(section).flatten();
    for (const auto& [pointer, value] : whole.items()) {
      std::string path = section + pointer;
      const std::size_t last = path.rfind('/');
      const bool item = path.find_first_not_of("0123456789", last + 1) == std::string::npos;
      std::string name = item ? path.substr(0, last) : path;
      std::replace(name.begin(), name.end(), '/', '.');
      FlatValue& list = flat[name];
      list.unit = "number";
      const std::size_t at = item ? static_cast<std::size_t>(number_of(path.substr(last + 1))) : 0;
      list.value[at] = value;
    }
  }
  return flat;
}

}  // namespace bspike::tools
