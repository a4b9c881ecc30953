// Tests groups, plans and patterns of transfers.
#include "kernels/exchange/plan_builder.hpp"

#include <gmock/gmock.h>

#include <set>

#include "arch/program/schedule.hpp"

namespace bspike::kernels {
namespace {

using ::testing::ElementsAre;

TEST(GroupTable, EqualSetsAreOneGroupInAscendingOrder) {
  GroupTable groups;
  EXPECT_EQ(groups.intern({4, 1, 7}), 0U);
  EXPECT_EQ(groups.single(4), 1U);
  EXPECT_EQ(groups.intern({7, 4, 1}), 0U);
  EXPECT_THAT(groups.groups(), ElementsAre(ElementsAre(1, 4, 7), ElementsAre(4)));
}

TEST(GatherMulticast, BlocksLieSideBySide) {
  const std::vector<TileBuffer> blocks{{3, 0x100, 16}, {5, 0x200, 8}};
  const auto transfers = gather_multicast(blocks, 2, 0x800);
  ASSERT_EQ(transfers.size(), 2U);
  EXPECT_EQ(transfers[0].source, 3U);
  EXPECT_EQ(transfers[0].destination_address, 0x800U);
  EXPECT_EQ(transfers[1].source_address, 0x200U);
  EXPECT_EQ(transfers[1].destination_address, 0x810U);
  EXPECT_EQ(transfers[1].group, 2U);
}

TEST(AllToAll, EveryPairOnceAndNoReceiverTwiceInARound) {
  const auto transfers = all_to_all(3, 5, [](std::size_t i, std::size_t j) {
    return arch::Transfer{static_cast<arch::TileId>(i), static_cast<std::uint32_t>(j), 0, 0, 4};
  });
  std::set<std::pair<arch::TileId, std::uint32_t>> pairs;
  for (std::size_t round = 0; round < 5; ++round) {
    std::set<std::uint32_t> receivers;
    for (std::size_t i = 0; i < 3; ++i) {
      const arch::Transfer& transfer = transfers.at(round * 3 + i);
      receivers.insert(transfer.group);
      pairs.emplace(transfer.source, transfer.group);
    }
    EXPECT_EQ(receivers.size(), 3U);
  }
  EXPECT_EQ(pairs.size(), 15U);
}

TEST(PlanTable, EqualPlansAreStoredOnce) {
  PlanTable plans;
  const std::vector<arch::Transfer> one{{0, 1, 0x10, 0x20, 8}};
  const std::vector<arch::Transfer> other{{0, 1, 0x10, 0x20, 12}};
  EXPECT_EQ(plans.intern("none", {}), arch::kNoIndex);
  EXPECT_EQ(plans.intern("forward", one), 0U);
  EXPECT_EQ(plans.intern("other", other), 1U);
  EXPECT_EQ(plans.intern("backward", one), 0U);
  EXPECT_EQ(plans.plans().size(), 2U);
  EXPECT_EQ(plans.plans()[0].name, "forward");
}

}  // namespace
}  // namespace bspike::kernels
