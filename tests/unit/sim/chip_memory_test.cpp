// Tests the chip's memory: addresses, limits, laziness.
#include "sim/chip_memory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstring>
#include <stdexcept>

namespace bspike::sim {
namespace {

TEST(ChipMemory, TilesDoNotShareBytes) {
  const ChipMemory memory(3, 0x1000, 100);
  memory.write_word(1, 0x1000 + 96, 0xffffffff);
  for (const arch::TileId tile : {0u, 2u})
    for (std::uint32_t address = 0x1000; address < 0x1000 + 100; address += 4)
      EXPECT_EQ(std::memcmp(memory.range(tile, address, 4), "\0\0\0\0", 4), 0);
}

TEST(ChipMemory, RangesEndWhereTheTileEnds) {
  const ChipMemory memory(2, 0x1000, 100);
  EXPECT_NO_THROW((void)memory.range(1, 0x1000, 100));
  EXPECT_NO_THROW((void)memory.range(1, 0x1000 + 96, 4));
  EXPECT_THROW((void)memory.range(1, 0x1000 + 97, 4), std::out_of_range);
  EXPECT_THROW((void)memory.range(1, 0xfff, 4), std::out_of_range);
  EXPECT_THROW((void)memory.range(1, 0x1000, 101), std::out_of_range);
  EXPECT_THROW((void)memory.range(2, 0x1000, 4), std::out_of_range);
}

// A full chip is 897 MiB; mapping it and writing one word a tile costs a page each, 6 MiB.
TEST(ChipMemory, AFullChipCostsWhatItTouches) {
  const ChipMemory memory(1472, 0x4c000, 624 * 1024);
  for (arch::TileId tile = 0; tile < 1472; ++tile) memory.write_word(tile, 0x4c000, tile);
  rusage usage{};
  ASSERT_EQ(getrusage(RUSAGE_SELF, &usage), 0);
  EXPECT_LT(usage.ru_maxrss, 300 * 1024);  // KiB
}

TEST(ChipMemory, LoadsDataSegments) {
  arch::Image image;
  image.data = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  image.tile_images.push_back({1, arch::kNoIndex, {}, {{0x1010, 2, 2}}});
  const ChipMemory memory(2, 0x1000, 100);
  memory.load(image);
  EXPECT_EQ(memory.range(1, 0x1010, 2)[0], std::byte{3});
  EXPECT_EQ(memory.range(1, 0x1010, 2)[1], std::byte{4});
}

}  // namespace
}  // namespace bspike::sim
