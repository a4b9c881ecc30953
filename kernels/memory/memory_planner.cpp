// Owns the allocation of tile memory and the refusal of what does not fit.
#include "kernels/memory/memory_planner.hpp"

#include <algorithm>
#include <limits>

#include "kernels/compile.hpp"

namespace bspike::kernels {
namespace {

std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

std::uint64_t align_down(std::uint64_t value, std::uint64_t alignment) {
  return value / alignment * alignment;
}

std::string refusal(arch::TileId tile, std::uint64_t bytes, std::uint64_t budget,
                    const std::vector<DoesNotFit::Tensor>& largest) {
  std::string text = "tile " + std::to_string(tile) + " needs " + std::to_string(bytes) +
                     " bytes of memory and has " + std::to_string(budget) + "; the largest of it:";
  for (const DoesNotFit::Tensor& tensor : largest) {
    text += "\n  " + tensor.name + ": " + std::to_string(tensor.bytes) + " bytes";
  }
  return text;
}

}  // namespace

DoesNotFit::DoesNotFit(arch::TileId which, std::uint64_t needed, std::uint64_t available,
                       std::vector<Tensor> tensors)
    : std::runtime_error(refusal(which, needed, available, tensors)),
      tile(which),
      bytes(needed),
      budget(available),
      largest(std::move(tensors)) {}

MemoryPlanner::MemoryPlanner(const arch::Machine& machine, LabelTable& labels)
    : base_(machine.sram.base_address),
      budget_(machine.usable_sram_bytes()),
      interleaved_start_(base_ + machine.sram.bytes - machine.sram.interleaved_bytes),
      labels_(labels),
      tiles_(machine.chip.tiles, Tile{base_, base_ + budget_, {}, {}}) {}

MemoryPlanner::Region MemoryPlanner::padding(std::uint64_t from, std::uint64_t to) {
  return {labels_.intern("padding"), arch::MemoryCategory::kPadding, from, to - from};
}

void MemoryPlanner::place(Tile& tile, std::uint64_t address, const RegionRequest& request) {
  if (request.bytes == 0) return;
  if (address > tile.top) tile.up.push_back(padding(tile.top, address));
  tile.up.push_back({labels_.intern(request.name), request.category, address, request.bytes});
  tile.top = address + request.bytes;
}

void MemoryPlanner::place_down(Tile& tile, std::uint64_t address, const RegionRequest& request) {
  const std::uint64_t end = address + request.bytes;
  if (end < tile.bottom) tile.down.push_back(padding(end, tile.bottom));
  tile.down.push_back({labels_.intern(request.name), request.category, address, request.bytes});
  tile.bottom = address;
}

std::optional<std::uint64_t> MemoryPlanner::interleaved_address(
    std::span<const arch::TileId> tiles, const RegionRequest& request) const {
  std::uint64_t bottom = base_ + budget_;
  for (const arch::TileId tile : tiles) bottom = std::min(bottom, tiles_[tile].bottom);
  if (request.bytes == 0 || request.bytes > bottom) return std::nullopt;
  const std::uint64_t address = align_down(bottom - request.bytes, request.alignment);
  const bool free = std::all_of(tiles.begin(), tiles.end(),
                                [&](arch::TileId tile) { return tiles_[tile].top <= address; });
  if (!free || address < interleaved_start_) return std::nullopt;
  return address;
}

std::uint32_t MemoryPlanner::allocate(arch::TileId tile, const RegionRequest& request) {
  return allocate_common({&tile, 1}, request);
}

std::uint32_t MemoryPlanner::allocate_common(std::span<const arch::TileId> tiles,
                                             const RegionRequest& request) {
  if (request.kind == MemoryKind::kInterleaved) {
    if (const auto address = interleaved_address(tiles, request)) {
      for (const arch::TileId tile : tiles) place_down(tiles_[tile], *address, request);
      return static_cast<std::uint32_t>(*address);
    }
  }
  std::uint64_t address = base_;
  for (const arch::TileId tile : tiles) address = std::max(address, tiles_[tile].top);
  address = align_up(address, request.alignment);
  for (const arch::TileId tile : tiles) place(tiles_[tile], address, request);
  return static_cast<std::uint32_t>(address);
}

void MemoryPlanner::repeat(std::span<const arch::TileId> tiles, std::uint32_t distance) {
  for (const arch::TileId tile : tiles) tiles_[tile + distance] = tiles_[tile];
}

std::uint32_t MemoryPlanner::next_address(arch::TileId tile, std::uint32_t alignment) const {
  return static_cast<std::uint32_t>(align_up(tiles_[tile].top, alignment));
}

// More than the budget where the two ends meet.
std::uint64_t MemoryPlanner::used(const Tile& tile) const {
  return tile.top - base_ + (base_ + budget_ - tile.bottom);
}

// The lowest of equal ones.
const MemoryPlanner::Tile& MemoryPlanner::largest_tile() const {
  return *std::max_element(tiles_.begin(), tiles_.end(),
                           [this](const Tile& a, const Tile& b) { return used(a) < used(b); });
}

void MemoryPlanner::refuse(const Tile& tile) const {
  std::vector<DoesNotFit::Tensor> largest;
  for (const auto& regions : {tile.up, tile.down}) {
    for (const Region& region : regions) {
      if (region.category == arch::MemoryCategory::kPadding) continue;
      largest.push_back({labels_.names()[region.name], region.bytes});
    }
  }
  std::stable_sort(largest.begin(), largest.end(),
                   [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
  largest.resize(std::min<std::size_t>(largest.size(), 5));
  throw DoesNotFit(static_cast<arch::TileId>(&tile - tiles_.data()), used(tile), budget_,
                   std::move(largest));
}

void MemoryPlanner::check_addressable() const {
  const Tile& tile = largest_tile();
  if (tile.top > std::numeric_limits<std::uint32_t>::max()) refuse(tile);
}

void MemoryPlanner::check_fit() const {
  const Tile& tile = largest_tile();
  if (used(tile) > budget_) refuse(tile);
}

std::vector<arch::MemoryRegion> MemoryPlanner::regions(arch::TileId tile) const {
  std::vector<Region> ascending = tiles_[tile].up;
  ascending.insert(ascending.end(), tiles_[tile].down.rbegin(), tiles_[tile].down.rend());
  std::vector<arch::MemoryRegion> result;
  result.reserve(ascending.size());
  for (const Region& region : ascending) {
    result.push_back({region.name, region.category, static_cast<std::uint32_t>(region.address),
                      static_cast<std::uint32_t>(region.bytes)});
  }
  return result;
}

}  // namespace bspike::kernels
