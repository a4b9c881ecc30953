// Tests the memory map of tiles: alignment, common addresses, padding, refusal.
#include "kernels/memory/memory_planner.hpp"

#include <gmock/gmock.h>

#include "kernels/compile.hpp"
#include "tests/support/machines.hpp"

namespace bspike::kernels {
namespace {

using arch::MemoryCategory;
using ::testing::HasSubstr;

// Three tiles with 1024 bytes, of which the loader keeps 24.
arch::Machine small_machine() {
  arch::Machine machine = tests::machine_with_grid(3, 3, 1, 1);
  machine.sram.base_address = 0x1000;
  machine.sram.bytes = 1024;
  machine.sram.reserved_bytes = 24;
  return machine;
}

class MemoryPlannerTest : public ::testing::Test {
 protected:
  std::string text(arch::TileId tile) const {
    std::string result;
    for (const arch::MemoryRegion& region : memory_.regions(tile)) {
      result += labels_.names()[region.name] + "@" + std::to_string(region.address - 0x1000) + "+" +
                std::to_string(region.bytes) + " ";
    }
    return result;
  }

  arch::Machine machine_ = small_machine();
  LabelTable labels_;
  MemoryPlanner memory_{machine_, labels_};
};

TEST_F(MemoryPlannerTest, AlignsAndRecordsTheGap) {
  EXPECT_EQ(memory_.allocate(1, {"code", MemoryCategory::kCode, 12, 8}), 0x1000U);
  EXPECT_EQ(memory_.allocate(1, {"weights", MemoryCategory::kWeights, 8, 16}), 0x1010U);
  EXPECT_EQ(text(1), "code@0+12 padding@12+4 weights@16+8 ");
  EXPECT_EQ(memory_.next_address(1, 16), 0x1020U);
}

TEST_F(MemoryPlannerTest, CommonRegionsHaveOneAddress) {
  memory_.allocate(0, {"code", MemoryCategory::kCode, 40, 8});
  memory_.allocate(2, {"code", MemoryCategory::kCode, 8, 8});
  const std::vector<arch::TileId> tiles{0, 2};
  EXPECT_EQ(memory_.allocate_common(tiles, {"received", MemoryCategory::kExchangeBuffer, 16, 16}),
            0x1030U);
  EXPECT_EQ(text(0), "code@0+40 padding@40+8 received@48+16 ");
  EXPECT_EQ(text(1), "");
  EXPECT_EQ(text(2), "code@0+8 padding@8+40 received@48+16 ");
}

TEST_F(MemoryPlannerTest, NoBytesMakeNoRegion) {
  memory_.allocate(0, {"nothing", MemoryCategory::kWeights, 0, 16});
  EXPECT_EQ(text(0), "");
}

TEST_F(MemoryPlannerTest, FitsToTheLastByteOfTheBudget) {
  memory_.allocate(0, {"all", MemoryCategory::kWeights, 1000, 8});
  EXPECT_NO_THROW(memory_.check_fit());
  memory_.allocate(0, {"more", MemoryCategory::kWeights, 1, 8});
  EXPECT_THROW(memory_.check_fit(), DoesNotFit);
}

TEST_F(MemoryPlannerTest, NamesTheWorstTileAndItsLargestTensors) {
  for (const arch::TileId tile : {1U, 2U}) {
    for (std::uint64_t i = 1; i <= 6; ++i) {
      memory_.allocate(tile, {"t" + std::to_string(i), MemoryCategory::kWeights, 80 * i, 8});
    }
  }
  try {
    memory_.check_fit();
    FAIL() << "1680 bytes passed for 1000";
  } catch (const DoesNotFit& refusal) {
    EXPECT_EQ(refusal.tile, 1U);
    EXPECT_EQ(refusal.bytes, 1680U);
    EXPECT_EQ(refusal.budget, 1000U);
    ASSERT_EQ(refusal.largest.size(), 5U);
    EXPECT_EQ(refusal.largest[0].name, "t6");
    EXPECT_EQ(refusal.largest[0].bytes, 480U);
    EXPECT_EQ(refusal.largest[4].name, "t2");
    EXPECT_THAT(refusal.what(), HasSubstr("tile 1 needs 1680 bytes of memory and has 1000"));
  }
}

TEST_F(MemoryPlannerTest, SizesBeyondAddressesAreStillRefusedRightly) {
  memory_.allocate(2, {"huge", MemoryCategory::kWeights, 1ULL << 33, 16});
  try {
    memory_.check_addressable();
    FAIL() << "8 GiB passed for 32-bit addresses";
  } catch (const DoesNotFit& refusal) {
    EXPECT_EQ(refusal.tile, 2U);
    EXPECT_EQ(refusal.bytes, 1ULL << 33);
  }
}

// 1000 bytes of which the upper 488 are interleaved, filled from their end down.
class InterleavedTest : public MemoryPlannerTest {
 protected:
  static arch::Machine interleaved_machine() {
    arch::Machine machine = small_machine();
    machine.sram.interleaved_bytes = 512;
    return machine;
  }
  static RegionRequest wide(std::uint64_t bytes) {
    return {"weights", MemoryCategory::kWeights, bytes, 16, MemoryKind::kInterleaved};
  }

