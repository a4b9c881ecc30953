// Owns the memory map of every tile while it is made: named regions, one behind the other.
// Contract: regions never overlap and gaps are regions of category padding; a common region has the
// same address on all its tiles; addresses mean something only if check_fit() returns.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"
#include "arch/program/image.hpp"
#include "kernels/memory/label_table.hpp"

namespace bspike::kernels {

struct RegionRequest {
  std::string name;
  arch::MemoryCategory category{};
  std::uint64_t bytes = 0;
  std::uint32_t alignment = 16;
};

class MemoryPlanner {
 public:
  MemoryPlanner(const arch::Machine& machine, LabelTable& labels);

  // Returns the address; a request of 0 bytes gets an address and no region.
  std::uint32_t allocate(arch::TileId tile, const RegionRequest& request);
  // One region on each tile of `tiles`, all at one address.
  std::uint32_t allocate_common(std::span<const arch::TileId> tiles, const RegionRequest& request);

  // Where the tile's next region with this alignment would begin.
  [[nodiscard]] std::uint32_t next_address(arch::TileId tile, std::uint32_t alignment) const;

  // Throws DoesNotFit if addresses of what is allocated so far exceed 32 bits.
  void check_addressable() const;
  // Throws DoesNotFit for the tile that needs most, if that is more than the machine has.
  void check_fit() const;
  [[nodiscard]] std::vector<arch::MemoryRegion> regions(arch::TileId tile) const;

 private:
  struct Region {
    std::uint32_t name;
    arch::MemoryCategory category;
    std::uint64_t address;
    std::uint64_t bytes;
  };
  struct Tile {
    std::uint64_t top;
    std::vector<Region> regions;
  };

  [[nodiscard]] const Tile& largest_tile() const;
  [[noreturn]] void refuse(const Tile& tile) const;
  void place(Tile& tile, std::uint64_t address, const RegionRequest& request);

  std::uint64_t base_;
  std::uint64_t budget_;
  LabelTable& labels_;
  std::vector<Tile> tiles_;
};

}  // namespace bspike::kernels
