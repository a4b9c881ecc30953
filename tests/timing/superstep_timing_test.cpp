// Tests cycles counted by hand, on the machine `tiny`: 8 tiles in 2 columns of 1 row.
//   supervisor  entry 12; straight 1; run 6; local sync 7
//   worker      an issue slot every 6 cycles
//   barrier     30 cycles after the last arrival; column 0 (tiles 0 to 3) is released then, column
//   1
//               (tiles 4 to 7) 5 cycles later
//   exchange    one word a cycle; a receiver in row 0 listens from cycle 52 of its own clock, which
//               is later than any route's latency on two columns of one row; 5 cycles behind the
//               last word
//   repeat      14 cycles a trip
#include <gtest/gtest.h>

#include "sim/run.hpp"
#include "tests/support/image_builder.hpp"

namespace bspike::sim {
namespace {

using arch::kNoIndex;
using arch::TileId;
using tests::ImageBuilder;

// The launch table is two words, then entry and vertex base. The addi keeps the second load away
// from its use. 12 + 1 + 1 + 1 + 6 + 7 + 1 = 29 cycles around the workers.
constexpr const char* kRunAll = R"(
.supervisor
  ld32 m0, m12, m15, 2
  ld32 m1, m12, m15, 3
  addi m2, m12, 0
  runall m0, m1
  lsync
  done
)";
constexpr const char* kRunOne = R"(
.supervisor
  ld32 m0, m12, m15, 2
  ld32 m1, m12, m15, 3
  addi m2, m12, 0
  run m0, m1, 3
  lsync
  done
)";
constexpr std::uint64_t kLaunch = 29;
// Nothing at all: 12 + 1.
constexpr const char* kEmpty = R"(
.supervisor
  done
)";
constexpr std::uint64_t kEmptyLaunch = 13;
constexpr std::uint64_t kBarrier = 30, kColumnSkew = 5;

constexpr const char* kCodelets = R"(
.codelet one
  exit
.codelet two
  addi m0, m0, 1
  exit
.codelet three
  addi m0, m0, 1
  addi m0, m0, 1
  exit
.codelet bundled
  { addi m0, m0, 1 ; f32add a0, a0, a0 }
  exit
.codelet exponential
  f32exp a0, a0
  exit
)";

arch::Machine tiny() {
  return arch::load_machine(std::string(BSPIKE_SOURCE_DIR) + "/configs/machines/tiny.yaml");
}

struct NoHost final : arch::HostPort {
  void fill(std::uint32_t, std::uint64_t, std::span<std::byte>) override {}
  void take(std::uint32_t, std::uint64_t, std::span<const std::byte>) override {}
};

// Runs a step, and checks that each tile's parts and the critical path add up.
RunResult timed(ImageBuilder& builder, std::uint64_t steps = 1) {
  NoHost host;
  RunResult result = run(builder.image(), tiny(), host, {.steps = steps});
  EXPECT_TRUE(result.fault.kind.empty()) << result.fault.message;
  EXPECT_EQ(result.phases.total(), result.total_cycles);
  for (const TileTimes& tile : result.tiles)
    EXPECT_EQ(tile.compute_cycles + tile.wait_cycles + tile.sync_cycles + tile.exchange_cycles,
              tile.active ? result.total_cycles : 0);
  return result;
}

ImageBuilder program(const char* supervisor) {
  return ImageBuilder(tiny(), std::string(kCodelets) + supervisor);
}

// One compute set with one vertex on tile 0.
RunResult run_codelet(const char* supervisor, const std::string& codelet) {
  ImageBuilder builder = program(supervisor);
  builder.add_superstep(builder.add_compute_set({{0, {{codelet, true, {}}}}}));
  return timed(builder);
}

// 13 of the supervisor, 30 of the barrier.
TEST(SuperstepTiming, EmptyComputeSet) {
  ImageBuilder builder = program(kEmpty);
  builder.add_superstep(builder.add_compute_set({{0, {}}}));
  const RunResult result = timed(builder);
  EXPECT_EQ(result.total_cycles, 43u);
  EXPECT_EQ(result.phases.compute_cycles, kEmptyLaunch);
  EXPECT_EQ(result.phases.launch_cycles, kEmptyLaunch);
  EXPECT_EQ(result.phases.sync_cycles, kBarrier);
}

