// Owns the list of key columns.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "tools/sweep/key_columns.hpp"

namespace bspike::tools {

using nlohmann::json;

namespace {

constexpr std::array kColumns = {
    KeyColumn{"totals.cycles", "cycles", false},
    KeyColumn{"totals.cycles_per_step", "cycles", false},
    KeyColumn{"totals.cycles_per_sample", "cycles", false},
    KeyColumn{"totals.seconds", "seconds", false},
    KeyColumn{"totals.seconds_per_call", "seconds", false},
    KeyColumn{"totals.host_seconds", "seconds", false},
    KeyColumn{"totals.samples_per_second", "samples/s", true},
    KeyColumn{"totals.samples_per_second_with_host", "samples/s", true},
    KeyColumn{"totals.instructions", "count", false},
    KeyColumn{"totals.supersteps", "count", false},
    KeyColumn{"phases.compute_cycles", "cycles", false},
    KeyColumn{"phases.launch_cycles", "cycles", false},
    KeyColumn{"phases.sync_cycles", "cycles", false},
    KeyColumn{"phases.exchange_cycles", "cycles", false},
    KeyColumn{"tiles.active", "count", false},
    KeyColumn{"tiles.utilisation", "ratio", true},
    KeyColumn{"tiles.chip_utilisation", "ratio", true},
    KeyColumn{"memory.peak_tile_bytes", "bytes", false},
    KeyColumn{"memory.peak_tile", "index", false},
    KeyColumn{"memory.budget_tile_bytes", "bytes", false},
    KeyColumn{"memory.bytes", "bytes", false},
    KeyColumn{"exchange.bytes", "bytes", false},
    KeyColumn{"exchange.bytes_received", "bytes", false},
    KeyColumn{"exchange.busiest_tile_bytes", "bytes", false},
    KeyColumn{"host.bytes_in", "bytes", false},
    KeyColumn{"host.bytes_out", "bytes", false},
    KeyColumn{"training.loss[last]", "number", false},
    KeyColumn{"training.accuracy[last]", "ratio", true},
};

constexpr const char* kLast = "[last]";

// One name of a path, with its `[last]`.
const json* member(const json& value, std::string name) {
  const bool last = name.ends_with(kLast);
  if (last) name.resize(name.size() - std::string(kLast).size());
  if (!value.is_object() || !value.contains(name)) return nullptr;
  const json& found = value.at(name);
  if (!last) return &found;
  return found.is_array() && !found.empty() ? &found.back() : nullptr;
}

const KeyColumn* column_of(const std::string& path) {
  const auto found = std::find_if(kColumns.begin(), kColumns.end(),
                                  [&](const KeyColumn& column) { return path == column.path; });
  return found == kColumns.end() ? nullptr : &*found;
}

}  // namespace

std::span<const KeyColumn> key_columns() { return kColumns; }

std::string unit_of_path(const std::string& path) {
  if (const KeyColumn* column = column_of(path)) return column->unit;
  for (const char* unit : {"cycles", "bytes", "slots", "seconds"})
    if (path.ends_with(unit)) return unit;
  return path.starts_with("memory.") ? "bytes" : "number";
}

bool more_is_better(const std::string& path) {
  const KeyColumn* column = column_of(path);
  return column != nullptr && column->more_is_better;
}

std::optional<double> number_at(const json& report, const std::string& path) {
  const json* value = &report;
  for (std::size_t begin = 0; value != nullptr && begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    value = member(*value, path.substr(begin, end - begin));
    begin = end + 1;
  }
  if (value == nullptr || !value->is_number()) return std::nullopt;
  return value->get<double>();
}

}  // namespace bspike::tools
