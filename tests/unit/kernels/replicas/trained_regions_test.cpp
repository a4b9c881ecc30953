// Tests of the shares that replicas of a network update: every pair once, sizes a pair apart.
#include "kernels/replicas/trained_regions.hpp"

#include <gtest/gtest.h>

namespace bspike::kernels {
namespace {

TEST(Shares, CoverEveryPairOnce) {
  for (const std::uint32_t pairs : {0U, 1U, 5U, 7U, 64U, 65U})
    for (const std::uint32_t replicas : {1U, 2U, 3U, 7U, 32U}) {
      std::uint32_t next = 0;
      for (std::uint32_t replica = 0; replica < replicas; ++replica) {
        const PairRange share = share_of(pairs, replicas, replica);
        EXPECT_EQ(share.first, next);
        EXPECT_GE(share.count, pairs / replicas);
        EXPECT_LE(share.count, (pairs + replicas - 1) / replicas);
        next += share.count;
      }
      EXPECT_EQ(next, pairs);
    }
}

TEST(Shares, ByHand) {
  EXPECT_EQ(share_of(7, 3, 1).first, 2U);
  EXPECT_EQ(share_of(7, 3, 1).count, 2U);
  EXPECT_EQ(share_of(7, 3, 2).offset(), 32U);
  EXPECT_EQ(share_of(7, 3, 2).bytes(), 24U);
}

// Five words of two pairs by two replicas: two and three.
TEST(Shares, HoldWholeGrains) {
  EXPECT_EQ(share_of(10, 2, 0, 2).count, 4U);
  EXPECT_EQ(share_of(10, 2, 1, 2).first, 4U);
  EXPECT_EQ(share_of(10, 2, 1, 2).bytes(4), 24U);
}

}  // namespace
}  // namespace bspike::kernels
