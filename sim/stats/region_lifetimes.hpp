// Owns which regions of a tile's memory hold something live at which place of a training step.
// Contract: derived from the Image alone, so it is the same for any run of it. Memory maps are
// static: a region keeps its address for the whole run, and what lives is what a map that changes
// over the step would need at least.
//   Used: a vertex has an address inside the region in its argument block or in a table that the
//   block points to, or an exchange or a host stream reads or writes it.
//   Lives: from its first to its last use of a step; used inside a repeat and outside it, through
//   all of the repeat. Code, vertex state, weights, optimiser state and whatever shows no use
//   always live.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"
#include "arch/program/image.hpp"

namespace bspike::sim {

// A superstep or host transfer of the step's schedule, in program order.
struct SchedulePoint {
  std::string phase, layer, kind;
  std::uint64_t trips = 1;  // executions in a step
  std::uint64_t live_bytes = 0;
};

struct RegionLife {
  std::string name, category;
  std::uint64_t bytes = 0;       // on this tile
  std::uint64_t chip_bytes = 0;  // of regions with this name on all tiles
  bool always = true;
  std::uint64_t first = 0, last = 0;  // points, both included
};

struct RegionLifetimes {
  arch::TileId tile = 0;
  std::vector<SchedulePoint> points;
  std::vector<RegionLife> regions;  // the largest first
  std::uint64_t peak_bytes = 0;     // largest live_bytes
  std::uint64_t peak_point = 0;     // the first with it
};

inline constexpr std::size_t kLifetimeRegions = 200;  // smaller ones are one row, always alive
// Longer schedules have neighbours that share a point, named by its first one.
inline constexpr std::size_t kLifetimePoints = 1000;

// No regions if the tile holds nothing.
[[nodiscard]] RegionLifetimes region_lifetimes(const arch::Image& image,
                                               const arch::Machine& machine, arch::TileId tile);

}  // namespace bspike::sim
