// Owns the way from uses of regions to lifetimes.
#include "sim/stats/region_lifetimes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "sim/stats/region_uses.hpp"

namespace bspike::sim {

namespace {

using Category = arch::MemoryCategory;

// What outlives a step, whether or not the step shows a use.
bool is_kept(Category category) {
  switch (category) {
    case Category::kGradients:
    case Category::kNeuronState:
    case Category::kHistory:
    case Category::kExchangeBuffer:
      return false;
    default:
      return true;
  }
}

struct Range {
  std::uint64_t first = 0, last = 0;
};

// How many leaves of the schedule share a point.
std::uint64_t leaves_a_point(std::size_t leaves) {
  return (leaves + kLifetimePoints - 1) / kLifetimePoints;
}

// The schedule's leaves in program order, and what each repeat holds of them.
struct FlatSchedule {
  std::vector<const arch::ScheduleNode*> leaves;
  std::vector<std::uint64_t> trips;
  std::vector<Range> repeats;  // inner ones first
};

void flatten(const arch::Schedule& schedule, std::uint32_t index, std::uint64_t trips,
             FlatSchedule& flat) {
  const arch::ScheduleNode& node = schedule.nodes[index];
  const bool repeat = node.kind == arch::ScheduleKind::kRepeat;
  if (node.kind != arch::ScheduleKind::kSequence && !repeat) {
    flat.leaves.push_back(&node);
    flat.trips.push_back(trips);
    return;
  }
  const std::uint64_t first = flat.leaves.size();
  for (const std::uint32_t child : node.children)
    flatten(schedule, child, repeat ? trips * node.count : trips, flat);
  if (repeat && flat.leaves.size() > first) flat.repeats.push_back({first, flat.leaves.size() - 1});
}

std::string label(const arch::Image& image, std::uint32_t index) {
  return index == arch::kNoIndex ? std::string{} : image.labels[index];
}

SchedulePoint point_of(const arch::Image& image, const arch::ScheduleNode& node,
                       std::uint64_t trips) {
  if (node.kind == arch::ScheduleKind::kSuperstep)
    return {label(image, node.phase_label), label(image, node.layer_label),
            label(image, node.kind_label), trips, 0};
  const bool in = node.kind == arch::ScheduleKind::kHostIn;
  return {in ? "host_in" : "host_out", "", image.streams[node.stream].name, trips, 0};
}

// Grows over every repeat that it is in part of: what goes into a loop or comes out of it has to
// last for all trips.
Range spread(Range range, const std::vector<Range>& repeats) {
  for (const Range& repeat : repeats) {
    const bool apart = range.last < repeat.first || repeat.last < range.first;
    const bool inside = repeat.first <= range.first && range.last <= repeat.last;
    if (apart || inside) continue;
    range = {std::min(range.first, repeat.first), std::max(range.last, repeat.last)};
  }
  return range;
}

std::map<std::size_t, Range> used_ranges(const FlatSchedule& flat, const RegionUses& uses) {
  std::map<std::size_t, Range> ranges;
  // Unrolled schedules do the same thing many times.
  std::map<std::array<std::uint32_t, 3>, std::set<std::size_t>> known;
  for (std::uint64_t point = 0; point < flat.leaves.size(); ++point) {
    const arch::ScheduleNode& leaf = *flat.leaves[point];
    const auto [entry, fresh] = known.try_emplace({leaf.compute_set, leaf.exchange, leaf.stream});
    if (fresh) entry->second = uses.of(leaf);
    for (const std::size_t region : entry->second)
      ranges.try_emplace(region, Range{point, point}).first->second.last = point;
  }
  const std::uint64_t shared = leaves_a_point(flat.leaves.size());
  for (auto& [region, range] : ranges) {
    range = spread(range, flat.repeats);
    range = {range.first / shared, range.last / shared};
  }
  return ranges;
}

std::uint64_t last_point(const FlatSchedule& flat) {
  return flat.leaves.empty() ? 0 : (flat.leaves.size() - 1) / leaves_a_point(flat.leaves.size());
}

std::map<std::uint32_t, std::uint64_t> chip_bytes_by_name(const arch::Image& image) {
  std::map<std::uint32_t, std::uint64_t> bytes;
  for (const arch::TileImage& tile : image.tile_images)
    for (const arch::MemoryRegion& region : tile.regions) bytes[region.name] += region.bytes;
  return bytes;
}

std::vector<RegionLife> lives_of(const arch::Image& image, const arch::TileImage& tile,
                                 const FlatSchedule& flat) {
  const std::map<std::size_t, Range> ranges = used_ranges(flat, RegionUses(image, tile));
  const std::map<std::uint32_t, std::uint64_t> chip_bytes = chip_bytes_by_name(image);
  const std::uint64_t end = last_point(flat);
  std::vector<RegionLife> lives;
  for (std::size_t i = 0; i < tile.regions.size(); ++i) {
    const arch::MemoryRegion& region = tile.regions[i];
    const auto range = ranges.find(i);
    const bool always = is_kept(region.category) || range == ranges.end();
    lives.push_back({image.labels[region.name], std::string(arch::key(region.category)),
                     region.bytes, chip_bytes.at(region.name), always,
                     always ? 0 : range->second.first, always ? end : range->second.last});
  }
  return lives;
}

// The loader's share belongs to each tile, whether or not its map names it.
void add_reserved(std::vector<RegionLife>& lives, const arch::Image& image,
                  const arch::Machine& machine, std::uint64_t end) {
  const std::string name(arch::key(Category::kReserved));
  for (const RegionLife& life : lives)
    if (life.category == name) return;
  const std::uint64_t bytes = machine.sram.reserved_bytes;
  if (bytes != 0)
    lives.push_back({name, name, bytes, bytes * image.tile_images.size(), true, 0, end});
}

// Padding is many small gaps; one row says the same.
void join_padding(std::vector<RegionLife>& lives) {
  const std::string padding(arch::key(Category::kPadding));
  const auto first = std::find_if(lives.begin(), lives.end(),
                                  [&](const RegionLife& life) { return life.category == padding; });
  if (first == lives.end()) return;
  const auto behind = std::remove_if(first + 1, lives.end(), [&](const RegionLife& life) {
    if (life.category != padding) return false;
    first->bytes += life.bytes;
    return true;
  });
  lives.erase(behind, lives.end());
}

void keep_largest(std::vector<RegionLife>& lives) {
  std::stable_sort(lives.begin(), lives.end(),
                   [](const RegionLife& a, const RegionLife& b) { return a.bytes > b.bytes; });
  if (lives.size() <= kLifetimeRegions) return;
  RegionLife rest{std::to_string(lives.size() - kLifetimeRegions + 1) + " smaller regions",
                  "other",
                  0,
                  0,
                  true,
                  0,
                  lives.front().last};
  for (std::size_t i = kLifetimeRegions - 1; i < lives.size(); ++i) {
    rest.bytes += lives[i].bytes;
    rest.last = std::max(rest.last, lives[i].last);
  }
  lives.resize(kLifetimeRegions - 1);
  lives.push_back(rest);
}

void add_live_bytes(RegionLifetimes& result) {
  for (const RegionLife& life : result.regions)
    for (std::uint64_t point = life.first; point <= life.last && point < result.points.size();
         ++point)
      result.points[point].live_bytes += life.bytes;
  for (std::uint64_t point = 0; point < result.points.size(); ++point) {
    if (result.points[point].live_bytes <= result.peak_bytes) continue;
    result.peak_bytes = result.points[point].live_bytes;
    result.peak_point = point;
  }
}

}  // namespace

RegionLifetimes region_lifetimes(const arch::Image& image, const arch::Machine& machine,
                                 arch::TileId tile) {
  RegionLifetimes result;
  result.tile = tile;
  FlatSchedule flat;
  if (!image.step.nodes.empty()) flatten(image.step, 0, 1, flat);
  const std::uint64_t shared = leaves_a_point(flat.leaves.size());
  for (std::size_t i = 0; i < flat.leaves.size(); ++i) {
    if (i % shared == 0) result.points.push_back(point_of(image, *flat.leaves[i], 0));
    result.points.back().trips += flat.trips[i];
  }
  for (const arch::TileImage& held : image.tile_images) {
    if (held.tile != tile) continue;
    result.regions = lives_of(image, held, flat);
    add_reserved(result.regions, image, machine, last_point(flat));
  }
  join_padding(result.regions);
  keep_largest(result.regions);
  add_live_bytes(result);
  return result;
}

}  // namespace bspike::sim