// 29 + 6 n + 30 for n = 1, 2, 3 instructions; one worker takes as long as six.
TEST(SuperstepTiming, OneToThreeInstructionsOnOneAndSixWorkers) {
  const std::pair<const char*, std::uint64_t> cases[] = {{"one", 65}, {"two", 71}, {"three", 77}};
  std::uint64_t instructions = 1;
  for (const auto& [codelet, cycles] : cases) {
    const RunResult six = run_codelet(kRunAll, codelet);
    EXPECT_EQ(six.total_cycles, cycles) << codelet;
    EXPECT_EQ(six.tiles[0].issue_slots, 6 * instructions);
    EXPECT_EQ(six.phases.launch_cycles, kLaunch);
    const RunResult one = run_codelet(kRunOne, codelet);
    EXPECT_EQ(one.total_cycles, cycles) << codelet;
    EXPECT_EQ(one.tiles[0].issue_slots, instructions);
    EXPECT_EQ(one.instructions, instructions + 6);  // and the supervisor's
    ++instructions;
  }
}

// A bundle issues in one slot: 29 + 6 * 2 + 30. Its two instructions count.
TEST(SuperstepTiming, ABundleIsOneSlot) {
  const RunResult result = run_codelet(kRunOne, "bundled");
  EXPECT_EQ(result.total_cycles, 71u);
  EXPECT_EQ(result.instructions, 3u + 6);
}

// exp takes 3 slots on Mk2: 29 + 6 * (3 + 1) + 30.
TEST(SuperstepTiming, AUnitOfSeveralSlots) {
  EXPECT_EQ(run_codelet(kRunAll, "exponential").total_cycles, 83u);
}

// Tiles 0 and 4 do nothing for 13 cycles; the far column is released 5 later. 13 + 30 + 5.
TEST(SuperstepTiming, OneBarrier) {
  ImageBuilder builder = program(kEmpty);
  builder.add_superstep(builder.add_compute_set({{0, {}}, {4, {}}}));
  const RunResult result = timed(builder);
  EXPECT_EQ(result.total_cycles, kEmptyLaunch + kBarrier + kColumnSkew);
  EXPECT_EQ(result.tiles[0].sync_cycles, kBarrier);
  EXPECT_EQ(result.tiles[0].wait_cycles, kColumnSkew);  // for the end of the run
  EXPECT_EQ(result.tiles[4].sync_cycles, kBarrier + kColumnSkew);
}

// Tile 0 computes for 29 + 18 cycles, tile 1 for 29 + 6: it waits 12.
TEST(SuperstepTiming, TheFasterTileWaits) {
  ImageBuilder builder = program(kRunAll);
  builder.add_superstep(
      builder.add_compute_set({{0, {{"three", true, {}}}}, {1, {{"one", true, {}}}}}));
  const RunResult result = timed(builder);
  EXPECT_EQ(result.total_cycles, 77u);
  EXPECT_EQ(result.supersteps.at(0).critical_tile, 0u);
  EXPECT_EQ(result.tiles[1].compute_cycles, 35u);
  EXPECT_EQ(result.tiles[1].wait_cycles, 12u);
}

RunResult run_message(const std::vector<TileId>& receivers, std::uint32_t words) {
  ImageBuilder builder = program(kEmpty);
  builder.add_superstep(kNoIndex, builder.add_exchange({{0, receivers, words}}));
  return timed(builder);
}

// From tile 0 to tile 1, in the same column: released at 30, listening at 30 + 52, 1 word, 5.
// The sender is done after one cycle.
TEST(SuperstepTiming, OneWordBetweenNeighbours) {
  const RunResult result = run_message({1}, 1);
  EXPECT_EQ(result.total_cycles, 88u);
  EXPECT_EQ(result.tiles[0].exchange_cycles, 1u);
  EXPECT_EQ(result.tiles[0].wait_cycles, 57u);
  EXPECT_EQ(result.tiles[1].exchange_cycles, 58u);
  EXPECT_EQ(result.phases.exchange_cycles, 58u);
}

