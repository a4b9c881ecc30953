// Tests the sparse program's mapping rules against what the published program was seen to do, and
// by hand on small numbers.
#include "kernels/sparse/mapping_rules.hpp"

#include <gtest/gtest.h>

#include <set>

namespace bspike::kernels::sparse {
namespace {

constexpr std::uint32_t kTiles = 1472;
constexpr std::uint32_t kBatch = 48;

TEST(MappingRules, SliceableListsLieOnAsManyTilesAsWordsNeed) {
  EXPECT_EQ(sliceable(48 * 14, kTiles).tiles(), 672U);
  EXPECT_EQ(sliceable(48 * 72, kTiles).tiles(), 1152U);
  const Sliceable list = sliceable(48 * 146, kTiles);
  EXPECT_EQ(list.per_tile, 5U);
  EXPECT_EQ(list.tiles(), 1402U);
  EXPECT_EQ(list.words_on(1401), 7008U - 1401 * 5);
  EXPECT_EQ(list.words_on(1402), 0U);
  EXPECT_EQ(list.tile_of(4), 0U);
  EXPECT_EQ(list.tile_of(5), 1U);
}

TEST(MappingRules, ListsAreBuiltOnAsManyTilesAsPublished) {
  EXPECT_EQ(list_spread(1466), 4U);
  EXPECT_EQ(list_spread(978), 3U);
  EXPECT_EQ(list_spread(734), 2U);
  EXPECT_EQ(list_spread(588), 2U);
  EXPECT_EQ(list_spread(586), 2U);
  EXPECT_EQ(list_spread(10), 1U);
}

TEST(MappingRules, TwoHiddenLayersBuildListsOn864Tiles) {
  const std::uint64_t jobs = 48 * 2 * (4 + 4 + 1);
  std::set<std::uint32_t> tiles;
  for (std::uint64_t job = 0; job < jobs; ++job) tiles.insert(spread_tile(job, jobs, kTiles));
  EXPECT_EQ(tiles.size(), 864U);
  EXPECT_EQ(spread_tile(1, jobs, kTiles), 1U);       // 1.70
  EXPECT_EQ(spread_tile(863, jobs, kTiles), 1470U);  // 1470.3
}

TEST(MappingRules, FlagsAreSharedAsPublished) {
  std::uint32_t next = 0;
  for (std::uint32_t worker = 0; worker < 24; ++worker) {
    const Share share = even_share(1466, 24, worker);
    EXPECT_EQ(share.first, next);
    EXPECT_EQ(share.count, worker < 2 ? 62U : 61U);
    next += share.count;
  }
  EXPECT_EQ(next, 1466U);
}

TEST(MappingRules, SamplesAreSharedByTheirFloors) {
  // 7 samples on 3 workers: 0..2, 2..4, 4..7
  EXPECT_EQ(floor_share(7, 3, 0).count, 2U);
  EXPECT_EQ(floor_share(7, 3, 1).first, 2U);
  EXPECT_EQ(floor_share(7, 3, 2).count, 3U);
  for (std::uint32_t worker = 0; worker < 6; ++worker) {
    EXPECT_EQ(floor_share(kBatch, 6, worker).count, 8U);
  }
}

TEST(MappingRules, GroupsAreThePublishedOnes) {
  const Groups two = reduction_groups(733, kBatch);
  EXPECT_EQ(two.count, 30U);
  EXPECT_EQ(two.members(0), 24U);
  EXPECT_EQ(two.members(29), 37U);
  const Groups output = reduction_groups(5, kBatch);
  EXPECT_EQ(output.count, 1U);
  EXPECT_EQ(output.members(0), 5U);
  EXPECT_EQ(reduction_groups(489, kBatch).count, 20U);
  EXPECT_EQ(reduction_groups(488, kBatch).count, 20U);
  EXPECT_EQ(reduction_groups(366, kBatch).count, 15U);
  EXPECT_EQ(reduction_groups(293, kBatch).count, 12U);
}

TEST(MappingRules, ReductionTilesAreThePublishedOnes) {
  using Tiles = std::vector<std::uint32_t>;
  const auto tiles = [](const std::vector<ReductionLoad>& loads) {
    return reduction_tiles(loads, kTiles - 1);
  };
  EXPECT_EQ(tiles({{733, 146}, {5, 146}}), (Tiles{1444, 26}));
  EXPECT_EQ(tiles({{489, 96}, {488, 96}, {5, 96}}), (Tiles{726, 725, 18}));
  EXPECT_EQ(tiles({{367, 72}, {366, 72}, {366, 72}, {5, 72}}), (Tiles{485, 484, 484, 15}));
  EXPECT_EQ(tiles({{293, 58}, {293, 58}, {293, 58}, {293, 58}, {5, 58}}),
            (Tiles{364, 364, 364, 364, 14}));
}

TEST(MappingRules, EveryJobIsInItsTilesRange) {
  for (const std::uint64_t jobs : {1ULL, 7ULL, 40ULL, 1001ULL}) {
    for (const std::uint32_t tiles : {1U, 3U, 26U, 40U}) {
      std::uint64_t next = 0;
      for (std::uint32_t tile = 0; tile < tiles; ++tile) {
        const JobRange range = jobs_of_tile(tile, jobs, tiles);
        EXPECT_EQ(range.first, next);
        for (std::uint64_t job = range.first; job < range.end; ++job) {
          EXPECT_EQ(spread_tile(job, jobs, tiles), tile);
        }
        next = range.end;
      }
      EXPECT_EQ(next, jobs);
    }
  }
}

TEST(MappingRules, ChunksAreRoots) {
  EXPECT_EQ(stage_chunk(30), 6U);
  EXPECT_EQ(stage_chunk(20), 5U);
  EXPECT_EQ(stage_chunk(16), 4U);
}

}  // namespace
}  // namespace bspike::kernels::sparse
