// Owns the check of memory maps and initial data: regions inside tile memory, sorted and disjoint,
// code first and long enough, data inside data regions and disjoint.
#include <algorithm>

#include "arch/program/text_forms.hpp"
#include "arch/program/verify.hpp"

namespace bspike::arch {

namespace {

std::string region_text(const ImageCheck& check, const MemoryRegion& region) {
  return "region '" + label_text(check.image, region.name) + "' (" + std::to_string(region.bytes) +
         " bytes at " + hex(region.address) + ")";
}

void check_region(ImageCheck& check, const std::string& where, const MemoryRegion& region) {
  const SramSection& sram = check.machine.sram;
  const std::uint64_t end = std::uint64_t{region.address} + region.bytes;
  const std::uint64_t sram_end = sram.base_address + sram.bytes;
  if (region.name >= check.image.labels.size())
    check.breach(where, region_text(check, region) + " has no label");
  if (region.address < sram.base_address || end > sram_end)
    check.breach(where, region_text(check, region) + " leaves tile memory, " +
                            hex(sram.base_address) + " to " + hex(sram_end));
  else if (region.category != MemoryCategory::kReserved && end > sram_end - sram.reserved_bytes)
    check.breach(where, region_text(check, region) + " reaches into the loader's reserve at " +
                            hex(sram_end - sram.reserved_bytes));
}

void check_code_region(ImageCheck& check, const std::string& where, const TileImage& tile) {
  const TileProgram* program = check.program_of(tile.tile);
  if (program == nullptr) return check.breach(where, "runs a program that the image does not have");
  if (tile.regions.empty() || tile.regions.front().category != MemoryCategory::kCode)
    return check.breach(where, "has a program, but its first region is not code");
  const MemoryRegion& code = tile.regions.front();
  if (code.address % 8 != 0) check.breach(where, "code does not begin at a multiple of 8");
  if (code.bytes < program->code_bytes())
    check.breach(where, "the code region has " + std::to_string(code.bytes) +
                            " bytes, the program " + std::to_string(program->code_bytes()));
}

void check_regions(ImageCheck& check, const std::string& where, const TileImage& tile) {
  std::uint64_t end = 0;
  for (const MemoryRegion& region : tile.regions) {
    check_region(check, where, region);
    if (region.address < end)
      check.breach(where, region_text(check, region) + " overlaps or precedes the one before");
    end = std::uint64_t{region.address} + region.bytes;
  }
  if (tile.program != kNoIndex) check_code_region(check, where, tile);
}

void check_data(ImageCheck& check, const std::string& where, const TileImage& tile) {
  std::vector<DataSegment> segments = tile.data;
  std::sort(segments.begin(), segments.end(),
            [](const DataSegment& a, const DataSegment& b) { return a.address < b.address; });
  std::uint64_t end = 0;
  for (const DataSegment& segment : segments) {
    const std::string text = check.range_text(tile.tile, segment.address, segment.bytes);
    if (!check.is_data_range(tile.tile, segment.address, segment.bytes))
      check.breach(where, "initial data, " + text + ", lie in no data region");
    if (segment.address < end) check.breach(where, "initial data, " + text + ", overlap others");
    if (segment.data > check.image.data.size() ||
        segment.bytes > check.image.data.size() - segment.data)
      check.breach(where, "initial data, " + text + ", are not in the image");
    end = std::uint64_t{segment.address} + segment.bytes;
  }
}

}  // namespace

void check_memory(ImageCheck& check) {
  const TileImage* before = nullptr;
  for (const TileImage& tile : check.image.tile_images) {
    const std::string where = "tile " + std::to_string(tile.tile);
    if (tile.tile >= check.machine.chip.tiles)
      check.breach(where, "is beyond the chip");
    else if (before != nullptr && tile.tile <= before->tile)
      check.breach(where, "follows tile " + std::to_string(before->tile) + ": not ascending");
    else {
      check_regions(check, where, tile);
      check_data(check, where, tile);
    }
    before = &tile;
  }
}

}  // namespace bspike::arch
