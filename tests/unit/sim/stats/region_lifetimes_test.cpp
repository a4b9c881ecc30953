// Tests lifetimes of regions on an image made by hand.
#include "sim/stats/region_lifetimes.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/support/machines.hpp"

namespace bspike::sim {
namespace {

using arch::MemoryCategory;
using arch::ScheduleKind;

constexpr std::uint32_t kBase = 0x4c000;
constexpr std::uint32_t kVertex = kBase + 0x100;  // argument blocks
constexpr std::uint32_t kWeights = kBase + 0x200, kState = kBase + 0x300, kSent = kBase + 0x400,
                        kReceived = kBase + 0x500, kUnused = kBase + 0x600;

// Tile 0; program: host_in -> 2 x (a: reads state | b: sends kSent to itself's kReceived) -> c:
// reads state and, through a table, kReceived.
struct Sample {
  arch::Machine machine = tests::c600_like_machine();
  arch::Image image;

  Sample() {
    image.sram_base = kBase;
    image.sram_bytes = 0x1000;
    image.labels = {"arguments", "weights", "state", "sent", "received", "unused", "forward", "a"};
    image.groups = {{0}};
    add_memory();
    add_compute();
    image.exchanges.push_back({"move", {{0, 0, kSent, kReceived, 8, 0, 0}}});
    image.streams.push_back({"input", true, {{0, kSent, 8}}});
    add_schedule();
  }

  void add_memory() {
    arch::TileImage tile;
    tile.regions = {{0, MemoryCategory::kVertexState, kVertex, 0x40},
                    {1, MemoryCategory::kWeights, kWeights, 100},
                    {2, MemoryCategory::kNeuronState, kState, 60},
                    {3, MemoryCategory::kExchangeBuffer, kSent, 40},
                    {4, MemoryCategory::kExchangeBuffer, kReceived, 20},
                    {5, MemoryCategory::kHistory, kUnused, 10}};
    // Block of a and b: address inside the state; of c: the state, and a table with kReceived.
    const std::vector<std::uint32_t> words = {kState + 4, 7, kState, kVertex + 16, kReceived, 3};
    image.data.resize(words.size() * 4);
    std::memcpy(image.data.data(), words.data(), image.data.size());
    tile.data = {{kVertex, static_cast<std::uint32_t>(image.data.size()), 0}};
    image.tile_images = {tile};
  }

  void add_compute() {
    arch::ComputeSet first, last;
    first.work.push_back({0, kVertex + 0x20, {{0, kVertex, true}}});
    last.work.push_back({0, kVertex + 0x28, {{0, kVertex + 8, true}}});
    image.compute_sets = {first, last};
  }

  static arch::ScheduleNode node(ScheduleKind kind, std::vector<std::uint32_t> children = {}) {
    arch::ScheduleNode made;
    made.kind = kind;
    made.children = std::move(children);
    return made;
  }

  void add_schedule() {
    auto& nodes = image.step.nodes;
    nodes = {node(ScheduleKind::kSequence, {1, 2, 6}),
             node(ScheduleKind::kHostIn),
             node(ScheduleKind::kRepeat, {3}),
             node(ScheduleKind::kSequence, {4, 5}),
             node(ScheduleKind::kSuperstep),
             node(ScheduleKind::kSuperstep),
             node(ScheduleKind::kSuperstep)};
    nodes[1].stream = 0;
    nodes[2].count = 2;
    nodes[4].compute_set = 0;
    nodes[4].phase_label = 6;
    nodes[4].kind_label = 7;
    nodes[5].exchange = 0;
    nodes[6].compute_set = 1;
  }

