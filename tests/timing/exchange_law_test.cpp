// Tests the exchange law against cycles counted by hand, on tiles of the C600 grid:
//   tile   row column half lane      L, by the route law
//   0       0    0     0    0        1 -> 0: 1 (turn) + 1 (near half) + 21          = 23
//   1       0    0     0    1        0 -> 1: 1 + 2 + 21                             = 24
//   2       1    0     0    0        2 -> 0: 2 (climb) + 1 + 1 + 21                 = 25
//   780    22    8     0    0        780 -> 0: 44 + 28 + 8 + 16 + |-48 + 1| + 21    = 164
//                                    0 -> 2: 23;  0 -> 780: -28 - 8 + 16 + 47 + 21  = 48
// A receiver cannot listen before 52 + 2*row: 52 for tiles 0 and 1, 54 for 2, 96 for 780.
#include "sim/exchange/exchange_law.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "arch/exchange/topology.hpp"
#include "sim/stats/plan_shape.hpp"
#include "tests/support/machines.hpp"

namespace bspike::sim {
namespace {

using arch::ExchangePlan;
using arch::TileId;
using Groups = std::vector<std::vector<TileId>>;

constexpr std::uint32_t kFrom = 0x50000;
constexpr std::uint32_t kTo = 0x60000;

arch::Machine machine_in_mode(const std::string& mode) {
  arch::Machine machine = tests::c600_like_machine();
  const auto& modes = arch::exchange_mode_names();
  machine.exchange.mode =
      static_cast<int>(std::find(modes.begin(), modes.end(), mode) - modes.begin());
  return machine;
}

arch::Machine static_machine() { return machine_in_mode("static_schedule"); }

const TileExchange& of(const ExchangeTiming& timing, TileId tile) {
  for (const TileExchange& exchange : timing.tiles)
    if (exchange.tile == tile) return exchange;
  throw std::out_of_range("tile takes no part");
}

ExchangeTiming time(const ExchangePlan& plan, const Groups& groups,
                    const arch::Machine& machine = static_machine()) {
  return ExchangeLaw(machine).time(plan, groups);
}

TEST(ExchangeLaw, AnEmptyPlanCostsNothing) {
  const ExchangeTiming timing = time({}, {});
  EXPECT_TRUE(timing.tiles.empty());
  EXPECT_EQ(timing.longest_cycles, 0u);
}

// max(24, 52) + W + 5; the sender is busy for its words.
TEST(ExchangeLaw, OneMessageWaitsForTheListener) {
  for (const std::uint32_t words : {1u, 64u, 65u}) {
    const ExchangeTiming timing = time({"", {{0, 0, kFrom, kTo, words * 4}}}, {{1}});
    ASSERT_EQ(timing.tiles.size(), 2u);
    EXPECT_EQ(of(timing, 1).receive_start_cycles, 52u);
    EXPECT_EQ(of(timing, 1).exchange_cycles, 52 + words + 5);
    EXPECT_EQ(of(timing, 1).instructions, 2u) << "select the source, set the pointer";
    EXPECT_EQ(of(timing, 0).exchange_cycles, words);
    EXPECT_EQ(of(timing, 0).instructions, words > 64 ? 2u : 1u);
    EXPECT_EQ(timing.longest_cycles, 57 + words);
  }
}

// The slowest pair of the chip: 164 + 1 + 5, and so on.
TEST(ExchangeLaw, OneMessageOfALongRouteIsLateByTheRoute) {
  for (const std::uint32_t words : {1u, 64u, 65u}) {
    const ExchangeTiming timing = time({"", {{780, 0, kFrom, kTo, words * 4}}}, {{0}});
    EXPECT_EQ(of(timing, 0).exchange_cycles, 164 + words + 5);
  }
}

// A row more of the receiver prepares 2 cycles longer: 54 and 96 exceed both routes.
TEST(ExchangeLaw, MulticastIsSentOnceAndArrivesByReceiver) {
  const ExchangeTiming timing = time({"", {{0, 0, kFrom, kTo, 16}}}, {{1, 2, 780}});
  EXPECT_EQ(of(timing, 0).exchange_cycles, 4u);
  EXPECT_EQ(of(timing, 0).bytes_sent, 16u);
  EXPECT_EQ(of(timing, 1).exchange_cycles, 52u + 4 + 5);
  EXPECT_EQ(of(timing, 2).exchange_cycles, 54u + 4 + 5);
  EXPECT_EQ(of(timing, 780).exchange_cycles, 96u + 4 + 5);
  EXPECT_EQ(timing.bytes_sent, 16u);
  EXPECT_EQ(timing.bytes_received, 48u);
}

// From 1: 52 .. 62. Six dead cycles. From 2: 68 .. 78, then the tail.
TEST(ExchangeLaw, SourcesSerialiseWithDeadCyclesBetween) {
  const ExchangePlan plan{"", {{1, 0, kFrom, kTo, 40}, {2, 0, kFrom, kTo + 40, 40}}};
  const ExchangeTiming timing = time(plan, {{0}});
  EXPECT_EQ(of(timing, 0).source_changes, 1u);
  EXPECT_EQ(plan_shape(plan, {{0}}).source_changes, 1u);
  EXPECT_EQ(of(timing, 0).exchange_cycles, 78u + 5);
  EXPECT_EQ(of(timing, 0).instructions, 3u) << "two selections, one pointer";
  EXPECT_EQ(of(timing, 0).bytes_received, 80u);
}

// The second source's words are under way until 164; the dead cycles hide behind that.
TEST(ExchangeLaw, DeadCyclesHideBehindALaterArrival) {
  const ExchangePlan plan{"", {{1, 0, kFrom, kTo, 40}, {780, 0, kFrom, kTo + 40, 40}}};
  EXPECT_EQ(of(time(plan, {{0}}), 0).exchange_cycles, 164u + 10 + 5);
}

TEST(ExchangeLaw, OneSourceTwiceHasNoDeadCycles) {
  const ExchangePlan plan{"", {{1, 0, kFrom, kTo, 40}, {1, 0, kFrom + 400, kTo + 40, 40}}};
  const ExchangeTiming timing = time(plan, {{0}});
  EXPECT_EQ(of(timing, 0).source_changes, 0u);
  EXPECT_EQ(plan_shape(plan, {{0}}).source_changes, 0u);
  EXPECT_EQ(of(timing, 0).exchange_cycles, 52u + 20 + 5);
  EXPECT_EQ(of(timing, 0).instructions, 2u);
  EXPECT_EQ(of(timing, 1).instructions, 2u) << "two runs of source memory";
}

// 100 words go to tile 1 first; those for tile 2 leave at 100 and travel 23.
TEST(ExchangeLaw, SendsOfATileFollowEachOther) {
  const ExchangePlan plan{"", {{0, 0, kFrom, kTo, 400}, {0, 1, kFrom + 800, kTo, 40}}};
  const ExchangeTiming timing = time(plan, {{1}, {2}});
  EXPECT_EQ(of(timing, 2).receive_start_cycles, 123u);
  EXPECT_EQ(of(timing, 2).exchange_cycles, 133u + 5);
  EXPECT_EQ(of(timing, 0).exchange_cycles, 110u);
}

TEST(ExchangeLaw, ATileSendsAndReceivesAtOnce) {
  const ExchangePlan plan{"", {{0, 0, kFrom, kTo, 400}, {2, 1, kFrom, kTo, 4}}};
  const ExchangeTiming timing = time(plan, {{1}, {0}});
  EXPECT_EQ(of(timing, 0).receive_end_cycles, 52u + 1 + 5);
  EXPECT_EQ(of(timing, 0).exchange_cycles, 100u) << "the sends last longer";
  EXPECT_EQ(of(timing, 0).instructions, 2u + 2u) << "sends of 64 and 36; select and point";
}

// 100 one-word messages, alternately from 1 and 2, to scattered addresses, no dead cycles: words
// end at 52 + 100 + 5 = 157, but 100 selections and 100 pointers take 200 cycles to issue.
TEST(ExchangeLaw, APhaseLastsAsLongAsItsInstructions) {
  arch::Machine machine = static_machine();
  machine.exchange.source_change_dead_cycles = 0;
  ExchangePlan plan;
  for (std::uint32_t i = 0; i < 100; ++i)
    plan.transfers.push_back({1 + i % 2, 0, kFrom + 8 * i, kTo + 8 * i, 4});
  const ExchangeTiming timing = time(plan, {{0}}, machine);
  EXPECT_EQ(of(timing, 0).receive_end_cycles, 157u);
  EXPECT_EQ(of(timing, 0).instructions, 200u);
  EXPECT_EQ(of(timing, 0).exchange_cycles, 200u);
}

// A run of 64 + 4148 words takes two sends, one more word a third; cut into transfers that follow
// on in memory it takes no more.
TEST(ExchangeLaw, SendsAreLimitedInLength) {
  const auto instructions = [](const ExchangePlan& plan) {
    return of(time(plan, {{1}, {2}}), 0).instructions;
  };
  EXPECT_EQ(instructions({"", {{0, 0, kFrom, kTo, (64 + 4148) * 4}}}), 2u);
  EXPECT_EQ(instructions({"", {{0, 0, kFrom, kTo, (64 + 4149) * 4}}}), 3u);
  EXPECT_EQ(
      instructions({"", {{0, 0, kFrom, kTo, 4000}, {0, 1, kFrom + 4000, kTo, (4212 - 1000) * 4}}}),
      2u);
}

// Ten words of one source to ten places: one send, one selection, ten pointers; in time no
// different from ten words side by side, which take one pointer.
TEST(ExchangeLaw, PiecesCostPointersAlone) {
  const ExchangeTiming pieces = time({"", {{0, 0, kFrom, kTo, 40, 4, 96}}}, {{1}});
  const ExchangeTiming whole = time({"", {{0, 0, kFrom, kTo, 40}}}, {{1}});
  EXPECT_EQ(of(pieces, 0).instructions, 1u);
  EXPECT_EQ(of(pieces, 1).instructions, 11u);
  EXPECT_EQ(of(whole, 1).instructions, 2u);
  EXPECT_EQ(of(pieces, 1).receive_end_cycles, of(whole, 1).receive_end_cycles);
  EXPECT_EQ(of(pieces, 1).bytes_received, 40u);
}

// A transfer in pieces is the same as its pieces one by one, for every tile and number.
TEST(ExchangeLaw, PiecesAreTransfersOfTheirOwn) {
  ExchangePlan together, apart;
  for (std::uint32_t source = 0; source < 24; ++source) {
    const std::uint32_t to = kTo + 4 * source;
    together.transfers.push_back({source, source % 2, kFrom, to, 5 * 4, 4, 96});
    for (std::uint32_t i = 0; i < 5; ++i)
      apart.transfers.push_back({source, source % 2, kFrom + 4 * i, to + 96 * i, 4});
  }
  const Groups groups{{30, 31}, {30}};
  const ExchangeTiming one = time(together, groups);
  const ExchangeTiming other = time(apart, groups);
  ASSERT_EQ(one.tiles.size(), other.tiles.size());
  for (std::size_t i = 0; i < one.tiles.size(); ++i) {
    EXPECT_EQ(one.tiles[i].instructions, other.tiles[i].instructions);
    EXPECT_EQ(one.tiles[i].exchange_cycles, other.tiles[i].exchange_cycles);
    EXPECT_EQ(one.tiles[i].source_changes, other.tiles[i].source_changes);
    EXPECT_EQ(one.tiles[i].bytes_received, other.tiles[i].bytes_received);
  }
}

TEST(ExchangeLaw, WiderLinksCarryMoreBytesACycle) {
  arch::Machine machine = static_machine();
  machine.exchange.bytes_per_cycle = 8;
  const ExchangeTiming timing = time({"", {{0, 0, kFrom, kTo, 256}}}, {{1}}, machine);
  EXPECT_EQ(of(timing, 0).exchange_cycles, 32u);
  EXPECT_EQ(of(timing, 1).exchange_cycles, 52u + 32 + 5);
}

TEST(ExchangeLaw, IdealCountsWordsOnly) {
  const ExchangePlan plan{
      "", {{0, 0, kFrom, kTo, 400}, {2, 1, kFrom, kTo, 40}, {780, 1, kFrom, kTo + 64, 40}}};
  const ExchangeTiming timing = time(plan, {{1}, {0}}, machine_in_mode("ideal"));
  EXPECT_EQ(of(timing, 0).exchange_cycles, 100u);
  EXPECT_EQ(of(timing, 1).exchange_cycles, 100u);
  EXPECT_EQ(of(timing, 2).exchange_cycles, 10u);
  EXPECT_EQ(timing.longest_cycles, 100u);
}

// A small linear congruence, so that the plans are the same everywhere.
class Draw {
 public:
  std::uint32_t below(std::uint32_t bound) {
    state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<std::uint32_t>(state_ >> 33) % bound;
  }

