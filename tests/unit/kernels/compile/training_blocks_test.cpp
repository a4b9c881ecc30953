// Tests received blocks and segment tables against layouts worked out by hand.
#include "kernels/training_blocks.hpp"

#include <gmock/gmock.h>

namespace bspike::kernels {
namespace {

using ::testing::ElementsAre;

// Slices of 4, 4, 2 and 1 neurons, batch 3. A sample of a pair takes 8 bytes, so blocks take 48,
// 48, 24 and 24 bytes and begin at 0, 48, 96, 120; rows 0, 4, 8, 10, a row of a plane taking 8
// bytes.
TEST(Blocks, EqualBlocksInARowAreOneSegment) {
  const std::vector<Slice> slices{{0, 0, 4, 0}, {0, 4, 4, 1}, {0, 8, 2, 2}, {0, 10, 1, 3}};
  const Blocks blocks = blocks_of(slices, 3, 2);
  EXPECT_EQ(blocks.rows, 12U);
  EXPECT_EQ(blocks.bytes, 144U);
  EXPECT_THAT(blocks.offsets, ElementsAre(0, 48, 96, 120));
  EXPECT_THAT(blocks.segments, ElementsAre(ElementsAre(2, 48, 32, 2, 8, 16, 0, 0),
                                           // the two blocks are the longer loop, so the inner one
                                           ElementsAre(1, 8, 16, 2, 24, 16, 96, 64)));
}

TEST(Blocks, OneSliceIsOneLoopOverItsPairs) {
  const std::vector<Slice> slices{{0, 0, 9, 0}};
  EXPECT_THAT(blocks_of(slices, 2, 2).segments,
              ElementsAre(ElementsAre(1, 80, 80, 5, 8, 16, 0, 0)));
}

}  // namespace
}  // namespace bspike::kernels
