// Owns the derivation of a RunPlan from an Image.
#include "sim/run_plan.hpp"

#include <algorithm>

namespace bspike::sim {

namespace {

using arch::kNoIndex;
using arch::TileId;

// A set of tiles that is filled once and read in ascending order.
class TileSet {
 public:
  explicit TileSet(std::uint32_t tiles) : member_(tiles, 0) {}
  void add(TileId tile) { member_.at(tile) = 1; }
  void add_work(const arch::ComputeSet& set) {
    for (const arch::TileWork& work : set.work) add(work.tile);
  }
  void add_traffic(const PlanTraffic& traffic) {
    for (const TileTraffic& tile : traffic.tiles) add(tile.tile);
  }
  [[nodiscard]] std::uint32_t size() const {
    return static_cast<std::uint32_t>(std::count(member_.begin(), member_.end(), 1));
  }
  [[nodiscard]] std::vector<TileId> list() const {
    std::vector<TileId> tiles;
    for (TileId tile = 0; tile < member_.size(); ++tile)
      if (member_[tile] != 0) tiles.push_back(tile);
    return tiles;
  }

 private:
  std::vector<std::uint8_t> member_;
};

PlanTraffic measure(const arch::Image& image, const arch::ExchangePlan& plan) {
  std::vector<TileTraffic> by_tile(image.tiles);
  PlanTraffic traffic;
  for (const arch::Transfer& transfer : plan.transfers) {
    const std::vector<TileId>& group = image.groups.at(transfer.group);
    by_tile.at(transfer.source).bytes_sent += transfer.bytes;
    traffic.bytes_sent += transfer.bytes;
    traffic.bytes_received += std::uint64_t{transfer.bytes} * group.size();
    for (const TileId tile : group) by_tile.at(tile).bytes_received += transfer.bytes;
  }
  for (TileId tile = 0; tile < image.tiles; ++tile) {
    by_tile[tile].tile = tile;
    if (by_tile[tile].bytes_sent + by_tile[tile].bytes_received > 0)
      traffic.tiles.push_back(by_tile[tile]);
  }
  return traffic;
}

std::uint32_t region_address(const arch::TileImage& tile, arch::MemoryCategory category) {
  for (const arch::MemoryRegion& region : tile.regions)
    if (region.category == category) return region.address;
  return 0;
}

std::vector<TileEntry> tile_entries(const arch::Image& image) {
  std::vector<TileEntry> entries(image.tiles);
  for (const arch::TileImage& tile : image.tile_images)
    entries.at(tile.tile) = {tile.program, region_address(tile, arch::MemoryCategory::kCode),
                             region_address(tile, arch::MemoryCategory::kStack)};
  return entries;
}

std::vector<std::uint32_t> participants(const arch::Image& image, const arch::Schedule& schedule,
                                        const std::vector<PlanTraffic>& traffic) {
  std::vector<std::uint32_t> counts;
  for (const arch::ScheduleNode& node : schedule.nodes) {
    TileSet tiles(image.tiles);
    if (node.compute_set != kNoIndex) tiles.add_work(image.compute_sets.at(node.compute_set));
    if (node.exchange != kNoIndex) tiles.add_traffic(traffic.at(node.exchange));
    counts.push_back(tiles.size());
  }
  return counts;
}

void add_schedule(const arch::Image& image, const arch::Schedule& schedule,
                  const std::vector<PlanTraffic>& traffic, TileSet& active) {
  for (const arch::ScheduleNode& node : schedule.nodes) {
    if (node.compute_set != kNoIndex) active.add_work(image.compute_sets.at(node.compute_set));
    if (node.exchange != kNoIndex) active.add_traffic(traffic.at(node.exchange));
    if (node.kind == arch::ScheduleKind::kRepeat && node.group != kNoIndex)
      for (const TileId tile : image.groups.at(node.group)) active.add(tile);
  }
}

}  // namespace

RunPlan make_run_plan(const arch::Image& image) {
  RunPlan plan;
  plan.entries = tile_entries(image);
  for (const arch::ExchangePlan& exchange : image.exchanges)
    plan.traffic.push_back(measure(image, exchange));
  TileSet active(image.tiles);
  add_schedule(image, image.setup, plan.traffic, active);
  add_schedule(image, image.step, plan.traffic, active);
  plan.active_tiles = active.list();
  plan.setup_participants = participants(image, image.setup, plan.traffic);
  plan.step_participants = participants(image, image.step, plan.traffic);
  return plan;
}

}  // namespace bspike::sim
