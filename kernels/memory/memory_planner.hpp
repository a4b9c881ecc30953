// Owns the memory map of every tile while it is made: named regions, one behind the other from the
// start of the memory, and those for wide accesses from its end down.
// Contract: regions never overlap and gaps are regions of category padding; a common region has the
// same address on all its tiles; addresses mean something only if check_fit() returns.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"
#include "arch/program/image.hpp"
#include "kernels/memory/label_table.hpp"

namespace bspike::kernels {

// Both halves of a 128-bit access lie in different elements only in interleaved memory.
enum class MemoryKind : int { kStandard, kInterleaved };

struct RegionRequest {
  std::string name;
  arch::MemoryCategory category{};
  std::uint64_t bytes = 0;
  std::uint32_t alignment = 16;
  // Interleaved memory is taken while there is room in it, then standard memory.
  MemoryKind kind = MemoryKind::kStandard;
};

class MemoryPlanner {
 public:
  MemoryPlanner(const arch::Machine& machine, LabelTable& labels);

  // Returns the address; a request of 0 bytes gets an address and no region.
  std::uint32_t allocate(arch::TileId tile, const RegionRequest& request);
  // One region on each tile of `tiles`, all at one address.
  std::uint32_t allocate_common(std::span<const arch::TileId> tiles, const RegionRequest& request);

  // The regions of `tiles` on those `distance` further on, which have none, too.
  void repeat(std::span<const arch::TileId> tiles, std::uint32_t distance);

  // Where the tile's next region in standard memory with this alignment would begin.
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
    std::uint64_t top;     // end of what grows up
    std::uint64_t bottom;  // start of what grows down
    std::vector<Region> up, down;
  };

  [[nodiscard]] std::uint64_t used(const Tile& tile) const;
  [[nodiscard]] const Tile& largest_tile() const;
  [[noreturn]] void refuse(const Tile& tile) const;
  [[nodiscard]] Region padding(std::uint64_t from, std::uint64_t to);
  void place(Tile& tile, std::uint64_t address, const RegionRequest& request);
  void place_down(Tile& tile, std::uint64_t address, const RegionRequest& request);
  [[nodiscard]] std::optional<std::uint64_t> interleaved_address(
      std::span<const arch::TileId> tiles, const RegionRequest& request) const;

  std::uint64_t base_;
  std::uint64_t budget_;
  std::uint64_t interleaved_start_;
  LabelTable& labels_;
  std::vector<Tile> tiles_;
};

}  // namespace bspike::kernels
