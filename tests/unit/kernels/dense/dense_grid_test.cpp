// Tests how products are cut over tiles: every block once, within the tiles, in three dimensions.
#include "kernels/dense/dense_grid.hpp"

#include <gtest/gtest.h>

namespace bspike::kernels::dense {
namespace {

void expect_covers(const std::vector<Range>& parts, std::uint32_t elements) {
  std::uint32_t next = 0;
  for (const Range& part : parts) {
    EXPECT_EQ(part.first, next);
    EXPECT_GT(part.count, 0U);
    next += part.count;
  }
  EXPECT_EQ(next, blocks_in(elements));
}

TEST(DenseGrid, PartsAreEvenAndTheLargerOnesFirst) {
  const std::vector<Range> parts = split_blocks(7, 3);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(parts[0].count, 3U);
  EXPECT_EQ(parts[1].first, 3U);
  EXPECT_EQ(parts[2].first, 5U);
  EXPECT_EQ(parts[2].count, 2U);
}

TEST(DenseGrid, EveryBlockIsInOnePart) {
  for (const ProductSize& size : {ProductSize{1, 1, 1}, ProductSize{5, 37, 50},
                                  ProductSize{128, 784, 1000}, ProductSize{300, 17, 16}}) {
    for (const std::uint32_t tiles : {1U, 3U, 7U, 1472U}) {
      for (const bool training : {false, true}) {
        const Grid grid = choose_grid(size, tiles, {.inputs_a_pass = 8, .training = training});
        expect_covers(grid.samples, size.samples);
        expect_covers(grid.inputs, size.inputs);
        expect_covers(grid.outputs, size.outputs);
        EXPECT_LE(grid.tiles(), tiles);
      }
    }
  }
}

// 21 samples in units of 8 are 3 units; two parts have 2 and 1 of them, and the last is not full.
TEST(DenseGrid, SamplesAreCutInWholeUnits) {
  const std::vector<Range> two = split_samples(21, 8, 2);
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two[0].count, 16U);
  EXPECT_EQ(two[1].first, 16U);
  EXPECT_EQ(two[1].count, 5U);
  EXPECT_EQ(split_samples(21, 8, 100).size(), 3U);
  EXPECT_EQ(split_samples(21, 8, 0).size(), 1U);
  EXPECT_EQ(split_samples(128, 8, 23).size(), 16U);
}

TEST(DenseGrid, RangesInCommon) {
  EXPECT_EQ(common_range({2, 6}, {4, 10}).first, 4U);
  EXPECT_EQ(common_range({2, 6}, {4, 10}).count, 4U);
  EXPECT_EQ(common_range({0, 4}, {4, 4}).count, 0U);
  EXPECT_EQ(common_range({9, 2}, {0, 3}).count, 0U);
}

TEST(DenseGrid, OneBlockTakesOneTile) { EXPECT_EQ(choose_grid({16, 16, 16}, 40, {}).tiles(), 1U); }

TEST(DenseGrid, LargeProductsAreCutInAllThreeDimensions) {
  const Grid grid = choose_grid({512, 784, 1000}, 1472, {.training = true});
  EXPECT_GT(grid.samples.size(), 1U);
  EXPECT_GT(grid.inputs.size(), 1U);
  EXPECT_GT(grid.outputs.size(), 1U);
  EXPECT_GT(grid.tiles(), 500U);
}

}  // namespace
}  // namespace bspike::kernels::dense
