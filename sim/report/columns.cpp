// Owns the columns of every table in a report: one row a column.
#include "sim/report/columns.hpp"

#include "sim/stats/memory_statistics.hpp"

namespace bspike::sim {

const Columns<SuperstepRow>& superstep_columns() {
  using Row = SuperstepRow;
  static const Columns<Row> columns = {
      {"superstep", "index", "Order of execution, from 0.", [](const Row& r) { return r.index; }},
      {"step", "index", "Training step, from 0; empty before the first.",
       [](const Row& r) { return r.record->setup ? Json() : Json(r.record->step); }},
      {"phase", "text", "Phase label.", [](const Row& r) { return r.phase; }},
      {"layer", "text", "Layer label.", [](const Row& r) { return r.layer; }},
      {"kind", "text", "Superstep kind.", [](const Row& r) { return r.kind; }},
      {"start_cycle", "cycles", "The critical tile begins to compute.",
       [](const Row& r) { return r.record->start_cycle; }},
      {"compute_cycles", "cycles", "Compute of the critical tile.",
       [](const Row& r) { return r.record->compute_cycles; }},
      {"launch_cycles", "cycles", "The supervisor's part of compute_cycles.",
       [](const Row& r) { return r.record->launch_cycles; }},
      {"sync_cycles", "cycles", "Last arrival to the release of the next critical tile.",
       [](const Row& r) { return r.record->sync_cycles; }},
      {"exchange_cycles", "cycles", "Exchange of the next critical tile.",
       [](const Row& r) { return r.record->exchange_cycles; }},
      {"critical_tile", "index", "Last tile to arrive at the barrier; lowest number on a tie.",
       [](const Row& r) { return r.record->critical_tile; }},
      {"participants", "count", "Tiles with work or exchange in this superstep.",
       [](const Row& r) { return r.record->participants; }},
      {"exchange_bytes", "bytes", "Bytes sent; a multicast counts once.",
       [](const Row& r) { return r.record->exchange_bytes; }},
      {"wait_cycles", "cycles", "Waits for the last arrival, summed over active tiles.",
       [](const Row& r) { return r.record->wait_cycles; }},
  };
  return columns;
}

const Columns<TileRow>& tile_columns() {
  using Row = TileRow;
  static const Columns<Row> columns = {
      {"tile", "index", "Logical tile number.", [](const Row& r) { return r.tile; }},
      {"state", "text", "active, or idle: takes no part in any superstep.",
       [](const Row& r) { return r.times->active ? "active" : "idle"; }},
      {"compute_cycles", "cycles", "Own ready cycle to own arrival at the barrier.",
       [](const Row& r) { return r.times->compute_cycles; }},
      {"launch_cycles", "cycles", "The supervisor's part of compute_cycles.",
       [](const Row& r) { return r.times->launch_cycles; }},
      {"wait_cycles", "cycles", "Own arrival to the last arrival.",
       [](const Row& r) { return r.times->wait_cycles; }},
      {"sync_cycles", "cycles", "Last arrival to own release.",
       [](const Row& r) { return r.times->sync_cycles; }},
      {"exchange_cycles", "cycles", "Own release to own last word sent or received.",
       [](const Row& r) { return r.times->exchange_cycles; }},
      {"issue_slots", "slots", "Issue slots that the workers used.",
       [](const Row& r) { return r.times->issue_slots; }},
      {"instructions", "count", "Instructions executed by workers and supervisor.",
       [](const Row& r) { return r.times->instructions; }},
      {"bytes_sent", "bytes", "Sent; a multicast counts once.",
       [](const Row& r) { return r.times->bytes_sent; }},
      {"bytes_received", "bytes", "Received.",
       [](const Row& r) { return r.times->bytes_received; }},
      {"row", "index", "Row on the chip's grid.", [](const Row& r) { return r.place.row; }},
      {"column", "index", "Column on the chip's grid.",
       [](const Row& r) { return r.place.column; }},
      {"sub", "index", "Place among the tiles at one crossing of the grid.",
       [](const Row& r) { return r.place.sub; }},
      {"utilisation", "ratio", "Issue slots used / offered over all cycles; empty if untimed.",
       [](const Row& r) { return r.utilisation ? Json(*r.utilisation) : Json(); }},
  };
  return columns;
}

namespace {

std::uint64_t bytes_in(const MemoryRow& row, const std::string& category) {
  const auto found = row.by_category.find(category);
  return found == row.by_category.end() ? 0 : found->second;
}

// One column a category of the memory map; their rows stand in memory_category.def.
void add_categories(Columns<MemoryRow>& columns) {
#define BSPIKE_CATEGORY(enumerator, key, sentence) \
  columns.push_back(                               \
      {key, "bytes", sentence, [](const MemoryRow& r) { return Json(bytes_in(r, key)); }});
#include "arch/program/memory_category.def"
#undef BSPIKE_CATEGORY
}

}  // namespace

const Columns<MemoryRow>& memory_columns() {
  static const Columns<MemoryRow> columns = [] {
    Columns<MemoryRow> all = {
        {"tile", "index", "Logical tile number.", [](const MemoryRow& r) { return r.tile; }},
        {"total_bytes", "bytes", "Sum of the categories.",
         [](const MemoryRow& r) { return r.total_bytes; }},
    };
    add_categories(all);
    return all;
  }();
  return columns;
}

const Columns<SuperstepKindRow>& superstep_kind_columns() {
  using Row = SuperstepKindRow;
  static const Columns<Row> columns = {
      {"phase", "text", "Phase label.", [](const Row& r) { return r.phase; }},
      {"layer", "text", "Layer label.", [](const Row& r) { return r.layer; }},
      {"kind", "text", "Superstep kind.", [](const Row& r) { return r.kind; }},
      {"count", "count", "Executions.", [](const Row& r) { return r.count; }},
      {"min_cycles", "cycles", "Shortest, compute + sync + exchange on the critical path.",
       [](const Row& r) { return r.min_cycles; }},
      {"median_cycles", "cycles", "Lower median of the same.",
       [](const Row& r) { return r.median_cycles; }},
      {"max_cycles", "cycles", "Longest of the same.", [](const Row& r) { return r.max_cycles; }},
      {"critical_tile", "index", "Critical most often; lowest number on a tie.",
       [](const Row& r) { return r.critical_tile; }},
      {"compute_cycles", "cycles", "Sum along the critical path.",
       [](const Row& r) { return r.cycles.compute_cycles; }},
      {"launch_cycles", "cycles", "The supervisor's part of compute_cycles.",
       [](const Row& r) { return r.cycles.launch_cycles; }},
      {"sync_cycles", "cycles", "Sum along the critical path.",
       [](const Row& r) { return r.cycles.sync_cycles; }},
      {"exchange_cycles", "cycles", "Sum along the critical path.",
       [](const Row& r) { return r.cycles.exchange_cycles; }},
      {"wait_cycles", "cycles",
       "Waits for the last arrival, summed over active tiles; beside the critical path.",
       [](const Row& r) { return r.wait_cycles; }},
      {"exchange_bytes", "bytes", "Bytes sent; a multicast counts once.",
       [](const Row& r) { return r.exchange_bytes; }},
      {"exchange_pieces", "count",
       "Pieces sent, each a run of neighbouring bytes; a multicast counts once.",
       [](const Row& r) { return r.exchange_pieces; }},
      {"source_changes", "count", "Most changes of the source at one receiver in one execution.",
       [](const Row& r) { return r.source_changes; }},
      {"tiles", "count", "Tiles with work or exchange, at most.",
       [](const Row& r) { return r.tiles; }},
  };
  return columns;
}

const Columns<NamedCycles>& breakdown_columns() {
  using Row = NamedCycles;
  static const Columns<Row> columns = {
      {"name", "text", "Label.", [](const Row& r) { return r.name; }},
      {"cycles", "cycles", "Sum of the parts.", [](const Row& r) { return r.cycles.total(); }},
      {"compute_cycles", "cycles", "Sum along the critical path.",
       [](const Row& r) { return r.cycles.compute_cycles; }},
      {"launch_cycles", "cycles", "The supervisor's part of compute_cycles.",
       [](const Row& r) { return r.cycles.launch_cycles; }},
      {"sync_cycles", "cycles", "Sum along the critical path.",
       [](const Row& r) { return r.cycles.sync_cycles; }},
      {"exchange_cycles", "cycles", "Sum along the critical path.",
       [](const Row& r) { return r.cycles.exchange_cycles; }},
  };
  return columns;
}

const Columns<KernelRow>& kernel_columns() {
  using Row = KernelRow;
  static const Columns<Row> columns = {
      {"codelet", "text", "Name of the codelet.", [](const Row& r) { return r.codelet; }},
      {"calls", "count", "Vertices executed, over all tiles.",
       [](const Row& r) { return r.calls; }},
      {"issue_slots", "slots", "Issue slots of all workers, over all tiles.",
       [](const Row& r) { return r.issue_slots; }},
      {"instructions", "count", "Instructions executed, over all tiles.",
       [](const Row& r) { return r.instructions; }},
  };
  return columns;
}

const Columns<HotLine>& hot_line_columns() {
  using Row = HotLine;
  static const Columns<Row> columns = {
      {"program", "text", "Tile program.", [](const Row& r) { return r.program; }},
      {"codelet", "text", "Codelet, or supervisor.", [](const Row& r) { return r.codelet; }},
      {"line", "index", "Line of the program's assembly text, from 1.",
       [](const Row& r) { return r.line; }},
      {"text", "text", "The line.", [](const Row& r) { return r.text; }},
      {"executions", "count", "How often it issued, over all workers and tiles.",
       [](const Row& r) { return r.executions; }},
  };
  return columns;
}

const Columns<SchedulePoint>& schedule_point_columns() {
  using Row = SchedulePoint;
  static const Columns<Row> columns = {
      {"phase", "text", "Phase label, or host_in or host_out.",
       [](const Row& r) { return r.phase; }},
      {"layer", "text", "Layer label.", [](const Row& r) { return r.layer; }},
      {"kind", "text", "Superstep kind, or the stream.", [](const Row& r) { return r.kind; }},
      {"trips", "count", "Executions in a step.", [](const Row& r) { return r.trips; }},
      {"live_bytes", "bytes", "Of the regions that live here.",
       [](const Row& r) { return r.live_bytes; }},
  };
  return columns;
}

const Columns<RegionLife>& region_life_columns() {
  using Row = RegionLife;
  static const Columns<Row> columns = {
      {"name", "text", "Name of the region.", [](const Row& r) { return r.name; }},
      {"category", "text", "Memory category.", [](const Row& r) { return r.category; }},
      {"bytes", "bytes", "On this tile.", [](const Row& r) { return r.bytes; }},
      {"chip_bytes", "bytes", "Of regions with this name on all tiles.",
       [](const Row& r) { return r.chip_bytes; }},
      {"always", "text", "yes: lives through the whole step and between steps.",
       [](const Row& r) { return r.always ? "yes" : "no"; }},
      {"first", "index", "First of the points where it lives.",
       [](const Row& r) { return r.first; }},
      {"last", "index", "Last of the points where it lives.", [](const Row& r) { return r.last; }},
  };
  return columns;
}

std::string csv_cell(const Json& value) {
  if (value.is_null()) return {};
  if (!value.is_string()) return value.dump();
  const auto& text = value.get_ref<const std::string&>();
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char character : text) {
    if (character == '"') quoted += '"';
    quoted += character;
  }
  return quoted + '"';
}

}  // namespace bspike::sim