  [[nodiscard]] RegionLifetimes lives() const { return region_lifetimes(image, machine, 0); }
};

RegionLife named(const RegionLifetimes& lives, const std::string& name) {
  for (const RegionLife& region : lives.regions)
    if (region.name == name) return region;
  ADD_FAILURE() << "no region " << name;
  return {};
}

void expect_range(const RegionLife& life, std::uint64_t first, std::uint64_t last) {
  EXPECT_FALSE(life.always) << life.name;
  EXPECT_EQ(life.first, first) << life.name;
  EXPECT_EQ(life.last, last) << life.name;
}

TEST(RegionLifetimes, PointsAreTheScheduleInOrder) {
  const RegionLifetimes lives = Sample().lives();
  ASSERT_EQ(lives.points.size(), 4u);
  EXPECT_EQ(lives.points[0].phase, "host_in");
  EXPECT_EQ(lives.points[0].kind, "input");
  EXPECT_EQ(lives.points[1].phase, "forward");
  EXPECT_EQ(lives.points[1].kind, "a");
  EXPECT_EQ(lives.points[1].trips, 2u);
  EXPECT_EQ(lives.points[3].trips, 1u);
}

TEST(RegionLifetimes, RunFromFirstToLastUseThroughLoopsTheyCross) {
  const RegionLifetimes lives = Sample().lives();
  expect_range(named(lives, "state"), 1, 3);     // the loop's first superstep, and behind the loop
  expect_range(named(lives, "sent"), 0, 2);      // into the loop
  expect_range(named(lives, "received"), 1, 3);  // made in the loop, for all of it, read behind it
}

TEST(RegionLifetimes, WhatIsKeptOrShowsNoUseLivesAlways) {
  const RegionLifetimes lives = Sample().lives();
  for (const char* name : {"weights", "arguments", "unused", "reserved"}) {
    const RegionLife life = named(lives, name);
    EXPECT_TRUE(life.always) << name;
    EXPECT_EQ(life.first, 0u) << name;
    EXPECT_EQ(life.last, 3u) << name;
  }
}

TEST(RegionLifetimes, LiveBytesAndPeakAddUp) {
  const RegionLifetimes lives = Sample().lives();
  const std::uint64_t always = 64 + 100 + 10 + 0x450;
  EXPECT_EQ(lives.points[0].live_bytes, always + 40);
  EXPECT_EQ(lives.points[1].live_bytes, always + 40 + 60 + 20);
  EXPECT_EQ(lives.points[3].live_bytes, always + 60 + 20);
  EXPECT_EQ(lives.peak_bytes, always + 120);
  EXPECT_EQ(lives.peak_point, 1u);
}

TEST(RegionLifetimes, ABufferInsideOneTripLivesForItsSupersteps) {
  Sample sample;
  sample.image.step.nodes[1].stream = arch::kNoIndex;
  sample.image.step.nodes[0].children = {2, 6};
  expect_range(named(sample.lives(), "sent"), 1, 1);
}

TEST(RegionLifetimes, SmallRegionsBeyondTheLimitAreOneRow) {
  Sample sample;
  auto& regions = sample.image.tile_images[0].regions;
  for (std::uint32_t i = 0; i < 2 * kLifetimeRegions; ++i)
    regions.push_back({5, MemoryCategory::kHistory, kUnused + 0x10 + i, 1});
  const RegionLifetimes lives = sample.lives();
  ASSERT_EQ(lives.regions.size(), kLifetimeRegions);
  std::uint64_t bytes = 0;
  for (const RegionLife& region : lives.regions) bytes += region.bytes;
  EXPECT_EQ(bytes, 64 + 100 + 60 + 40 + 20 + 10 + 0x450 + 2 * kLifetimeRegions);
}

TEST(RegionLifetimes, LongSchedulesShareAPointBetweenNeighbours) {
  Sample sample;
  auto& children = sample.image.step.nodes[0].children;
  children = {1};
  children.insert(children.end(), 2 * kLifetimePoints - 1, 6);  // c, again and again
  const RegionLifetimes lives = sample.lives();
  ASSERT_EQ(lives.points.size(), kLifetimePoints);
  EXPECT_EQ(lives.points[0].phase, "host_in");
  EXPECT_EQ(lives.points[0].trips, 2u);
  expect_range(named(lives, "state"), 0, kLifetimePoints - 1);
}

TEST(RegionLifetimes, ATileWithoutMemoryHasNoRegions) {
  const Sample sample;
  EXPECT_TRUE(region_lifetimes(sample.image, sample.machine, 5).regions.empty());
}

}  // namespace
}  // namespace bspike::sim
