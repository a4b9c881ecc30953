// Owns the lazily mapped region behind all tiles.
#include "sim/chip_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <system_error>

namespace bspike::sim {

namespace {

std::size_t round_to_pages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

std::byte* map_region(std::size_t bytes) {
  void* region = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (region == MAP_FAILED)
    throw std::system_error(errno, std::generic_category(),
                            "cannot map " + std::to_string(bytes) + " bytes of tile memory");
  return static_cast<std::byte*>(region);
}

}  // namespace

ChipMemory::ChipMemory(std::uint32_t tiles, std::uint32_t base_address, std::uint32_t tile_bytes)
    : tiles_(tiles),
      base_address_(base_address),
      tile_bytes_(tile_bytes),
      stride_bytes_(round_to_pages(tile_bytes)) {
  if (tiles_ > 0 && stride_bytes_ > 0) region_ = map_region(tiles_ * stride_bytes_);
}

ChipMemory::~ChipMemory() {
  if (region_ != nullptr) ::munmap(region_, tiles_ * stride_bytes_);
}

TileMemory ChipMemory::tile(arch::TileId tile) const {
  return {region_ + tile * stride_bytes_, base_address_, tile_bytes_};
}

std::byte* ChipMemory::range(arch::TileId tile, std::uint32_t address, std::uint64_t bytes) const {
  const std::uint64_t offset = std::uint64_t{address} - base_address_;
  if (tile >= tiles_ || address < base_address_ || bytes > tile_bytes_ ||
      offset > tile_bytes_ - bytes)
    throw std::out_of_range("tile " + std::to_string(tile) + ": " + std::to_string(bytes) +
                            " bytes at address " + std::to_string(address) +
                            " are outside its memory");
  return region_ + tile * stride_bytes_ + offset;
}

void ChipMemory::write_word(arch::TileId tile, std::uint32_t address, std::uint32_t value) const {
  std::memcpy(range(tile, address, sizeof value), &value, sizeof value);
}

void ChipMemory::load(const arch::Image& image) const {
  for (const arch::TileImage& tile : image.tile_images)
    for (const arch::DataSegment& segment : tile.data)
      if (segment.bytes > 0)
        std::memcpy(range(tile.tile, segment.address, segment.bytes),
                    image.data.data() + segment.data, segment.bytes);
}

}  // namespace bspike::sim
