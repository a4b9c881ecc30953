// Tests placement against layouts worked out by hand.
#include <gmock/gmock.h>

#include "arch/base/diagnostics.hpp"
#include "kernels/compile.hpp"
#include "kernels/placement/partitioner_table.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/small_network.hpp"

namespace bspike::kernels {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

arch::Machine machine_with(std::uint32_t tiles) {
  return tests::machine_with_grid(tiles, tiles, 1, 1);
}

int strategy(std::string_view name) {
  return static_cast<int>(tests::row_named(partitioner_table(), name));
}

std::vector<std::vector<std::uint32_t>> rows(const std::vector<Slice>& slices) {
  std::vector<std::vector<std::uint32_t>> result;
  for (const Slice& slice : slices) {
    result.push_back({slice.tile, slice.first_neuron, slice.neurons});
  }
  return result;
}

TEST(Spread, OnePairATileWhenTilesAbound) {
  const auto network = tests::make_network({.sizes = {4, 5, 2}, .time_steps = 2});
  const Placement placement = place(network, machine_with(10), {});
  EXPECT_THAT(rows(placement.layers[0]),
              ElementsAre(ElementsAre(0, 0, 2), ElementsAre(1, 2, 2), ElementsAre(2, 4, 1)));
  EXPECT_THAT(rows(placement.layers[1]), ElementsAre(ElementsAre(3, 0, 2)));
  EXPECT_THAT(placement.input_tiles, ElementsAre(4, 5));
  EXPECT_EQ(placement.loss_tile, 6U);
}

// 11 neurons are 6 pairs, the last one half empty: 2 + 2 + 1 + 1 pairs on 4 tiles.
TEST(Spread, LargerSlicesFirstAndTheNextLayerWrapsAround) {
  const auto network = tests::make_network({.sizes = {4, 11, 6}, .time_steps = 1});
  const Placement placement = place(network, machine_with(4), {});
  EXPECT_THAT(rows(placement.layers[0]), ElementsAre(ElementsAre(0, 0, 4), ElementsAre(1, 4, 4),
                                                     ElementsAre(2, 8, 2), ElementsAre(3, 10, 1)));
  EXPECT_THAT(rows(placement.layers[1]),
              ElementsAre(ElementsAre(0, 0, 2), ElementsAre(1, 2, 2), ElementsAre(2, 4, 2)));
  EXPECT_THAT(placement.input_tiles, ElementsAre(3));
  EXPECT_EQ(placement.loss_tile, 0U);
}

TEST(Spread, OneTileHoldsAll) {
  const auto network = tests::make_network({.sizes = {3, 1, 1}, .time_steps = 7});
  const Placement placement = place(network, machine_with(1), {});
  EXPECT_THAT(rows(placement.layers[0]), ElementsAre(ElementsAre(0, 0, 1)));
  EXPECT_THAT(rows(placement.layers[1]), ElementsAre(ElementsAre(0, 0, 1)));
  EXPECT_THAT(placement.input_tiles, ElementsAre(0));
  EXPECT_EQ(placement.loss_tile, 0U);
}

// Weights with biases: 20 x 11 = 220 and 4 x 21 = 84. Of 8 tiles each layer has one; the other 6
// are shared 4.34 : 1.66, so 4 and 1, and the last one goes to the larger remainder.
TEST(Contiguous, SharesTilesByWeights) {
  const auto network = tests::make_network({.sizes = {10, 20, 4}, .time_steps = 1});
  Mapping mapping;
  mapping.strategy = strategy("contiguous");
  const Placement placement = place(network, machine_with(8), mapping);
  EXPECT_THAT(rows(placement.layers[0]),
              ElementsAre(ElementsAre(0, 0, 4), ElementsAre(1, 4, 4), ElementsAre(2, 8, 4),
                          ElementsAre(3, 12, 4), ElementsAre(4, 16, 4)));
  EXPECT_THAT(rows(placement.layers[1]), ElementsAre(ElementsAre(5, 0, 2), ElementsAre(6, 2, 2)));
  EXPECT_THAT(placement.input_tiles, ElementsAre(7));
}

TEST(Mapping, KeepsToItsTiles) {
  const auto network = tests::make_network({.sizes = {4, 6, 2}, .time_steps = 1});
  Mapping mapping;
  mapping.first_tile = 5;
  mapping.tiles = 2;
  const Placement placement = place(network, machine_with(16), mapping);
  EXPECT_THAT(rows(placement.layers[0]), ElementsAre(ElementsAre(5, 0, 4), ElementsAre(6, 4, 2)));
  EXPECT_THAT(rows(placement.layers[1]), ElementsAre(ElementsAre(5, 0, 2)));
}

std::string refusal(const Mapping& mapping, std::uint32_t batch = 2) {
  try {
    (void)place(tests::make_network({.batch = batch}), machine_with(8), mapping);
  } catch (const arch::base::CompileError& error) {
    return error.what();
  }
  return "";
}

TEST(Mapping, RefusesTilesThatAreNotThere) {
  EXPECT_THAT(refusal({.first_tile = 8}), HasSubstr("tile 8 is none of the machine's 8 tiles"));
  EXPECT_THAT(refusal({.first_tile = 3, .tiles = 6}),
              HasSubstr("6 tiles from tile 3 on are more than are left"));
}

// 11 tiles in three parts of 3; two are left over.
TEST(Replicas, StandSideBySide) {
  const auto network = tests::make_network({.sizes = {4, 3, 1}, .time_steps = 2, .batch = 6});
  Mapping mapping;
  mapping.first_tile = 1;
  mapping.replicas = 3;
  const Placement placement = place(network, machine_with(12), mapping);
  EXPECT_EQ(placement.replicas, 3U);
  EXPECT_EQ(placement.replica_tiles, 3U);
  EXPECT_THAT(rows(placement.layers[0]), ElementsAre(ElementsAre(1, 0, 2), ElementsAre(2, 2, 1)));
  EXPECT_THAT(rows(placement.layers[1]), ElementsAre(ElementsAre(3, 0, 1)));
  EXPECT_THAT(placement_text(placement),
              HasSubstr("replicas: 3, each 3 tiles behind the one before\n"));
}

TEST(Replicas, AreOneUnlessThereAreConvolutions) {
  const auto network = tests::make_network({.sizes = {4, 3, 1}, .batch = 6});
  EXPECT_EQ(place(network, machine_with(200), {}).replicas, 1U);
}

// 2 pairs of channels, 2 pairs of neurons, 3 time steps, the loss: 8 tiles each.
TEST(Replicas, FillTheTilesWithConvolutions) {
  auto network = tests::make_network({.sizes = {16, 12, 3}, .time_steps = 3, .batch = 12});
  auto& projection = network.graph[*boost::in_edges(1, network.graph).first];
  projection.kind = models::ProjectionKind::kConv2d;
  projection.convolution = {{1, 4, 4}, 3, {3, 3}, {1, 1}, {0, 0}, {}};
  EXPECT_EQ(place(network, machine_with(15), {}).replicas, 1U);
  EXPECT_EQ(place(network, machine_with(31), {}).replicas, 3U);
  EXPECT_EQ(place(network, machine_with(47), {}).replicas, 4U);  // 5 do not divide the batch
  EXPECT_EQ(place(network, machine_with(1472), {}).replicas, 12U);
}

TEST(Replicas, ThatCannotBeAreRefused) {
  EXPECT_THAT(refusal({.replicas = 4}, 6),
              HasSubstr("a batch of 6 cannot be shared equally by 4 replicas"));
  EXPECT_THAT(refusal({.replicas = 9}, 9), HasSubstr("9 replicas are more than the 8 tiles"));
  EXPECT_THAT(refusal({.program = kProgramMatrixUnit, .replicas = 2}),
              HasSubstr("of the program layer_by_layer alone"));
}

TEST(PlacementText, NamesEverySlice) {
  const auto network = tests::make_network({.sizes = {4, 3, 1}, .time_steps = 2});
  EXPECT_EQ(placement_text(place(network, machine_with(6), {})),
            "layer0:\n  tile 0: neurons 0..1\n  tile 1: neurons 2..2\n"
            "layer1:\n  tile 2: neurons 0..0\n"
            "input lists:\n  3 4\nloss: tile 5\n");
}

}  // namespace
}  // namespace bspike::kernels