 private:
  std::uint64_t state_ = 1;
};

struct Case {
  ExchangePlan plan;
  Groups groups;
};

// Transfers between tiles at addresses so far apart that no two are ever contiguous.
Case random_case(Draw& draw) {
  Case random;
  for (std::uint32_t i = 0; i < 30; ++i) {
    std::vector<TileId> group;
    for (std::uint32_t tile = 0; tile < 12; ++tile)
      if (draw.below(3) == 0) group.push_back(tile * 120);
    if (group.empty()) group.push_back(5);
    random.groups.push_back(group);
    random.plan.transfers.push_back(
        {draw.below(12) * 120, i, i * 0x2000, i * 0x2000 + 4, 4 + 4 * draw.below(100)});
  }
  return random;
}

TEST(ExchangeLaw, MoreWordsAreNeverFaster) {
  Draw draw;
  for (int trial = 0; trial < 200; ++trial) {
    Case random = random_case(draw);
    const ExchangeTiming before = time(random.plan, random.groups);
    random.plan.transfers[draw.below(30)].bytes += 4 * (1 + draw.below(50));
    const ExchangeTiming after = time(random.plan, random.groups);
    ASSERT_EQ(before.tiles.size(), after.tiles.size());
    for (std::size_t i = 0; i < before.tiles.size(); ++i)
      ASSERT_LE(before.tiles[i].exchange_cycles, after.tiles[i].exchange_cycles);
  }
}

TEST(ExchangeLaw, NoTileBeatsTheIdealFabric) {
  Draw draw;
  for (int trial = 0; trial < 100; ++trial) {
    const Case random = random_case(draw);
    const ExchangeTiming real = time(random.plan, random.groups);
    const ExchangeTiming ideal = time(random.plan, random.groups, machine_in_mode("ideal"));
    ASSERT_EQ(real.bytes_received, ideal.bytes_received);
    for (std::size_t i = 0; i < real.tiles.size(); ++i)
      ASSERT_GE(real.tiles[i].exchange_cycles, ideal.tiles[i].exchange_cycles);
  }
}

// All of the chip listens to one tile: the published broadcast. 1024 words leave back to back.
TEST(ExchangeLaw, BroadcastToTheWholeChip) {
  std::vector<TileId> others;
  for (TileId tile = 1; tile < 1472; ++tile) others.push_back(tile);
  const ExchangeTiming timing = time({"", {{0, 0, kFrom, kTo, 4096}}}, {others});
  EXPECT_EQ(timing.tiles.size(), 1472u);
  EXPECT_EQ(of(timing, 0).exchange_cycles, 1024u);
  EXPECT_EQ(timing.bytes_received, 4096u * 1471);
  // Row 22 listens from 96 on, and no route from tile 0 is longer.
  EXPECT_EQ(timing.longest_cycles, 96u + 1024 + 5);
}

}  // namespace
}  // namespace bspike::sim
