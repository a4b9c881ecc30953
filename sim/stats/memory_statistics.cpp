// Owns the sums over memory regions.
#include "sim/stats/memory_statistics.hpp"

namespace bspike::sim {

namespace {

MemoryRow row_of(const arch::TileImage& tile, std::uint64_t reserved_bytes) {
  MemoryRow row;
  row.tile = tile.tile;
  for (const arch::MemoryRegion& region : tile.regions)
    row.by_category[std::string(arch::key(region.category))] += region.bytes;
  // The loader's share belongs to each tile's budget, whether or not its map names it.
  row.by_category.try_emplace(std::string(arch::key(arch::MemoryCategory::kReserved)),
                              reserved_bytes);
  for (const auto& [category, bytes] : row.by_category) row.total_bytes += bytes;
  return row;
}

}  // namespace

void write_memory_statistics(const arch::Image& image, const arch::Machine& machine,
                             RunResult& result) {
  result.memory_budget_bytes = machine.sram.bytes;
  for (const arch::TileImage& tile : image.tile_images)
    result.memory.push_back(row_of(tile, machine.sram.reserved_bytes));
}

}  // namespace bspike::sim
