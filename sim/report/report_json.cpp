// Owns report.json: its objects, one function each, in the order of the file.
#include <cmath>

#include "sim/report/columns.hpp"
#include "sim/report/report.hpp"
#include "sim/report/totals.hpp"

namespace bspike::sim {

namespace {

constexpr int kReportVersion = 1;  // of this schema: grows when a path changes its meaning

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }
Json number(const Ratio& value) { return value ? number(*value) : Json(); }

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

template <class Row, class List>
Json table(const Columns<Row>& columns, const List& rows) {
  Json list = Json::array();
  for (const Row& row : rows) list.push_back(json_row(columns, row));
  return list;
}

Json text_list(const std::vector<std::string>& lines) {
  Json list = Json::array();
  for (const std::string& line : lines) list.push_back(line);
  return list;
}

// Everything that the sections below draw on.
struct Source {
  const RunResult& result;
  const arch::Machine& machine;
  const arch::Image& image;
  const ReportExtras& extras;
  Totals totals;

  // A number of cycles; null in a functional run, which has none.
  [[nodiscard]] Json cycles(std::uint64_t value) const {
    return result.timed ? Json(value) : Json();
  }
};

Json definitions() {
  return {
      {"cycle",
       "One period of the tile clock; every cycle of a tile is counted as compute, wait, "
       "sync or exchange."},
      {"seconds", "cycles / machine.clock_hz; device time alone, host time stands apart."},
      {"phases",
       "Along the critical tiles (last to arrive at each barrier): compute + sync + "
       "exchange = totals.cycles; launch is a part of compute."},
      {"tile_mean",
       "Means over active tiles; compute + wait + sync + exchange = totals.cycles for "
       "each of them."},
      {"instruction",
       "One MAIN or AUX operation executed; a bundle counts two, repeated bodies "
       "count each trip, no-ops do not count."},
      {"issue_slot",
       "One bundle or single instruction of a worker, or the slots that its unit "
       "takes."},
      {"utilisation", "Issue slots used / issue slots offered over all elapsed cycles; in [0, 1]."},
      {"idle_tile", "Takes part in no superstep; costs nothing and counts in no mean."},
  };
}

Json run_section(const Source& source) {
  const RunResult& result = source.result;
  return {{"timed", result.timed},      {"interrupted", result.interrupted},
          {"steps", result.steps},      {"samples_per_step", number(source.image.samples_per_step)},
          {"seed", source.extras.seed}, {"version", source.extras.version}};
}

Json totals_section(const Source& source) {
  const Totals& totals = source.totals;
  return {{"cycles", source.cycles(source.result.total_cycles)},
          {"cycles_per_step", number(totals.cycles_per_step)},
          {"cycles_per_sample", number(totals.cycles_per_sample)},
          {"seconds_per_call", number(totals.seconds_per_call)},
          {"seconds", number(totals.seconds)},
          {"host_seconds", number(source.result.host_seconds)},
          {"samples", number(totals.samples)},
          {"samples_per_second", number(totals.samples_per_second)},
          {"samples_per_second_with_host", number(totals.samples_per_second_with_host)},
          {"instructions", source.result.instructions},
          {"supersteps", source.result.supersteps_total},
          {"superstep_records", source.result.supersteps.size()},
          {"superstep_records_left_out",
           source.result.supersteps_total - source.result.supersteps.size()}};
}

Json phases_section(const Source& source) {
  const CycleBreakdown& phases = source.result.phases;
  return {{"compute_cycles", source.cycles(phases.compute_cycles)},
          {"launch_cycles", source.cycles(phases.launch_cycles)},
          {"sync_cycles", source.cycles(phases.sync_cycles)},
          {"exchange_cycles", source.cycles(phases.exchange_cycles)}};
}

Json tile_mean_section(const TileMeans& mean) {
  return {{"compute_cycles", number(mean.compute_cycles)},
          {"wait_cycles", number(mean.wait_cycles)},
          {"sync_cycles", number(mean.sync_cycles)},
          {"exchange_cycles", number(mean.exchange_cycles)}};
}

Json tiles_section(const Totals& totals) {
  return {{"active", totals.active_tiles},
          {"idle", totals.idle_tiles},
          {"utilisation", number(totals.utilisation)},
          {"chip_utilisation", number(totals.chip_utilisation)}};
}

Json breakdown(const std::map<std::string, CycleBreakdown>& rows) {
  Json list = Json::array();
  for (const auto& [name, cycles] : rows)
    list.push_back(json_row(breakdown_columns(), NamedCycles{name, cycles}));
  return list;
}

Json category_bytes(const std::map<std::string, std::uint64_t>& by_category) {
  Json object = Json::object();
#define BSPIKE_CATEGORY(enumerator, key, sentence) \
  object[key] = by_category.count(key) != 0 ? by_category.at(key) : 0;
#include "arch/program/memory_category.def"
#undef BSPIKE_CATEGORY
  return object;
}

Json lifetimes(const RegionLifetimes& lives) {
  return {{"tile", lives.tile},
          {"points", table(schedule_point_columns(), lives.points)},
          {"regions", table(region_life_columns(), lives.regions)},
          {"peak_bytes", lives.peak_bytes},
          {"peak_point", lives.peak_point}};
}

Json memory_section(const Source& source) {
  const Totals& totals = source.totals;
  std::map<std::string, std::uint64_t> peak;
  for (const MemoryRow& row : source.result.memory)
    if (row.tile == totals.peak_memory_tile) peak = row.by_category;
  return {{"peak_tile_bytes", totals.peak_memory_bytes},
          {"peak_tile", totals.peak_memory_tile},
          {"budget_tile_bytes", source.result.memory_budget_bytes},
          {"bytes", totals.memory_bytes},
          {"by_category", category_bytes(totals.memory_by_category)},
          {"peak_tile_by_category", category_bytes(peak)},
          {"lifetimes",
           lifetimes(region_lifetimes(source.image, source.machine, totals.peak_memory_tile))}};
}

Json exchange_section(const Source& source) {
  const Totals& totals = source.totals;
  return {{"bytes", source.result.exchange_bytes_sent},
          {"bytes_received", source.result.exchange_bytes_received},
          {"busiest_tile", totals.busiest_tile},
          {"busiest_tile_bytes", totals.busiest_tile_bytes},
          {"multicast_saved_bytes", totals.multicast_saved_bytes},
          {"multicast_saving", number(totals.multicast_saving)}};
}

Json host_section(const RunResult& result) {
  return {{"phases", result.host_phases},
          {"calls", result.host_calls},
          {"call_overhead_seconds", number(result.call_overhead_seconds)},
          {"bytes_in", result.host_bytes_in},
          {"bytes_out", result.host_bytes_out},
          {"seconds", number(result.host_seconds)}};
}

// Puts a list at a dotted path below `object`.
void put(Json& object, std::string_view path, Json values) {
  const std::size_t dot = path.find('.');
  Json& member = object[std::string(path.substr(0, dot))];
  if (dot == std::string_view::npos)
    member = std::move(values);
  else
    put(member, path.substr(dot + 1), std::move(values));
}

// Named series go where their names say: below `training`, others below `series`.
void add_series(Json& report, const Source& source) {
  constexpr std::string_view kTraining = "training.";
  Json training = {{"loss", Json::array()}, {"spike_rates", Json::object()}};
  Json others = Json::object();
  for (const auto& [name, values] : source.result.series) {
    if (name.starts_with(kTraining))
      put(training, std::string_view(name).substr(kTraining.size()), numbers(values));
    else
      others[name] = numbers(values);
  }
  for (const auto& [name, value] : source.extras.training) training[name] = number(value);
  report["training"] = std::move(training);
  report["series"] = std::move(others);
}

Json counts(const std::map<std::string, std::uint64_t>& rows) {
  Json object = Json::object();
  for (const auto& [name, value] : rows) object[name] = value;
  return object;
}

Json machine_section(const arch::Machine& machine) {
  Json constants = Json::array();
  for (const arch::base::ConstantNote& note : machine.constants)
    constants.push_back({{"key", note.key_path},
                         {"value", note.value},
                         {"provenance", std::string(arch::base::name(note.provenance))},
                         {"source", note.source}});
  return {{"name", machine.name},
          {"description", machine.description},
          {"clock_hz", number(machine.clock_hz)},
          {"tiles", machine.chip.tiles},
          {"columns", machine.chip.columns},
          {"rows", machine.chip.rows},
          {"tiles_per_supertile", machine.chip.tiles_per_supertile},
          {"workers", machine.worker.contexts},
          {"constants", std::move(constants)},
          {"not_modelled", text_list(machine.not_modelled)}};
}

Json fault_section(const FaultReport& fault) {
  if (fault.kind.empty()) return {};
  return {{"kind", fault.kind},
          {"message", fault.message},
          {"tile", fault.tile},
          {"worker", fault.worker},
          {"pc_word", fault.pc_word},
          {"codelet", fault.codelet},
          {"source_line", fault.source_line},
          {"superstep", fault.superstep},
          {"step", fault.step}};
}

Json column_section() {
  return {{"superstep_kinds", describe_columns(superstep_kind_columns())},
          {"by_phase", describe_columns(breakdown_columns())},
          {"by_layer", describe_columns(breakdown_columns())},
          {"kernels", describe_columns(kernel_columns())},
          {"hot_lines", describe_columns(hot_line_columns())},
          {"memory.lifetimes.points", describe_columns(schedule_point_columns())},
          {"memory.lifetimes.regions", describe_columns(region_life_columns())},
          {"supersteps.csv", describe_columns(superstep_columns())},
          {"tiles.csv", describe_columns(tile_columns())},
          {"memory.csv", describe_columns(memory_columns())}};
}

Json simulator_section(const SimulatorFacts& facts, const std::string& version) {
  return {{"wall_seconds", number(facts.wall_seconds)},
          {"instructions", facts.instructions},
          {"mips", number(facts.mips)},
          {"execute_seconds", number(facts.time.execute_seconds)},
          {"exchange_seconds", number(facts.time.exchange_seconds)},
          {"stream_seconds", number(facts.time.stream_seconds)},
          {"clock_seconds", number(facts.time.clock_seconds)},
          {"peak_rss_bytes", facts.peak_rss_bytes},
          {"threads", facts.threads},
          {"engine", facts.engine},
          {"compiler", facts.compiler},
          {"build_type", facts.build_type},
          {"version", version}};
}

}  // namespace

