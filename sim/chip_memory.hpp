// Owns the SRAM of all tiles: one lazily mapped region, so that a chip costs what it touches.
// Contract: bytes that nothing wrote read as 0; a range outside a tile's SRAM throws out_of_range.
#pragma once

#include <cstddef>
#include <cstdint>

#include "arch/program/image.hpp"
#include "sim/engine/executor.hpp"

namespace bspike::sim {

class ChipMemory {
 public:
  ChipMemory(std::uint32_t tiles, std::uint32_t base_address, std::uint32_t tile_bytes);
  ~ChipMemory();
  ChipMemory(const ChipMemory&) = delete;
  ChipMemory& operator=(const ChipMemory&) = delete;

  [[nodiscard]] TileMemory tile(arch::TileId tile) const;
  [[nodiscard]] std::byte* range(arch::TileId tile, std::uint32_t address,
                                 std::uint64_t bytes) const;
  void write_word(arch::TileId tile, std::uint32_t address, std::uint32_t value) const;
  void load(const arch::Image& image) const;  // all data segments

 private:
  std::uint32_t tiles_;
  std::uint32_t base_address_;
  std::uint32_t tile_bytes_;
  std::size_t stride_bytes_;
  std::byte* region_ = nullptr;
};

}  // namespace bspike::sim
