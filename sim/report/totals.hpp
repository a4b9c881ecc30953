// Owns the numbers that a report derives from a RunResult. Absent: the ratio has no denominator, or
// the run was not timed.
#pragma once

#include <optional>

#include "sim/result.hpp"

namespace bspike::sim {

using Ratio = std::optional<double>;

struct TileMeans {  // over active tiles
  Ratio compute_cycles, wait_cycles, sync_cycles, exchange_cycles;
};

struct Totals {
  Ratio seconds;  // cycles / clock
  Ratio cycles_per_step;
  Ratio cycles_per_sample;
  Ratio seconds_per_call;  // device and host time of a step that the host awaits
  double samples = 0;
  Ratio samples_per_second;            // device time alone
  Ratio samples_per_second_with_host;  // device and host time, one after the other
  std::uint64_t active_tiles = 0, idle_tiles = 0;
  TileMeans mean;
  Ratio utilisation;       // issue slots used / offered by active tiles
  Ratio chip_utilisation;  // issue slots used / offered by all tiles
  std::uint64_t peak_memory_bytes = 0, memory_bytes = 0;
  arch::TileId peak_memory_tile = 0;
  std::map<std::string, std::uint64_t> memory_by_category;
  std::uint64_t busiest_tile_bytes = 0;  // of the busier direction of its port
  arch::TileId busiest_tile = 0;
  std::uint64_t multicast_saved_bytes = 0;
  Ratio multicast_saving;  // of what single sends would have sent
};

[[nodiscard]] Ratio divide(double numerator, Ratio denominator);  // absent by 0 or by nothing
// A tile offers each worker one issue slot every issue period. Absent: the run was not timed.
[[nodiscard]] Ratio slots_offered_by_tile(const RunResult& result, const arch::Machine& machine);

[[nodiscard]] Totals derive_totals(const RunResult& result, const arch::Machine& machine,
                                   const arch::Image& image);

}  // namespace bspike::sim
