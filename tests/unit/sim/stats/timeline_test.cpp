// Tests the timeline against schedules worked out on paper.
#include "sim/stats/timeline.hpp"

#include <gtest/gtest.h>

#include "arch/base/random.hpp"

namespace bspike::sim {
namespace {

struct Recorder final : SuperstepSink {
  std::vector<SuperstepRecord> records;
  void complete(const SuperstepRecord& record) override { records.push_back(record); }
};

std::uint64_t sum(const TileTimes& tile) {
  return tile.compute_cycles + tile.wait_cycles + tile.sync_cycles + tile.exchange_cycles;
}

// Two tiles, released 30 and 35 cycles after the last arrival.
//   superstep 0: compute 100 (tile 0), 60 (tile 1): last arrival 100, tile 0 is critical.
//     releases 130, 135; exchange 10 and 40: ready 140, 175.
//   superstep 1: compute 50, 20: arrivals 190, 195: tile 1 is critical.
//     releases 225, 230; no exchange. The run ends at 230.
// Critical path: 100 compute; 35 sync + 40 exchange of tile 1; 20 compute; 35 sync of tile 1.
TEST(Timeline, TwoSuperstepsOnPaper) {
  Recorder recorder;
  Timeline timeline(2, {0, 1}, {30, 35}, recorder);
  EXPECT_EQ(timeline.arrive({}, std::vector<TileCompute>{{0, 100, 7}, {1, 60, 7}}), 100u);
  EXPECT_EQ(timeline.release(), 130u);
  EXPECT_EQ(timeline.exchange(std::vector<ExchangeTime>{{0, 10}, {1, 40}}), 175u);
  EXPECT_TRUE(recorder.records.empty());  // its sync and exchange depend on the next critical tile
  EXPECT_EQ(timeline.arrive({}, std::vector<TileCompute>{{0, 50, 7}, {1, 20, 7}}), 195u);
  EXPECT_EQ(timeline.release(), 225u);
  EXPECT_EQ(timeline.exchange({}), 230u);
  EXPECT_EQ(timeline.finish(), 230u);

  ASSERT_EQ(recorder.records.size(), 2u);
  const SuperstepRecord& first = recorder.records[0];
  EXPECT_EQ(first.start_cycle, 0u);
  EXPECT_EQ(first.critical_tile, 0u);
  EXPECT_EQ(first.compute_cycles, 100u);
  EXPECT_EQ(first.launch_cycles, 7u);
  EXPECT_EQ(first.sync_cycles, 35u);
  EXPECT_EQ(first.exchange_cycles, 40u);
  EXPECT_EQ(first.wait_cycles, 40u);  // of tile 1
  const SuperstepRecord& second = recorder.records[1];
  EXPECT_EQ(second.start_cycle, 175u);
  EXPECT_EQ(second.critical_tile, 1u);
  EXPECT_EQ(second.compute_cycles, 20u);
  EXPECT_EQ(second.sync_cycles, 35u);
  EXPECT_EQ(second.exchange_cycles, 0u);
  EXPECT_EQ(second.wait_cycles, 5u);  // of tile 0

  const TileTimes& tile = timeline.tiles()[0];
  EXPECT_EQ(tile.compute_cycles, 150u);
  EXPECT_EQ(tile.wait_cycles, 0u + 5u + 5u);  // the last 5: ready at 225, the run ends at 230
  EXPECT_EQ(tile.sync_cycles, 60u);
  EXPECT_EQ(tile.exchange_cycles, 10u);
  EXPECT_EQ(sum(tile), 230u);
  EXPECT_EQ(sum(timeline.tiles()[1]), 230u);
}

TEST(Timeline, TheLowestTileIsCriticalOnATie) {
  Recorder recorder;
  Timeline timeline(3, {0, 1, 2}, {1, 1, 1}, recorder);
  (void)timeline.arrive({}, std::vector<TileCompute>{{0, 4, 0}, {1, 9, 0}, {2, 9, 0}});
  (void)timeline.release();
  (void)timeline.exchange({});
  (void)timeline.finish();
  EXPECT_EQ(recorder.records.at(0).critical_tile, 1u);
}

TEST(Timeline, IdleTilesCostNothing) {
  Recorder recorder;
  Timeline timeline(2, {0}, {30, 1000}, recorder);
  (void)timeline.arrive({}, std::vector<TileCompute>{{0, 5, 0}});
  (void)timeline.release();
  EXPECT_EQ(timeline.exchange({}), 35u);
  EXPECT_EQ(timeline.finish(), 35u);
  EXPECT_FALSE(timeline.tiles()[1].active);
  EXPECT_EQ(sum(timeline.tiles()[1]), 0u);
}

// A repeat's trip counts before the superstep it belongs to, as a part of launch.
TEST(Timeline, RepeatTripsAreLaunchCycles) {
  Recorder recorder;
  Timeline timeline(2, {0, 1}, {30, 30}, recorder);
  timeline.charge(std::vector<arch::TileId>{1}, 14);
  EXPECT_EQ(timeline.arrive({}, std::vector<TileCompute>{{0, 5, 1}, {1, 5, 1}}), 19u);
  (void)timeline.release();
  (void)timeline.exchange({});
  timeline.charge(std::vector<arch::TileId>{0}, 14);
  EXPECT_EQ(timeline.finish(), 19u + 30 + 14);
  EXPECT_EQ(timeline.tail_cycles(), 14u);
  EXPECT_EQ(recorder.records.at(0).launch_cycles, 15u);
  EXPECT_EQ(timeline.tiles()[0].launch_cycles, 15u);
}

TEST(Timeline, NoActiveTileMeansNoTime) {
  Recorder recorder;
  Timeline timeline(4, {}, {1, 1, 1, 1}, recorder);
  EXPECT_EQ(timeline.arrive({}, {}), 0u);
  EXPECT_EQ(timeline.release(), 0u);
  EXPECT_EQ(timeline.exchange({}), 0u);
  EXPECT_EQ(timeline.finish(), 0u);
  EXPECT_EQ(recorder.records.size(), 1u);
}

// The identity of every tile, and of the critical path, over random schedules.
TEST(Timeline, EveryCycleIsAccountedFor) {
  constexpr std::uint32_t kTiles = 23, kSupersteps = 50;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto draw = [&](auto... index) { return arch::base::random_bits(seed, index...) % 97; };
    Recorder recorder;
    std::vector<arch::TileId> active;
    std::vector<std::uint64_t> sync;
    for (arch::TileId tile = 0; tile < kTiles; ++tile) {
      if (draw(1, tile) > 30) active.push_back(tile);
      sync.push_back(draw(2, tile));
    }
    Timeline timeline(kTiles, active, sync, recorder);
    for (std::uint32_t superstep = 0; superstep < kSupersteps; ++superstep) {
      std::vector<TileCompute> work;
      std::vector<ExchangeTime> exchange;
      for (const arch::TileId tile : active) {
        if (draw(3, superstep, tile) > 40) work.push_back({tile, draw(4, superstep, tile), 0});
        if (draw(5, superstep, tile) > 40) exchange.push_back({tile, draw(6, superstep, tile)});
      }
      (void)timeline.arrive({}, work);
      (void)timeline.release();
      (void)timeline.exchange(exchange);
    }
    const std::uint64_t total = timeline.finish();
    for (const arch::TileId tile : active) EXPECT_EQ(sum(timeline.tiles()[tile]), total);
    std::uint64_t cycle = 0;
    for (const SuperstepRecord& record : recorder.records) {
      EXPECT_EQ(record.start_cycle, cycle);
      cycle += record.compute_cycles + record.sync_cycles + record.exchange_cycles;
    }
    EXPECT_EQ(cycle, total);
  }
}

}  // namespace
}  // namespace bspike::sim
