// Owns the search for addresses in argument blocks, exchange plans and host streams.
#include "sim/stats/region_uses.hpp"

#include <algorithm>
#include <cstring>

namespace bspike::sim {

namespace {

constexpr std::uint32_t kWord = 4;

// Region that holds `address`, or the end.
auto region_at(const arch::TileImage& tile, std::uint32_t address) {
  const auto behind = std::upper_bound(
      tile.regions.begin(), tile.regions.end(), address,
      [](std::uint32_t value, const arch::MemoryRegion& region) { return value < region.address; });
  if (behind == tile.regions.begin()) return tile.regions.end();
  const auto region = behind - 1;
  return address - region->address < region->bytes ? region : tile.regions.end();
}

}  // namespace

RegionUses::RegionUses(const arch::Image& image, const arch::TileImage& tile)
    : image_(image), tile_(tile), memory_(image.sram_bytes) {
  for (const arch::DataSegment& segment : tile.data) {
    std::memcpy(memory_.data() + (segment.address - image.sram_base),
                image.data.data() + segment.data, segment.bytes);
  }
  collect_blocks();
}

std::uint32_t RegionUses::word_at(std::uint32_t address) const {
  std::uint32_t word = 0;
  std::memcpy(&word, memory_.data() + (address - image_.sram_base), kWord);
  return word;
}

bool RegionUses::in_vertex_state(std::uint32_t address) const {
  const auto region = region_at(tile_, address);
  return region != tile_.regions.end() && region->category == arch::MemoryCategory::kVertexState;
}

// The words from `address` to the next block; all blocks of a tile stand side by side.
std::vector<std::uint32_t> RegionUses::block(std::uint32_t address) const {
  const auto region = region_at(tile_, address);
  std::vector<std::uint32_t> words;
  if (region == tile_.regions.end()) return words;
  std::uint32_t end = region->address + region->bytes;
  const auto next = starts_.upper_bound(address);
  if (next != starts_.end()) end = std::min(end, *next);
  for (; address + kWord <= end; address += kWord) words.push_back(word_at(address));
  return words;
}

void RegionUses::collect_blocks() {
  std::vector<std::uint32_t> fresh;
  const auto add_start = [&](std::uint32_t address) {
    if (in_vertex_state(address) && starts_.insert(address).second) fresh.push_back(address);
  };
  for (const arch::ComputeSet& set : image_.compute_sets) {
    for (const arch::TileWork& work : set.work) {
      if (work.tile != tile_.tile) continue;
      add_start(work.launch_address);
      for (const arch::VertexCall& call : work.vertices) add_start(call.arguments_address);
    }
  }
  while (!fresh.empty()) {
    const std::uint32_t address = fresh.back();
    fresh.pop_back();
    for (const std::uint32_t word : block(address)) add_start(word);
  }
}

bool RegionUses::receives(std::uint32_t group) const {
  const std::vector<arch::TileId>& tiles = image_.groups[group];
  return std::binary_search(tiles.begin(), tiles.end(), tile_.tile);
}

void RegionUses::add(Found& found, std::uint32_t address) const {
  const auto region = region_at(tile_, address);
  if (region == tile_.regions.end()) return;
  found.insert(static_cast<std::size_t>(region - tile_.regions.begin()));
}

void RegionUses::add_block(Found& found, std::set<std::uint32_t>& seen,
                           std::uint32_t address) const {
  std::vector<std::uint32_t> fresh{address};
  while (!fresh.empty()) {
    const std::uint32_t start = fresh.back();
    fresh.pop_back();
    if (!in_vertex_state(start) || !seen.insert(start).second) continue;
    for (const std::uint32_t word : block(start)) {
      add(found, word);
      fresh.push_back(word);
    }
  }
}

void RegionUses::add_compute(Found& found, const arch::ComputeSet& set) const {
  std::set<std::uint32_t> seen;
  for (const arch::TileWork& work : set.work) {
    if (work.tile != tile_.tile) continue;
    for (const arch::VertexCall& call : work.vertices)
      add_block(found, seen, call.arguments_address);
  }
}

void RegionUses::add_exchange(Found& found, const arch::ExchangePlan& plan) const {
  for (const arch::Transfer& transfer : plan.transfers) {
    if (transfer.source == tile_.tile) add(found, transfer.source_address);
    if (!receives(transfer.group)) continue;
    for (std::uint32_t piece = 0; piece < transfer.pieces(); ++piece)
      add(found, transfer.destination_address + piece * transfer.piece_stride);
  }
}

void RegionUses::add_stream(Found& found, const arch::StreamInfo& stream) const {
  for (const arch::StreamPiece& piece : stream.pieces)
    if (receives(piece.group)) add(found, piece.address);
}

std::set<std::size_t> RegionUses::of(const arch::ScheduleNode& node) const {
  Found found;
  if (node.compute_set != arch::kNoIndex) add_compute(found, image_.compute_sets[node.compute_set]);
  if (node.exchange != arch::kNoIndex) add_exchange(found, image_.exchanges[node.exchange]);
  if (node.stream != arch::kNoIndex) add_stream(found, image_.streams[node.stream]);
  return found;
}

}  // namespace bspike::sim
