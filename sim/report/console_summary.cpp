// Owns the console summary.
#include <cmath>

#include "sim/report/number_text.hpp"
#include "sim/report/report.hpp"
#include "sim/report/totals.hpp"

namespace bspike::sim {

namespace {

std::string percent(double part, double whole) {
  return whole == 0 ? "-" : decimal_text(100 * part / whole, 1) + " %";
}

std::string rate(const Ratio& value) {
  return value && std::isfinite(*value) ? grouped_text(static_cast<std::uint64_t>(*value)) : "-";
}

void line(std::string& text, std::string name, const std::string& words) {
  constexpr std::size_t kNameWidth = 11;
  name.resize(kNameWidth, ' ');
  text += name + words + '\n';
}

std::string head(const RunResult& result, const arch::Machine& machine, const arch::Image& image) {
  std::string words = machine.name + ", " + grouped_text(machine.chip.tiles) + " tiles at " +
                      decimal_text(machine.clock_hz / 1e9, 3) + " GHz; " +
                      grouped_text(result.steps) + " steps of " +
                      decimal_text(image.samples_per_step, 0) + " samples";
  if (!result.timed) words += "; values only, not timed";
  if (result.interrupted) words += "; CUT SHORT by an interrupt";
  return words;
}

void add_times(std::string& text, const RunResult& result, const Totals& totals) {
  if (!result.timed) return;
  line(text, "time",
       grouped_text(result.total_cycles) + " cycles = " + second_text(totals.seconds.value_or(0)) +
           " (" + rate(totals.cycles_per_step) + " cycles a step)");
  line(text, "rate",
       rate(totals.samples_per_second) + " samples/s on the device, " +
           rate(totals.samples_per_second_with_host) + " with host transfers");
  if (totals.seconds_per_call) {
    const auto calls = static_cast<double>(result.host_calls);
    line(text, "call",
         second_text(*totals.seconds_per_call) + ": device " +
             second_text(totals.seconds.value_or(0) / calls) + ", host " +
             second_text(result.host_seconds / calls) + ", of which " +
             second_text(result.call_overhead_seconds) + " are assumed for its software");
  }
  const auto whole = static_cast<double>(result.phases.total());
  const auto share = [whole](std::uint64_t part) {
    return percent(static_cast<double>(part), whole);
  };
  line(text, "phases",
       "compute " + share(result.phases.compute_cycles) + ", sync " +
           share(result.phases.sync_cycles) + ", exchange " + share(result.phases.exchange_cycles));
}

std::string first_to_last(const std::vector<double>& values) {
  return decimal_text(values.front(), 4) + " -> " + decimal_text(values.back(), 4);
}

// Series directly below `training`, from first to last; then the numbers that came beside the run.
void add_training(std::string& text, const RunResult& result, const ReportExtras& extras) {
  constexpr std::string_view kTraining = "training.";
  std::string words;
  const auto add = [&words](std::string_view name, const std::string& value) {
    words += (words.empty() ? "" : ", ") + std::string(name) + ' ' + value;
  };
  for (const auto& [name, values] : result.series) {
    if (!name.starts_with(kTraining) || values.empty()) continue;
    const std::string_view own = std::string_view(name).substr(kTraining.size());
    if (own.find('.') == std::string_view::npos) add(own, first_to_last(values));
  }
  for (const auto& [name, value] : extras.training) add(name, decimal_text(value, 4));
  if (!words.empty()) line(text, "training", words);
}

void add_machine(std::string& text, const RunResult& result, const Totals& totals) {
  line(text, "memory",
       "peak " + byte_text(totals.peak_memory_bytes) + " of " +
           byte_text(result.memory_budget_bytes) + " (" +
           percent(static_cast<double>(totals.peak_memory_bytes),
                   static_cast<double>(result.memory_budget_bytes)) +
           ") on tile " + std::to_string(totals.peak_memory_tile));
  line(text, "exchange",
       byte_text(result.exchange_bytes_sent) + " sent, busiest tile " +
           byte_text(totals.busiest_tile_bytes) + ", multicast saves " +
           percent(totals.multicast_saving.value_or(0), 1));
  line(text, "tiles",
       grouped_text(totals.active_tiles) + " active, " + grouped_text(totals.idle_tiles) + " idle" +
           (totals.utilisation ? ", issue slots used " + percent(*totals.utilisation, 1) : ""));
  line(text, "host",
       grouped_text(result.host_phases) + " phases, " +
           (result.host_calls == 0 ? "" : grouped_text(result.host_calls) + " awaited calls, ") +
           byte_text(result.host_bytes_in + result.host_bytes_out) + ", " +
           second_text(result.host_seconds));
}

void add_fault(std::string& text, const FaultReport& fault) {
  if (fault.kind.empty()) return;
  line(text, "FAULT", fault.kind + ": " + fault.message);
  line(text, "",
       "tile " + std::to_string(fault.tile) + ", worker " + std::to_string(fault.worker) +
           ", word " + std::to_string(fault.pc_word) + " of " + fault.codelet + ", superstep " +
           fault.superstep + ", step " + std::to_string(fault.step));
  if (!fault.source_line.empty()) line(text, "", "line " + fault.source_line);
}

// supersteps.csv has the first rows only if there are too many of them.
void add_cut(std::string& text, const RunResult& result) {
  const std::uint64_t kept = result.supersteps.size();
  if (kept >= result.supersteps_total) return;
  line(text, "note",
       "supersteps.csv holds the first " + grouped_text(kept) + " of " +
           grouped_text(result.supersteps_total) + " supersteps; every total counts all of them");
}

void add_simulator(std::string& text, const SimulatorFacts& facts) {
  line(text, "simulator",
       second_text(facts.wall_seconds) + ", " + grouped_text(facts.instructions) +
           " instructions, " + decimal_text(facts.mips, 0) + " MIPS, peak " +
           byte_text(facts.peak_rss_bytes));
}

}  // namespace

std::string console_summary(const RunResult& result, const arch::Machine& machine,
                            const arch::Image& image, const ReportExtras& extras) {
  const Totals totals = derive_totals(result, machine, image);
  std::string text;
  line(text, "run", head(result, machine, image));
  add_times(text, result, totals);
  add_training(text, result, extras);
  add_machine(text, result, totals);
  add_cut(text, result);
  add_simulator(text, result.simulator);
  add_fault(text, result.fault);
  return text;
}

}  // namespace bspike::sim
