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
      labels_(labels),
      tiles_(machine.chip.tiles, Tile{machine.sram.base_address, {}}) {}

void MemoryPlanner::place(Tile& tile, std::uint64_t address, const RegionRequest& request) {
  if (request.bytes == 0) return;
  if (address > tile.top) {
    tile.regions.push_back(
        {labels_.intern("padding"), arch::MemoryCategory::kPadding, tile.top, address - tile.top});
  }
  tile.regions.push_back({labels_.intern(request.name), request.category, address, request.bytes});
  tile.top = address + request.bytes;
}

std::uint32_t MemoryPlanner::allocate(arch::TileId tile, const RegionRequest& request) {
  return allocate_common({&tile, 1}, request);
}

std::uint32_t MemoryPlanner::allocate_common(std::span<const arch::TileId> tiles,
                                             const RegionRequest& request) {
  std::uint64_t address = base_;
  for (const arch::TileId tile : tiles) address = std::max(address, tiles_[tile].top);
  address = align_up(address, request.alignment);
  for (const arch::TileId tile : tiles) place(tiles_[tile], address, request);
  return static_cast<std::uint32_t>(address);
}

std::uint32_t MemoryPlanner::next_address(arch::TileId tile, std::uint32_t alignment) const {
  return static_cast<std::uint32_t>(align_up(tiles_[tile].top, alignment));
}

// The lowest of equal ones.
const MemoryPlanner::Tile& MemoryPlanner::largest_tile() const {
  return *std::max_element(tiles_.begin(), tiles_.end(),
                           [](const Tile& a, const Tile& b) { return a.top < b.top; });
}

void MemoryPlanner::refuse(const Tile& tile) const {
  std::vector<DoesNotFit::Tensor> largest;
  for (const Region& region : tile.regions) {
    if (region.category == arch::MemoryCategory::kPadding) continue;
    largest.push_back({labels_.names()[region.name], region.bytes});
  }
  std::stable_sort(largest.begin(), largest.end(),
                   [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
  largest.resize(std::min<std::size_t>(largest.size(), 5));
  throw DoesNotFit(static_cast<arch::TileId>(&tile - tiles_.data()), tile.top - base_, budget_,
                   std::move(largest));
}

void MemoryPlanner::check_addressable() const {
  const Tile& tile = largest_tile();
  if (tile.top > std::numeric_limits<std::uint32_t>::max()) refuse(tile);
}

void MemoryPlanner::check_fit() const {
  const Tile& tile = largest_tile();
  if (tile.top - base_ > budget_) refuse(tile);
}

std::vector<arch::MemoryRegion> MemoryPlanner::regions(arch::TileId tile) const {
  std::vector<arch::MemoryRegion> result;
  result.reserve(tiles_[tile].regions.size());
  for (const Region& region : tiles_[tile].regions) {
    result.push_back({region.name, region.category, static_cast<std::uint32_t>(region.address),
                      static_cast<std::uint32_t>(region.bytes)});
  }
  return result;
}

}  // namespace bspike::kernels
