// Tests the sparse program's places, its memory and its supersteps against the published program.
#include <gtest/gtest.h>

#include <map>

#include "kernels/sparse/sparse_steps.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/sparse_network.hpp"

namespace bspike::kernels::sparse {
namespace {

Mapping mapping_with(std::uint32_t neurons_per_tile, int variant = kVariantLog2022) {
  Mapping mapping;
  mapping.program = kProgramSparseBptt;
  mapping.neurons_per_tile = neurons_per_tile;
  mapping.variant = variant;
  return mapping;
}

// The measured networks: 34 x 34 x 2 inputs and 10 % activity, so many neurons a layer.
tests::SparseShape published_shape(std::vector<std::uint32_t> layers) {
  tests::SparseShape shape;
  shape.time_steps = 100;
  shape.batch = 48;
  shape.sizes = {2312};
  shape.capacities = {32};
  for (const std::uint32_t neurons : layers) {
    shape.sizes.push_back(neurons);
    shape.capacities.push_back(std::max(2U, neurons / 20 * 2));
  }
  return shape;
}

using Ranges = std::vector<std::pair<TileId, TileId>>;

Ranges tile_ranges(const std::vector<std::uint32_t>& layers) {
  const models::Network network = tests::make_sparse_network(published_shape(layers));
  const Placement placement = place_sparse(network, tests::c600_like_machine(), mapping_with(2));
  Ranges ranges;
  for (const auto& slices : placement.layers) {
    ranges.emplace_back(slices.front().tile, slices.back().tile);
  }
  return ranges;
}

TEST(SparsePlacement, LayersLieOnThePublishedTiles) {
  EXPECT_EQ(tile_ranges({1466, 1466, 10}), (Ranges{{1, 733}, {734, 1466}, {1467, 1471}}));
  EXPECT_EQ(tile_ranges({978, 978, 976, 10}),
            (Ranges{{1, 489}, {490, 978}, {979, 1466}, {1467, 1471}}));
  EXPECT_EQ(tile_ranges({734, 734, 732, 732, 10}),
            (Ranges{{1, 367}, {368, 734}, {735, 1100}, {1101, 1466}, {1467, 1471}}));
  EXPECT_EQ(tile_ranges({588, 586, 586, 586, 586, 10}).back(),
            (std::pair<TileId, TileId>{1467, 1471}));
}

TEST(SparsePlacement, RefusesMoreNeuronsThanTilesHold) {
  const models::Network network = tests::make_sparse_network(published_shape({1466, 1466, 12}));
  EXPECT_THROW((void)place_sparse(network, tests::c600_like_machine(), mapping_with(2)),
               arch::base::CompileError);
}

// 12 neurons on tiles of five: the last tile has two.
TEST(SparsePlacement, TakesAnOddNumberOfNeuronsOnATile) {
  const models::Network network = tests::make_sparse_network({});
  const Placement placement = place_sparse(network, tests::c600_like_machine(), mapping_with(5));
  ASSERT_EQ(placement.layers[0].size(), 3U);
  EXPECT_EQ(placement.layers[0][1].first_neuron, 5U);
  EXPECT_EQ(placement.layers[0][2].neurons, 2U);
}

TEST(SparsePlacement, RefusesWhatTheProgramCannotExpress) {
  models::Network network = tests::make_sparse_network({});
  network.graph[1].list->rule = models::ListRule::kListed;
  EXPECT_THROW((void)place_sparse(network, tests::c600_like_machine(), mapping_with(2)),
               arch::base::CompileError);
}

// Bytes of a tile's regions by name.
std::map<std::string, std::uint64_t> regions_of(const models::Network& network, TileId tile) {
  const arch::Machine machine = tests::c600_like_machine();
  const Mapping mapping = mapping_with(2);
  const SparseJob job = make_job(network, machine, mapping);
  LabelTable labels;
  MemoryPlanner memory(machine, labels);
  (void)plan_sparse_layout(job, std::vector<std::uint64_t>(1472, 20000), memory);
  memory.check_fit();
  std::map<std::string, std::uint64_t> bytes;
  for (const arch::MemoryRegion& region : memory.regions(tile)) {
    bytes[labels.names()[region.name]] += region.bytes;
  }
  return bytes;
}

// 2312 x 2 weights of 4 bytes; 48 x 2 states; 48 x 32 ids.
TEST(SparseMemory, FirstLayerNeedsWhatThePublishedOneDoes) {
  const auto bytes = regions_of(tests::make_sparse_network(published_shape({1466, 1466, 10})), 700);
  EXPECT_EQ(bytes.at("layer0.weights"), 18496U);
  EXPECT_EQ(bytes.at("layer0.gradient_replicas"), 110976U);
  EXPECT_EQ(bytes.at("layer0.exp_avg"), 18496U);
  EXPECT_EQ(bytes.at("layer0.history"), 101U * 384);
  EXPECT_EQ(bytes.at("layer0.replica.ids"), 6144U);
}

TEST(SparseMemory, SecondLayerNeedsWhatThePublishedOneDoes) {
  const auto bytes =
      regions_of(tests::make_sparse_network(published_shape({1466, 1466, 10})), 1200);
  EXPECT_EQ(bytes.at("layer1.weights"), 11728U);
  EXPECT_EQ(bytes.at("layer1.gradient_replicas"), 70368U);
  EXPECT_EQ(bytes.at("layer1.replica.ids"), 28032U);
  EXPECT_EQ(bytes.at("layer1.input_gradient"), 28032U);
}

TEST(SparseMemory, ThirtyTwoNeuronsOnATileDoNotFitForTheirReplicas) {
  tests::SparseShape shape = published_shape({980, 980, 10});
  shape.batch = 24;
  shape.time_steps = 10;
  shape.optimizer = "SGD";
  const models::Network network = tests::make_sparse_network(shape);
  const arch::Machine machine = tests::c600_like_machine();
  const Mapping mapping = mapping_with(32);
  const SparseJob job = make_job(network, machine, mapping);
  LabelTable labels;
  MemoryPlanner memory(machine, labels);
  (void)plan_sparse_layout(job, std::vector<std::uint64_t>(1472, 20000), memory);
  try {
    memory.check_fit();
    FAIL() << "it fits";
  } catch (const DoesNotFit& refusal) {
    EXPECT_EQ(refusal.largest.front().name, "layer0.gradient_replicas");
    EXPECT_EQ(refusal.largest.front().bytes, 6ULL * 2312 * 32 * 4);
  }
}

struct Counts {
  std::size_t forward = 0, backward = 0;
};

Counts superstep_counts(const tests::SparseShape& shape, std::uint32_t tiles, bool merge = false) {
  const models::Network network = tests::make_sparse_network(shape);
  const arch::Machine machine = tests::machine_with_grid(tiles, tiles, 1, 1);
  Mapping mapping = mapping_with(2);
  mapping.merge_library_steps = merge;
  const SparseJob job = make_job(network, machine, mapping);
  LabelTable labels;
  MemoryPlanner memory(machine, labels);
  GroupTable groups;
  const SparseLayout layout = plan_sparse_layout(job, std::vector<std::uint64_t>(tiles, 0), memory);
  const SparseProgram program = sparse_program({job, layout, groups});
  return {program.forward.size(), program.backward.size()};
}

// At a batch of 6 groups have 3 tiles, so 96 neurons on 48 tiles are 16 groups.
TEST(SparseSupersteps, AreThePublishedNumberOfATimeStep) {
  const Counts two = superstep_counts({.sizes = {20, 96, 96, 4}, .capacities = {6, 4, 4, 2}}, 100);
  EXPECT_EQ(two.forward, 22U);
  EXPECT_EQ(two.backward, 36U);
  EXPECT_EQ(two.forward + two.backward, 58U);
  const Counts five = superstep_counts(
      {.sizes = {20, 12, 12, 12, 12, 12, 4}, .capacities = {6, 4, 4, 4, 4, 4, 2}}, 40);
  EXPECT_EQ(five.forward + five.backward, 93U);
}

// Merged: F0, F1 slices, F1 copies, F2, F3, F4, F5, F6, F7, F8 states, F8 lists; B0 three times,
// B1 input, boundary, gradient, own lists, own states, B2, B3, B4 twice, B5, B6, B7, B8, B9.
TEST(SparseSupersteps, AreFewerWhenLibraryCallsAreMerged) {
  const Counts merged = superstep_counts({}, 24, true);
  EXPECT_EQ(merged.forward, 11U);
  EXPECT_EQ(merged.backward, 17U);
}

}  // namespace
}  // namespace bspike::kernels::sparse
