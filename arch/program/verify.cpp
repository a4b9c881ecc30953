// Owns the gathering of breaches and the look-ups of the checks.
#include "arch/program/verify.hpp"

#include <algorithm>
#include <utility>

#include "arch/program/text_forms.hpp"

namespace bspike::arch {

ImageCheck::ImageCheck(const Image& checked, const Machine& target)
    : image(checked), machine(target), tile_images_(target.chip.tiles) {
  for (const TileImage& tile : image.tile_images)
    if (tile.tile < tile_images_.size()) tile_images_[tile.tile] = &tile;
}

void ImageCheck::breach(const std::string& where, const std::string& problem) {
  if (!full()) add(where, problem);
  ++breaches_;
}

void ImageCheck::throw_if_any() {
  if (breaches_ > kListed)
    add("image", "and " + std::to_string(breaches_ - kListed) + " breaches more");
  sink_.throw_if_any<base::CompileError>();
}

void ImageCheck::add(const std::string& where, const std::string& problem) {
  base::Diagnostic diagnostic;
  diagnostic.key_path = where;
  diagnostic.message = problem;
  sink_.add(std::move(diagnostic));
}

const TileImage* ImageCheck::tile_image(TileId tile) const {
  return tile < tile_images_.size() ? tile_images_[tile] : nullptr;
}

const TileProgram* ImageCheck::program_of(TileId tile) const {
  const TileImage* found = tile_image(tile);
  const bool has_program = found != nullptr && found->program < image.programs.size();
  return has_program ? &image.programs[found->program] : nullptr;
}

const MemoryRegion* ImageCheck::region_of(TileId tile, std::uint64_t address,
                                          std::uint64_t bytes) const {
  const TileImage* found = tile_image(tile);
  if (found == nullptr) return nullptr;
  // The last region that begins at or before the address.
  auto behind = std::upper_bound(
      found->regions.begin(), found->regions.end(), address,
      [](std::uint64_t wanted, const MemoryRegion& region) { return wanted < region.address; });
  if (behind == found->regions.begin()) return nullptr;
  const MemoryRegion& region = *--behind;
  const std::uint64_t end = std::uint64_t{region.address} + region.bytes;
  return address <= end && bytes <= end - address ? &region : nullptr;
}

bool ImageCheck::is_data_range(TileId tile, std::uint64_t address, std::uint64_t bytes) const {
  const MemoryRegion* region = region_of(tile, address, bytes);
  return region != nullptr && region->category != MemoryCategory::kCode &&
         region->category != MemoryCategory::kReserved;
}

const std::vector<TileId>& ImageCheck::group_or_none(std::uint32_t group) const {
  static const std::vector<TileId> none;
  return group < image.groups.size() ? image.groups[group] : none;
}

std::string ImageCheck::range_text(TileId tile, std::uint64_t address, std::uint64_t bytes) const {
  return std::to_string(bytes) + " bytes at " + hex(address) + " of tile " + std::to_string(tile);
}

}  // namespace bspike::arch
