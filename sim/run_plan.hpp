// Owns what a run knows of an Image before it starts: who takes part, what each exchange moves.
// Contract: everything is an index or an array; nothing here changes during the run.
#pragma once

#include <cstdint>
#include <vector>

#include "arch/program/image.hpp"

namespace bspike::sim {

struct TileTraffic {
  arch::TileId tile = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
};

struct PlanTraffic {
  std::uint64_t bytes_sent = 0;      // a multicast counts once
  std::uint64_t bytes_received = 0;  // and here once a receiver
  std::vector<TileTraffic> tiles;    // that send or receive, ascending
};

// How a tile's program is entered.
struct TileEntry {
  std::uint32_t program = arch::kNoIndex;
  std::uint32_t code_base = 0;
  std::uint32_t scratch_base = 0;
};

struct RunPlan {
  std::vector<arch::TileId> active_tiles;  // with work, exchange or a counter in any superstep
  std::vector<TileEntry> entries;          // by tile
  std::vector<PlanTraffic> traffic;        // by exchange plan
  std::vector<std::uint32_t> setup_participants, step_participants;  // by schedule node
};

[[nodiscard]] RunPlan make_run_plan(const arch::Image& image);

}  // namespace bspike::sim