  MemoryPlanner planner_{interleaved_machine(), labels_};
};

TEST_F(InterleavedTest, WideRegionsGrowDownFromTheEnd) {
  EXPECT_EQ(planner_.allocate(0, {"code", MemoryCategory::kCode, 32, 8}), 0x1000U);
  EXPECT_EQ(planner_.allocate(0, wide(64)), 0x1000U + 928);
  EXPECT_EQ(planner_.allocate(0, wide(40)), 0x1000U + 880);
  EXPECT_EQ(planner_.allocate(0, {"history", MemoryCategory::kHistory, 8, 8}), 0x1020U);
  std::string text;
  for (const arch::MemoryRegion& region : planner_.regions(0)) {
    text += labels_.names()[region.name] + "@" + std::to_string(region.address - 0x1000) + "+" +
            std::to_string(region.bytes) + " ";
  }
  EXPECT_EQ(text,
            "code@0+32 history@32+8 weights@880+40 padding@920+8 weights@928+64 padding@992+8 ");
}

TEST_F(InterleavedTest, WithoutRoomThereStandardMemoryServes) {
  EXPECT_EQ(planner_.allocate(0, wide(480)), 0x1000U + 512);
  EXPECT_EQ(planner_.allocate(0, wide(16)), 0x1000U);
  EXPECT_EQ(planner_.allocate(1, {"all", MemoryCategory::kHistory, 990, 8}), 0x1000U);
  EXPECT_EQ(planner_.allocate(1, wide(8)), 0x1000U + 992);
  EXPECT_NO_THROW(planner_.check_fit());
}

TEST_F(InterleavedTest, CommonRegionsAvoidWhatAnyTileHolds) {
  planner_.allocate(0, wide(64));
  const std::vector<arch::TileId> tiles{0, 2};
  EXPECT_EQ(planner_.allocate_common(tiles, wide(32)), 0x1000U + 896);
}

TEST_F(InterleavedTest, BothEndsCountForTheBudget) {
  planner_.allocate(0, wide(480));
  planner_.allocate(0, {"low", MemoryCategory::kHistory, 512, 8});
  EXPECT_NO_THROW(planner_.check_fit());
  planner_.allocate(0, {"more", MemoryCategory::kHistory, 1, 8});
  try {
    planner_.check_fit();
    FAIL() << "1001 bytes passed for 1000";
  } catch (const DoesNotFit& refusal) {
    EXPECT_EQ(refusal.bytes, 1001U);
  }
}

}  // namespace
}  // namespace bspike::kernels
