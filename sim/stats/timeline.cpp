// Owns the arithmetic of the timeline.
#include "sim/stats/timeline.hpp"

#include <algorithm>
#include <utility>

namespace bspike::sim {

Timeline::Timeline(std::uint32_t tiles, std::vector<arch::TileId> active,
                   std::vector<std::uint64_t> sync_cycles, SuperstepSink& sink,
                   TimelineWatcher* watcher)
    : active_(std::move(active)),
      sync_cycles_(std::move(sync_cycles)),
      sink_(sink),
      watcher_(watcher),
      ready_(tiles),
      compute_(tiles),
      launch_(tiles),
      exchange_(tiles),
      times_(tiles) {
  for (const arch::TileId tile : active_) times_[tile].active = true;
}

void Timeline::charge(std::span<const arch::TileId> tiles, std::uint64_t cycles) {
  for (const arch::TileId tile : tiles) {
    compute_[tile] += cycles;
    launch_[tile] += cycles;
  }
}

void Timeline::take_work(std::span<const TileCompute> work) {
  for (const TileCompute& tile : work) {
    compute_[tile.tile] += tile.cycles;
    launch_[tile.tile] += tile.launch_cycles;
  }
}

arch::TileId Timeline::last_to_arrive() const {
  arch::TileId last = active_.front();
  for (const arch::TileId tile : active_)
    if (arrival(tile) > arrival(last)) last = tile;
  return last;
}

std::uint64_t Timeline::arrive(const SuperstepRecord& record, std::span<const TileCompute> work) {
  if (active_.empty()) {
    sink_.complete(record);
    return 0;
  }
  take_work(work);
  const arch::TileId critical = last_to_arrive();
  close_record(critical);
  open_record(record, critical);
  last_arrival_ = arrival(critical);
  if (watcher_ != nullptr) watcher_->arrived(*open_, clocks(), last_arrival_);
  for (const arch::TileId tile : active_) {
    TileTimes& times = times_[tile];
    times.compute_cycles += compute_[tile];
    times.launch_cycles += launch_[tile];
    const std::uint64_t wait = last_arrival_ - arrival(tile);
    times.wait_cycles += wait;
    open_->wait_cycles += wait;
    compute_[tile] = launch_[tile] = exchange_[tile] = 0;
  }
  return last_arrival_;
}

// The parts of the superstep before that lie on the path to `critical`.
void Timeline::close_record(arch::TileId critical) {
  if (!open_) return;
  open_->sync_cycles = sync_cycles_[critical];
  open_->exchange_cycles = exchange_[critical];
  sink_.complete(*open_);
  open_.reset();
}

void Timeline::open_record(const SuperstepRecord& record, arch::TileId critical) {
  open_ = record;
  open_->start_cycle = ready_[critical];
  open_->compute_cycles = compute_[critical];
  open_->launch_cycles = launch_[critical];
  open_->critical_tile = critical;
}

std::uint64_t Timeline::release() {
  if (active_.empty()) return 0;
  std::uint64_t first = last_arrival_ + sync_cycles_[active_.front()];
  for (const arch::TileId tile : active_) {
    times_[tile].sync_cycles += sync_cycles_[tile];
    ready_[tile] = last_arrival_ + sync_cycles_[tile];
    first = std::min(first, ready_[tile]);
  }
  return first;
}

std::uint64_t Timeline::exchange(std::span<const ExchangeTime> times) {
  for (const ExchangeTime& tile : times) {
    exchange_[tile.tile] = tile.cycles;
    times_[tile.tile].exchange_cycles += tile.cycles;
    ready_[tile.tile] += tile.cycles;
  }
  std::uint64_t last = 0;
  for (const arch::TileId tile : active_) last = std::max(last, ready_[tile]);
  if (watcher_ != nullptr) watcher_->exchanged(clocks(), last);
  return last;
}

std::uint64_t Timeline::finish() {
  if (active_.empty()) return 0;
  const arch::TileId last = last_to_arrive();
  close_record(last);
  const std::uint64_t total = arrival(last);
  tail_cycles_ = compute_[last];
  if (watcher_ != nullptr) watcher_->finished(clocks(), total);
  for (const arch::TileId tile : active_) {
    TileTimes& times = times_[tile];
    times.compute_cycles += compute_[tile];
    times.launch_cycles += launch_[tile];
    times.wait_cycles += total - arrival(tile);
    ready_[tile] = total;
    compute_[tile] = launch_[tile] = exchange_[tile] = 0;
  }
  return total;
}

}  // namespace bspike::sim