std::string report_json(const RunResult& result, const arch::Machine& machine,
                        const arch::Image& image, const ReportExtras& extras) {
  const Source source{result, machine, image, extras, derive_totals(result, machine, image)};
  Json report = {{"report_version", kReportVersion}, {"definitions", definitions()}};
  report["run"] = run_section(source);
  report["totals"] = totals_section(source);
  report["phases"] = phases_section(source);
  report["tile_mean"] = tile_mean_section(source.totals.mean);
  report["tiles"] = tiles_section(source.totals);
  report["superstep_kinds"] = table(superstep_kind_columns(), result.kinds);
  report["by_phase"] = breakdown(result.by_phase);
  report["by_layer"] = breakdown(result.by_layer);
  report["kernels"] = table(kernel_columns(), result.kernels);
  report["instruction_mix"] = counts(result.instruction_mix);
  report["hot_lines"] = table(hot_line_columns(), result.hot_lines);
  report["memory"] = memory_section(source);
  report["exchange"] = exchange_section(source);
  report["host"] = host_section(result);
  add_series(report, source);
  report["machine"] = machine_section(machine);
  report["fault"] = fault_section(result.fault);
  report["columns"] = column_section();
  report["configuration_hash"] = extras.configuration_hash;
  report["configuration"] = extras.configuration;
  report["simulator"] = simulator_section(result.simulator, extras.version);
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace bspike::sim
