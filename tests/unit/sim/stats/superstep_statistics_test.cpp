// Tests the rows about supersteps.
#include "sim/stats/superstep_statistics.hpp"

#include <gtest/gtest.h>

namespace bspike::sim {
namespace {

arch::Image image_with_kinds() {
  arch::Image image;
  image.labels = {"forward", "layer0", "neuron"};
  arch::ScheduleNode named;
  named.kind = arch::ScheduleKind::kSuperstep;
  named.phase_label = 0;
  named.layer_label = 1;
  named.kind_label = 2;
  arch::ScheduleNode bare;
  bare.kind = arch::ScheduleKind::kSuperstep;
  image.step.nodes = {{}, named, bare, named};
  return image;
}

SuperstepRecord record(std::uint32_t node, std::uint64_t compute, arch::TileId critical) {
  SuperstepRecord made;
  made.node = node;
  made.compute_cycles = compute;
  made.sync_cycles = 10;
  made.exchange_cycles = 5;
  made.critical_tile = critical;
  made.participants = critical + 1;
  made.exchange_bytes = 8;
  return made;
}

TEST(SuperstepStatistics, GroupsNodesOfOneKind) {
  const arch::Image image = image_with_kinds();
  SuperstepStatistics statistics(image, 100);
  statistics.complete(record(1, 100, 4));
  statistics.complete(record(2, 1, 0));
  statistics.complete(record(3, 300, 4));
  statistics.complete(record(1, 200, 2));
  RunResult result;
  statistics.write(result);

  ASSERT_EQ(result.kinds.size(), 2u);
  const SuperstepKindRow& row = result.kinds[0];
  EXPECT_EQ(row.phase, "forward");
  EXPECT_EQ(row.layer, "layer0");
  EXPECT_EQ(row.kind, "neuron");
  EXPECT_EQ(row.count, 3u);
  EXPECT_EQ(row.min_cycles, 115u);
  EXPECT_EQ(row.median_cycles, 215u);
  EXPECT_EQ(row.max_cycles, 315u);
  EXPECT_EQ(row.critical_tile, 4u);
  EXPECT_EQ(row.cycles.compute_cycles, 600u);
  EXPECT_EQ(row.cycles.total(), 645u);
  EXPECT_EQ(row.exchange_bytes, 24u);
  EXPECT_EQ(row.tiles, 5u);
  EXPECT_EQ(result.kinds[1].kind, "");
  EXPECT_EQ(result.by_phase.at("forward").total(), 645u);
  EXPECT_EQ(result.by_layer.at("layer0").total(), 645u);
  EXPECT_EQ(result.by_phase.size(), 1u);  // a superstep without a label is in no phase
  EXPECT_EQ(result.phases.total(), 645u + 16u);
}

TEST(SuperstepStatistics, KeepsTheFirstRecordsAlone) {
  const arch::Image image = image_with_kinds();
  SuperstepStatistics statistics(image, 2);
  for (std::uint64_t i = 0; i < 5; ++i) statistics.complete(record(1, i, 0));
  RunResult result;
  statistics.write(result);
  ASSERT_EQ(result.supersteps.size(), 2u);
  EXPECT_EQ(result.supersteps[1].compute_cycles, 1u);
  EXPECT_EQ(result.supersteps_total, 5u);
}

// 4 + 1 + 1 pieces; tile 2 hears 0, 1, 1, so one change.
TEST(SuperstepStatistics, CountsPiecesAndSourceChanges) {
  arch::Image image = image_with_kinds();
  image.groups = {{2}, {2, 3}};
  image.exchanges = {{"", {{0, 0, 0, 64, 16, 4, 8}, {1, 1, 0, 128, 8}, {1, 0, 8, 136, 4}}},
                     {"", {{1, 1, 0, 64, 4}}}};
  image.step.nodes[1].exchange = 0;
  image.step.nodes[3].exchange = 1;
  SuperstepStatistics statistics(image, 0);
  SuperstepRecord waiting = record(1, 20, 0);
  waiting.wait_cycles = 7;
  statistics.complete(waiting);
  statistics.complete(record(3, 20, 0));
  statistics.complete(waiting);
  RunResult result;
  statistics.write(result);
  EXPECT_EQ(result.kinds[0].exchange_pieces, 6u + 1 + 6);
  EXPECT_EQ(result.kinds[0].source_changes, 1u);
  EXPECT_EQ(result.kinds[0].wait_cycles, 14u);
}

// On a tie the lowest tile; the lower of the two middle lengths.
TEST(SuperstepStatistics, TiesGoDown) {
  const arch::Image image = image_with_kinds();
  SuperstepStatistics statistics(image, 0);
  statistics.complete(record(1, 20, 9));
  statistics.complete(record(1, 10, 3));
  RunResult result;
  statistics.write(result);
  EXPECT_EQ(result.kinds[0].critical_tile, 3u);
  EXPECT_EQ(result.kinds[0].median_cycles, 25u);
}

}  // namespace
}  // namespace bspike::sim
