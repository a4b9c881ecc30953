// Owns the derivation of a report's totals.
#include "sim/report/totals.hpp"

#include <algorithm>

namespace bspike::sim {

Ratio divide(double numerator, Ratio denominator) {
  if (!denominator || *denominator == 0) return std::nullopt;
  return numerator / *denominator;
}

Ratio slots_offered_by_tile(const RunResult& result, const arch::Machine& machine) {
  if (!result.timed) return std::nullopt;
  return static_cast<double>(result.total_cycles) * machine.worker.contexts /
         machine.worker.issue_period_cycles;
}

namespace {

Ratio mean_over_active(const RunResult& result, std::uint64_t TileTimes::*part) {
  std::uint64_t sum = 0, tiles = 0;
  for (const TileTimes& tile : result.tiles) {
    if (!tile.active) continue;
    sum += tile.*part;
    ++tiles;
  }
  return divide(static_cast<double>(sum), static_cast<double>(tiles));
}

void derive_times(Totals& totals, const RunResult& result, const arch::Machine& machine,
                  const arch::Image& image) {
  const auto steps = static_cast<double>(result.steps);
  totals.samples = image.samples_per_step * steps;
  if (!result.timed) return;
  const auto cycles = static_cast<double>(result.total_cycles);
  totals.seconds = divide(cycles, machine.clock_hz);
  totals.cycles_per_step = divide(cycles, steps);
  totals.cycles_per_sample = divide(cycles, totals.samples);
  totals.seconds_per_call = divide(totals.seconds.value_or(0) + result.host_seconds,
                                   static_cast<double>(result.host_calls));
  totals.samples_per_second = divide(totals.samples, totals.seconds);
  totals.samples_per_second_with_host =
      divide(totals.samples, totals.seconds.value_or(0) + result.host_seconds);
  totals.mean = {mean_over_active(result, &TileTimes::compute_cycles),
                 mean_over_active(result, &TileTimes::wait_cycles),
                 mean_over_active(result, &TileTimes::sync_cycles),
                 mean_over_active(result, &TileTimes::exchange_cycles)};
}

void derive_tiles(Totals& totals, const RunResult& result, const arch::Machine& machine) {
  std::uint64_t slots = 0;
  for (const TileTimes& tile : result.tiles) {
    ++(tile.active ? totals.active_tiles : totals.idle_tiles);
    slots += tile.issue_slots;
  }
  const Ratio offered = slots_offered_by_tile(result, machine);
  if (!offered) return;
  const auto used = static_cast<double>(slots);
  totals.utilisation = divide(used, *offered * static_cast<double>(totals.active_tiles));
  totals.chip_utilisation = divide(used, *offered * static_cast<double>(result.tiles.size()));
}

void derive_memory(Totals& totals, const RunResult& result) {
  for (const MemoryRow& row : result.memory) {
    totals.memory_bytes += row.total_bytes;
    for (const auto& [category, bytes] : row.by_category)
      totals.memory_by_category[category] += bytes;
    if (row.total_bytes <= totals.peak_memory_bytes) continue;
    totals.peak_memory_bytes = row.total_bytes;
    totals.peak_memory_tile = row.tile;
  }
}

void derive_exchange(Totals& totals, const RunResult& result) {
  for (std::size_t tile = 0; tile < result.tiles.size(); ++tile) {
    const std::uint64_t bytes =
        std::max(result.tiles[tile].bytes_sent, result.tiles[tile].bytes_received);
    if (bytes <= totals.busiest_tile_bytes) continue;
    totals.busiest_tile_bytes = bytes;
    totals.busiest_tile = static_cast<arch::TileId>(tile);
  }
  totals.multicast_saved_bytes = result.exchange_bytes_received - result.exchange_bytes_sent;
  totals.multicast_saving = divide(static_cast<double>(totals.multicast_saved_bytes),
                                   static_cast<double>(result.exchange_bytes_received));
}

}  // namespace

Totals derive_totals(const RunResult& result, const arch::Machine& machine,
                     const arch::Image& image) {
  Totals totals;
  derive_times(totals, result, machine, image);
  derive_tiles(totals, result, machine);
  derive_memory(totals, result);
  derive_exchange(totals, result);
  return totals;
}

}  // namespace bspike::sim
