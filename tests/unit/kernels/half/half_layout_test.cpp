// Tests the layouts of weights and blocks in f16 against places counted by hand, and the splitting
// of layers into quads.
#include "kernels/half/half_layout.hpp"

#include <gtest/gtest.h>

#include "tests/support/machines.hpp"
#include "tests/support/small_network.hpp"

namespace bspike::kernels {
namespace {

TEST(HalfLayout, TheFirstLayerLiesInPlanesOfFour) {
  const Slice slice{0, 8, 6, 3};  // two quads
  const HalfElements elements = half_elements(slice, half_form(slice), 5);
  EXPECT_EQ(elements.weights, 2u * 5 * 4);
  EXPECT_EQ(elements.biases, 8u);
  EXPECT_EQ(half_weight_place(HalfForm::kPlanes, 5, 0, 0), 0u);
  EXPECT_EQ(half_weight_place(HalfForm::kPlanes, 5, 3, 0), 3u);
  EXPECT_EQ(half_weight_place(HalfForm::kPlanes, 5, 0, 1), 4u);
  EXPECT_EQ(half_weight_place(HalfForm::kPlanes, 5, 5, 4), 20u + 16 + 1);
}

TEST(HalfLayout, OtherLayersLieNeuronByNeuron) {
  const Slice slice{1, 0, 5, 3};  // three pairs have rows
  const HalfElements elements = half_elements(slice, half_form(slice), 12);
  EXPECT_EQ(padded_row(12), 16u);
  EXPECT_EQ(padded_row(16), 16u);
  EXPECT_EQ(elements.weights, 6u * 16);
  EXPECT_EQ(elements.biases, 8u);
  EXPECT_EQ(half_weight_place(HalfForm::kRows, 12, 4, 11), 4u * 16 + 11);
}

// Two blocks of two quads, then one of one, batch 3: 20 rows, so that half a group is padding.
TEST(HalfLayout, SegmentsWalkBlocksAndPadding) {
  const std::vector<Slice> slices{{0, 0, 8, 0}, {0, 8, 7, 1}, {0, 15, 3, 2}};
  const auto segments = quad_segments(slices, 3);
  ASSERT_EQ(segments.size(), 3u);
  // Two blocks of 3 samples of 2 quads of 16 bytes; 2 quads of 8 bytes in rows.
  EXPECT_EQ(segments[0], (SegmentEntry{2, 96, 16, 2, 16, 8, 0, 0}));
  EXPECT_EQ(segments[1], (SegmentEntry{1, 48, 8, 1, 16, 8, 192, 32}));
  EXPECT_EQ(segments[2], (SegmentEntry{1, 0, 0, 1, 0, 8, 240, 40}));
}

// The longer loop is the inner one.
TEST(HalfLayout, ManySmallBlocksAreTheInnerLoop) {
  const std::vector<Slice> slices{{0, 0, 4, 0}, {0, 4, 4, 1}, {0, 8, 4, 2}, {0, 12, 4, 3}};
  const auto segments = quad_segments(slices, 2);
  ASSERT_EQ(segments.size(), 1u);
  EXPECT_EQ(segments[0], (SegmentEntry{1, 16, 8, 4, 32, 8, 0, 0}));
}

// Those of the last layer need not.
TEST(HalfLayout, SlicesHoldWholeQuads) {
  const models::Network network = tests::make_network({.sizes = {7, 22, 10}});
  Mapping mapping;
  mapping.types.weights = kNumberF16;
  const Placement placement = place(network, tests::machine_with_grid(4, 4, 1, 1), mapping);
  for (const auto& slices : placement.layers) {
    std::uint32_t next = 0;
    for (const Slice& slice : slices) {
      EXPECT_EQ(slice.first_neuron, next);
      EXPECT_TRUE(slice.layer > 0 || slice.first_neuron % 4 == 0);
      next += slice.neurons;
    }
    EXPECT_EQ(next, &slices == &placement.layers[0] ? 22u : 10u);
  }
  EXPECT_EQ(placement.layers[1].size(), 4u);  // pairs
}

// But of one that hears itself they do, as the rows are its own neurons.
TEST(HalfLayout, SlicesOfALayerThatHearsItselfHoldWholeQuads) {
  const models::Network network = tests::make_network({.sizes = {7, 22, 10}, .model = "RLeaky"});
  Mapping mapping;
  mapping.types.weights = kNumberF16;
  const Placement placement = place(network, tests::machine_with_grid(4, 4, 1, 1), mapping);
  EXPECT_EQ(placement.layers[1].size(), 3u);
  for (const Slice& slice : placement.layers[1]) EXPECT_EQ(slice.first_neuron % 4, 0u);
}

// Two channels of four neurons are two quads; of nine neurons it takes four channels.
TEST(HalfLayout, SlicesOfConvolutionsHoldWholeQuads) {
  for (const std::uint32_t edge : {2U, 3U}) {
    models::Network network = tests::make_network({.sizes = {16, 4 * edge * edge, 3}});
    auto& projection = network.graph[*boost::in_edges(1, network.graph).first];
    projection.kind = models::ProjectionKind::kConv2d;
    projection.convolution = {{1, 4, 4}, 4, {5 - edge, 5 - edge}, {1, 1}, {0, 0}, {}};
    Mapping mapping;
    mapping.types.weights = kNumberF16;
    mapping.replicas = 1;
    const Placement placement = place(network, tests::machine_with_grid(4, 4, 1, 1), mapping);
    EXPECT_EQ(placement.layers[0].size(), edge == 2 ? 2U : 1U);
  }
}

// Rows, whichever layer it is.
TEST(HalfLayout, WhatALayerHearsOfItselfLiesInRows) {
  const Slice slice{0, 0, 6, 0};
  EXPECT_EQ(half_elements(slice, HalfForm::kRows, 10).weights, 6u * 16);
}

}  // namespace
}  // namespace bspike::kernels
