// Owns the tests of the tables of convolutions: offsets by hand, runs that move each neuron once,
// and placement by channels.
#include "kernels/conv/conv_tables.hpp"

#include <gtest/gtest.h>

#include "arch/base/diagnostics.hpp"
#include "kernels/conv/conv_layout.hpp"
#include "tests/support/small_network.hpp"

namespace bspike::kernels::conv {
namespace {

using models::Convolution;
using models::PoolKind;

// 2 channels of 4 x 3, padding 1 on the sides, kernel 2 x 2, every second row: 2 x 4 sums, pooled
// in pairs of columns.
Convolution example() { return {{2, 4, 3}, 3, {2, 2}, {2, 1}, {0, 1}, {PoolKind::kMax, {1, 2}}}; }

TEST(ConvTables, OffsetsAreThoseOfThePaddedMap) {
  const Tables tables = tables_of(example(), false);
  // Rows of 5 columns, channels of 20 elements.
  EXPECT_EQ(tables.taps, (Offsets{0, 1, 5, 6, 20, 21, 25, 26}));
  EXPECT_EQ(tables.positions, (Offsets{0, 1, 2, 3, 10, 11, 12, 13}));
  EXPECT_EQ(tables.windows, (Offsets{0, 2, 4, 6}));
  EXPECT_EQ(tables.cells, (Offsets{0, 1}));
  EXPECT_EQ(tables.codes, (std::vector<std::uint32_t>{0, 0, 8, 8}));
  EXPECT_EQ(tables.places[0], 1);        // behind the border
  EXPECT_EQ(tables.places[12 + 3], 26);  // second channel, second row
  EXPECT_TRUE(tables.back_taps.empty());
}

// One row of border on each side of the kernel and a row of zeros between: max((2 - 1) 2 + 2, 4 +
// 0 + 1) = 5 rows, max(3 + 2, 3 + 1 + 1) = 5 columns.
TEST(ConvTables, TheGradientHasABorderAndGaps) {
  const GradientMap gradient = gradient_map(example(), true);
  EXPECT_EQ(gradient.shape, (models::MapShape{1, 5, 5}));
  const Tables tables = tables_of(example(), true);
  EXPECT_EQ(tables.meetings, (Offsets{0, 6, 1, 7, 2, 8, 3, 9, 10, 16, 11, 17, 12, 18, 13, 19}));
  EXPECT_EQ(tables.gradient_windows, (Offsets{6, 8, 16, 18}));
  // The first weight of the kernel met a position's last.
  EXPECT_EQ(tables.back_taps, (Offsets{6, 5, 1, 0}));
  EXPECT_EQ(tables.back_positions[0], 1);
  EXPECT_EQ(tables.back_positions[11], 18);
}

TEST(ConvTables, GroupsOfFourAreFilledWithTheLast) {
  Convolution conv = example();
  conv.input = {1, 3, 3};
  conv.kernel = {1, 3};
  conv.stride = {1, 1};
  conv.pool = {};
  const Tables tables = tables_of(conv, true);
  EXPECT_EQ(tables.taps, (Offsets{0, 1, 2, 2}));
  EXPECT_EQ(tables.positions.size(), 12u);
  EXPECT_EQ(tables.positions[8], tables.positions[11]);
  EXPECT_EQ(sums_plane_bytes(conv), 12u * 8);
  EXPECT_EQ(result_bytes(conv), 12u * 4);
}

// Every neuron of two blocks, an odd one at the end, goes to its own place.
TEST(ConvTables, RunsMoveEachNeuronOnce) {
  Convolution conv = example();
  conv.input = {1, 5, 3};
  const std::vector<Block> blocks{{0, 6, 0}, {6, 9, 100}};
  const Tables tables = tables_of(conv, true);
  std::vector<std::uint32_t> gathered(tables.places.size()), scattered(tables.places.size());
  for (const conv::Run& run : gather_runs(conv, blocks)) {
    EXPECT_EQ(run.from_sample, run.from >= 100 ? 40u : 24u);
    EXPECT_EQ(run.to_sample, source_bytes(conv));
    for (std::uint32_t i = 0; i < run.words; ++i) {
      const std::uint32_t from = run.from / 4 + i;
      const std::uint32_t neuron = from >= 25 ? from - 25 + 6 : from;
      EXPECT_EQ(run.to / 4 + i, tables.places[neuron]);
      ++gathered[neuron];
    }
  }
  for (const conv::Run& run : scatter_runs(conv, blocks))
    for (std::uint32_t i = 0; i < run.words; ++i) {
      const std::uint32_t to = run.to / 4 + i;
      EXPECT_EQ(run.from / 4 + i, to >= 25 ? to - 25 + 6 : to);
      ++scattered[run.from / 4 + i];
    }
  EXPECT_EQ(gathered, std::vector<std::uint32_t>(15, 1));
  EXPECT_EQ(scattered, gathered);
}

TEST(ConvTables, MapsBeyondSixteenBitsAreRefused) {
  Convolution conv = example();
  EXPECT_NO_THROW(check_convolution(conv, "small"));
  conv.input = {1, 256, 257};
  conv.kernel = {1, 1};
  EXPECT_THROW(check_convolution(conv, "large"), arch::base::CompileError);
}

// Three channels: the last slice has one, whose second lane counts for nothing.
TEST(ConvSlice, HoldsWholeChannels) {
  const ConvSlice slice = conv_slice(example(), {0, 8, 4, 5});
  EXPECT_EQ(slice.first_channel, 2u);
  EXPECT_EQ(slice.channels, 1u);
  EXPECT_EQ(slice.planes, 1u);
  EXPECT_EQ(slice.plane_words, (std::vector<std::uint32_t>{0, 0, 0x3f800000, 0}));
}

TEST(ConvPlacement, SplitsByPairsOfChannels) {
  models::Network network = tests::make_network({.sizes = {24, 12, 3}});
  auto& projection = network.graph[*boost::in_edges(1, network.graph).first];
  projection.kind = models::ProjectionKind::kConv2d;
  projection.convolution = example();
  const arch::Machine machine = arch::load_machine(BSPIKE_SOURCE_DIR "/configs/machines/tiny.yaml");
  const Placement placement = place(network, machine, {});
  ASSERT_EQ(placement.layers[0].size(), 2u);
  EXPECT_EQ(placement.layers[0][0].neurons, 8u);
  EXPECT_EQ(placement.layers[0][1].first_neuron, 8u);
  EXPECT_EQ(placement.layers[0][1].neurons, 4u);
  EXPECT_EQ(placement.layers[1].size(), 2u);
  Mapping sparse;
  sparse.program = kProgramSparseBptt;
  EXPECT_THROW((void)place(network, machine, sparse), arch::base::CompileError);
}

}  // namespace
}  // namespace bspike::kernels::conv