// From tile 0 to tile 4, in the other column: its clock starts 5 later. 30 + 5 + 52 + 1 + 5.
TEST(SuperstepTiming, OneWordToTheOtherColumn) { EXPECT_EQ(run_message({4}, 1).total_cycles, 93u); }

// 64 words take 63 cycles more.
TEST(SuperstepTiming, SixtyFourWords) {
  const RunResult near = run_message({1}, 64);
  EXPECT_EQ(near.total_cycles, 151u);
  EXPECT_EQ(near.tiles[0].exchange_cycles, 64u);
  EXPECT_EQ(run_message({4}, 64).total_cycles, 156u);
}

// One multicast of 4 words to tiles 1, 4 and 5 is sent once: tile 1 is done at 30 + 52 + 4 + 5,
// tiles 4 and 5 at 35 + 61.
TEST(SuperstepTiming, AMulticast) {
  const RunResult result = run_message({1, 4, 5}, 4);
  EXPECT_EQ(result.total_cycles, 96u);
  EXPECT_EQ(result.tiles[0].exchange_cycles, 4u);
  EXPECT_EQ(result.tiles[1].exchange_cycles, 61u);
  EXPECT_EQ(result.tiles[1].wait_cycles, 5u);
  EXPECT_EQ(result.tiles[5].exchange_cycles, 61u);
  EXPECT_EQ(result.exchange_bytes_sent, 16u);
  EXPECT_EQ(result.exchange_bytes_received, 48u);
}

// A message, then work on the receiver: the sender's next compute begins at 31, the receiver's at
// 88. Both run codelet `one` for 35 cycles: arrivals at 66 and 123, release at 153.
TEST(SuperstepTiming, ATileComputesAsSoonAsItsOwnExchangeEnds) {
  ImageBuilder builder = program(kRunAll);
  builder.add_superstep(kNoIndex, builder.add_exchange({{0, {1}, 1}}));
  builder.add_superstep(
      builder.add_compute_set({{0, {{"one", true, {}}}}, {1, {{"one", true, {}}}}}));
  const RunResult result = timed(builder);
  EXPECT_EQ(result.total_cycles, 153u);
  EXPECT_EQ(result.tiles[0].wait_cycles, 57u);
  ASSERT_EQ(result.supersteps.size(), 2u);
  EXPECT_EQ(result.supersteps[0].critical_tile, 0u);  // both arrive at 0
  EXPECT_EQ(result.supersteps[0].exchange_cycles, 58u);
  EXPECT_EQ(result.supersteps[1].start_cycle, 88u);
  EXPECT_EQ(result.supersteps[1].critical_tile, 1u);
}

// Three trips of 14 + 13 + 30.
TEST(SuperstepTiming, ARepeatCostsItsTrips) {
  ImageBuilder builder = program(kEmpty);
  const auto repeat = builder.add_repeat(3, {0});
  builder.add_superstep(builder.add_compute_set({{0, {}}}), kNoIndex, "work", repeat);
  EXPECT_EQ(timed(builder).total_cycles, 171u);
}

// Five supersteps with nothing in them end the run: five barriers more, and no wake-up behind them.
TEST(SuperstepTiming, TrailingEmptySupersteps) {
  ImageBuilder builder = program(kEmpty);
  builder.add_superstep(builder.add_compute_set({{0, {}}}));
  for (int i = 0; i < 5; ++i) builder.add_superstep(kNoIndex);
  const RunResult result = timed(builder);
  EXPECT_EQ(result.total_cycles, 43u + 5 * 30);
  EXPECT_EQ(result.supersteps_total, 6u);
}

// Steps follow each other without a gap: the time of many is that of one, many times over.
TEST(SuperstepTiming, StepsAreAlike) {
  ImageBuilder builder = program(kRunAll);
  builder.add_superstep(builder.add_compute_set({{0, {{"two", true, {}}}}}),
                        builder.add_exchange({{0, {1}, 3}}));
  const std::uint64_t once = timed(builder).total_cycles;
  EXPECT_EQ(once, 41u + 30 + 52 + 3 + 5);
  EXPECT_EQ(timed(builder, 7).total_cycles, 7 * once - 6 * 41);
}

}  // namespace
}  // namespace bspike::sim
