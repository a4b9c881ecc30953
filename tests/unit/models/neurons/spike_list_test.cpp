// Owns the tests of the three list rules.
#include "models/neurons/spike_list.hpp"

#include <gtest/gtest.h>

namespace bspike::models {
namespace {

// Neurons 1, 3, 4, 6 spike (above 1); 0 and 5 are between 0.5 and 1; 2 is below; 7 is at 1.
const std::vector<double> kMembranes{0.75, 2, 0.25, 1.5, 3, 0.625, 1.25, 1};

SpikeList make(ListRule rule, std::uint32_t capacity) {
  return make_spike_list<double>({rule, capacity, 0.5}, 1, kMembranes);
}
SpikeList list(std::vector<std::uint32_t> ids, std::uint32_t c0) { return {std::move(ids), c0}; }

// 1 where the gradient passes.
std::vector<double> mask(ListRule rule, std::uint32_t capacity) {
  std::vector<double> gradient(kMembranes.size(), 1);
  mask_spike_gradient<double>({rule, capacity, 0.5}, 1, kMembranes, make(rule, capacity), gradient);
  return gradient;
}

TEST(SpikeList, SpikesFirstFillsThePlacesLeftWithNeuronsNearTheThreshold) {
  EXPECT_EQ(make(ListRule::kSpikesFirst, 8), list({1, 3, 4, 6, 0, 5, 7}, 4));
  EXPECT_EQ(make(ListRule::kSpikesFirst, 5), list({1, 3, 4, 6, 0}, 4));
  EXPECT_EQ(make(ListRule::kSpikesFirst, 4), list({1, 3, 4, 6}, 4));
  EXPECT_EQ(make(ListRule::kSpikesFirst, 2), list({1, 3}, 2));
}

TEST(SpikeList, ListedTakesBothKindsInOneScanSoThatASpikeCanLoseItsPlace) {
  EXPECT_EQ(make(ListRule::kListed, 8), list({1, 3, 4, 6, 0, 5, 7}, 4));
  EXPECT_EQ(make(ListRule::kListed, 5), list({1, 3, 4, 0, 5}, 3));
  EXPECT_EQ(make(ListRule::kListed, 1), list({0}, 0));
}

TEST(SpikeList, DenseListsSpikesAlone) {
  EXPECT_EQ(make(ListRule::kDense, 8), list({1, 3, 4, 6}, 4));
  EXPECT_EQ(make(ListRule::kDense, 3), list({1, 3, 4}, 3));
}

TEST(SpikeList, GradientReachesListedNeuronsAlone) {
  EXPECT_EQ(mask(ListRule::kSpikesFirst, 5), (std::vector<double>{1, 1, 0, 1, 1, 0, 1, 0}));
  EXPECT_EQ(mask(ListRule::kListed, 5), (std::vector<double>{1, 1, 0, 1, 1, 1, 0, 0}));
}

TEST(SpikeList, WithTheRuleDenseItReachesAllButTheDropped) {
  EXPECT_EQ(mask(ListRule::kDense, 3), (std::vector<double>{1, 1, 1, 1, 1, 1, 0, 1}));
  EXPECT_EQ(mask(ListRule::kDense, 4), std::vector<double>(8, 1));
}

}  // namespace
}  // namespace bspike::models
