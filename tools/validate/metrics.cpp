// Owns the rows of metrics.
#include "tools/validate/metrics.hpp"

#include <algorithm>
#include <array>

#include "arch/base/diagnostics.hpp"
#include "arch/exchange/topology.hpp"
#include "kernels/micro/micro_program.hpp"
#include "sim/sync/sync_cycles.hpp"

namespace bspike::tools {

namespace {

using sim::RunResult;

double steps_of(const RunResult& result) { return static_cast<double>(result.steps); }

arch::TileId tile_of(const arch::Machine& machine, const SuiteCase& one) {
  if (one.tile_physical) return kernels::tile_at(machine, *one.tile_physical);
  arch::base::raise<arch::base::ConfigError>({}, one.name,
                                             "the metric is one tile's: give tile_physical");
}

double compute_cycles(const RunResult& result, const arch::Machine&, const SuiteCase&) {
  return static_cast<double>(result.phases.compute_cycles) / steps_of(result);
}

double cycles(const RunResult& result, const arch::Machine&, const SuiteCase&) {
  return static_cast<double>(result.total_cycles) / steps_of(result);
}

double tile_exchange_cycles(const RunResult& result, const arch::Machine& machine,
                            const SuiteCase& one) {
  return static_cast<double>(result.tiles[tile_of(machine, one)].exchange_cycles);
}

// The run starts at 0 on every tile, and the only superstep ends when the last word is through.
double tile_phase_cycles(const RunResult& result, const arch::Machine& machine,
                         const SuiteCase& one) {
  if (result.supersteps_total != 1) {
    arch::base::raise<arch::base::ConfigError>({}, one.name,
                                               "tile_phase_cycles needs a run of one superstep");
  }
  std::uint64_t last_arrival = 0;
  for (const sim::TileTimes& tile : result.tiles)
    last_arrival = std::max(last_arrival, tile.compute_cycles);
  const arch::TileId tile = tile_of(machine, one);
  return static_cast<double>(last_arrival + sim::sync_cycles(machine)[tile] +
                             result.tiles[tile].exchange_cycles);
}

double device_ms(const RunResult& result, const arch::Machine& machine, const SuiteCase& one) {
  return cycles(result, machine, one) / machine.clock_hz * 1e3;
}

double host_seconds(const RunResult& result, const arch::Machine& machine, const SuiteCase& one) {
  if (one.steps_per_call == 0) return result.host_seconds / steps_of(result);
  const auto bytes = static_cast<double>(result.host_bytes_in + result.host_bytes_out);
  return bytes / machine.host.bytes_per_second / steps_of(result) +
         machine.host.rendezvous_seconds / static_cast<double>(one.steps_per_call);
}

double step_ms(const RunResult& result, const arch::Machine& machine, const SuiteCase& one) {
  return device_ms(result, machine, one) + host_seconds(result, machine, one) * 1e3;
}

constexpr std::array kMetrics{
    Metric{"compute_cycles", "cycles",
           "Compute along the critical path: supervisor, workers, local syncs; no barrier.",
           compute_cycles},
    Metric{"cycles", "cycles", "All device cycles, a step.", cycles},
    Metric{"tile_exchange_cycles", "cycles",
           "One tile's exchange: own release from the barrier to its last word.",
           tile_exchange_cycles},
    Metric{"tile_phase_cycles", "cycles",
           "One tile's superstep: start of its compute to its last word, waiting for the barrier "
           "included.",
           tile_phase_cycles},
    Metric{"device_ms", "ms", "Device time a step.", device_ms},
    Metric{"step_ms", "ms", "Device and host time a step, one after the other.", step_ms},
};

}  // namespace

std::span<const Metric> metric_table() { return kMetrics; }

const Metric& metric_of(const SuiteCase& one) {
  return kMetrics[static_cast<std::size_t>(one.metric)];
}

}  // namespace bspike::tools
