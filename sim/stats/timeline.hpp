// Owns where each tile's time goes: compute, wait, sync, exchange, and the critical path.
// Contract: phases come in the order charge* arrive release exchange; all cycles are integers.
// Timing: compute runs from a tile's own ready cycle to its arrival at the barrier; wait to the
// last arrival of all active tiles; sync to the tile's own release (barrier and skew); exchange to
// the last word it sends or receives, which is its next ready cycle. So the four add up to the
// elapsed cycles for each active tile. All active tiles answer each barrier, working or not; idle
// tiles never do and cost nothing. The critical tile of a superstep is the last to arrive, the
// lowest number on a tie; a superstep's sync and exchange on the critical path are those of the
// next superstep's critical tile (after the last superstep: of the last tile to be ready), so the
// parts add up to the total. Source: bulk-synchronous execution as in the vendor's programming
// guide [poplar-docs]; that working and waiting tiles answer alike is assumed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/phase_clock.hpp"
#include "sim/result.hpp"

namespace bspike::sim {

struct TileCompute {
  arch::TileId tile = 0;
  std::uint64_t cycles = 0;         // all of it
  std::uint64_t launch_cycles = 0;  // the supervisor's part
};

struct ExchangeTime {
  arch::TileId tile = 0;
  std::uint64_t cycles = 0;  // on the tile's own phase clock
};

// The state of a timeline, by tile.
struct TileClocks {
  std::span<const std::uint64_t> ready;            // absolute; behind an exchange its end
  std::span<const std::uint64_t> compute, launch;  // since then, until the barrier
  std::span<const std::uint64_t> exchange;         // of the last superstep
};

// Sees where the time of single tiles goes; it changes nothing, and must not throw.
class TimelineWatcher {
 public:
  virtual ~TimelineWatcher() = default;
  virtual void arrived(const SuperstepRecord& record, const TileClocks& clocks,
                       std::uint64_t last_arrival) = 0;
  virtual void exchanged(const TileClocks& clocks, std::uint64_t last_ready) = 0;
  virtual void finished(const TileClocks& clocks, std::uint64_t total_cycles) = 0;
};

class Timeline {
 public:
  // `sync_cycles`, by tile: from the last arrival to the tile's release.
  Timeline(std::uint32_t tiles, std::vector<arch::TileId> active,
           std::vector<std::uint64_t> sync_cycles, SuperstepSink& sink,
           TimelineWatcher* watcher = nullptr);

  // Supervisor cycles that a tile spends before its next superstep's work.
  void charge(std::span<const arch::TileId> tiles, std::uint64_t cycles);
  // The cycle of the last arrival at the barrier.
  std::uint64_t arrive(const SuperstepRecord& record, std::span<const TileCompute> work);
  // The cycle of the first release.
  std::uint64_t release();
  // The cycle at which the last tile is ready again.
  std::uint64_t exchange(std::span<const ExchangeTime> times);
  // Ends the run; the total cycles. Active tiles that were ready earlier have waited.
  std::uint64_t finish();

  [[nodiscard]] const std::vector<TileTimes>& tiles() const { return times_; }
  // Cycles along the critical path that belong to no superstep (repeat trips after the last one).
  [[nodiscard]] std::uint64_t tail_cycles() const { return tail_cycles_; }

 private:
  [[nodiscard]] TileClocks clocks() const { return {ready_, compute_, launch_, exchange_}; }
  void take_work(std::span<const TileCompute> work);
  [[nodiscard]] arch::TileId last_to_arrive() const;
  [[nodiscard]] std::uint64_t arrival(arch::TileId tile) const {
    return ready_[tile] + compute_[tile];
  }
  void close_record(arch::TileId critical);
  void open_record(const SuperstepRecord& record, arch::TileId critical);

  std::vector<arch::TileId> active_;
  std::vector<std::uint64_t> sync_cycles_;
  SuperstepSink& sink_;
  TimelineWatcher* watcher_;
  std::vector<std::uint64_t> ready_, compute_, launch_, exchange_;  // by tile
  std::vector<TileTimes> times_;
  std::optional<SuperstepRecord> open_;
  std::uint64_t last_arrival_ = 0;
  std::uint64_t tail_cycles_ = 0;
};

}  // namespace bspike::sim
