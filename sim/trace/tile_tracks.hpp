// Owns the tracks of the chosen tiles.
// Contract: a superstep is there for all chosen tiles or for none; behind the first one without
// room there is none. Memory grows with the tiles chosen, not with the run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/stats/timeline.hpp"
#include "sim/trace/superstep_names.hpp"
#include "sim/trace/trace_events.hpp"

namespace bspike::sim {

class TileTracks final : public TimelineWatcher {
 public:
  TileTracks(TraceEvents& events, const SuperstepNames& names, std::vector<arch::TileId> tiles);

  void arrived(const SuperstepRecord& record, const TileClocks& clocks,
               std::uint64_t last_arrival) override;
  void exchanged(const TileClocks& clocks, std::uint64_t last_ready) override;
  void finished(const TileClocks& clocks, std::uint64_t total_cycles) override;

  // The device's clock once all tiles are ready.
  [[nodiscard]] std::uint64_t last_ready() const { return last_ready_; }
  [[nodiscard]] std::uint64_t spans_cut() const { return cut_; }
  [[nodiscard]] std::uint64_t cut_cycle() const { return cut_cycle_; }

 private:
  void add(TilePart part, arch::TileId tile, std::uint64_t begin, std::uint64_t end);
  EventArguments& start_arguments(std::uint64_t cycles);
  void add_until_barrier(const TileClocks& clocks, std::uint64_t barrier);

  TraceEvents& events_;
  const SuperstepNames& names_;
  std::vector<arch::TileId> tiles_;
  std::string part_names_[4];
  EventArguments arguments_;  // of the event being made
  const std::string* kind_;   // of the superstep under way, JSON
  std::uint64_t superstep_ = 0;
  std::uint64_t last_arrival_ = 0, last_ready_ = 0;
  bool admitted_ = true;
  std::uint64_t cut_ = 0, cut_cycle_ = 0;
};

}  // namespace bspike::sim
