// Owns a sparse training step with delay that was computed by hand, and what lists must not change.
#include <gtest/gtest.h>

#include "models/reference/reference.hpp"

namespace bspike::models {
namespace {

// beta 0.5 and gain 2 give an input factor of 1; the surrogate's derivative is 1 everywhere.
constexpr const char* kNetwork = R"(
input: {size: 2}
time_steps: 3
batch: 1
defaults:
  projection: {bias: false, delay: 1}
  neuron: {model: SparseLeaky, beta: 0.5, gain: 2, surrogate: {name: straight_through}}
layers:
  - {size: 3, projection: {delay: 0}, list: {rule: spikes_first, capacity: 2, second_threshold: 0.5}}
  - {size: 2, list: {rule: spikes_first, capacity: 2, second_threshold: -100}}
loss: {name: ce_count}
optimizer: {name: SGD, lr: 1}
)";

template <class Real>
StepResult<Real> hand_step() {
  const Network network = build_network(*arch::base::load_text(kNetwork, "n.yaml"));
  const Parameters<Real> parameters{{"fc0.weight", {0.75, 1, 2, 0.75, 1.5, 0.25}},  // [3][2]
                                    {"fc1.weight", {2, 0.5, 0.25, 0.5, 1, 0.5}}};   // [2][3]
  return reference_step<Real>(network, {{{0}, {1}, {}}, {0}}, parameters);
}

template <class Real>
class SparseStep : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(SparseStep, Reals);

// Layer 0: neurons 1 and 2 fill the list, so neuron 0, which is near its threshold, has no place;
// then 0 spikes and 1 is near; then none. Both have been cleared in the second step. Layer 1 hears
// each list a step later; its second threshold lets every neuron in.
TYPED_TEST(SparseStep, SendsListsOneStepLater) {
  const auto step = hand_step<TypeParam>();
  EXPECT_EQ(step.states[0].at("mem"),
            (std::vector<TypeParam>{0.75, 2, 1.5, 1.375, 0.75, 0.25, 0, 0.375, 0.125}));
  EXPECT_EQ(step.lists[0], (std::vector<SpikeList>{{{1, 2}, 2}, {{0, 1}, 1}, {{}, 0}}));
  EXPECT_EQ(step.spikes[0], (std::vector<TypeParam>{0, 1, 1, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(step.states[1].at("mem"), (std::vector<TypeParam>{0, 0, 0.75, 1.5, 2.375, 0.5}));
  EXPECT_EQ(step.lists[1], (std::vector<SpikeList>{{{0, 1}, 0}, {{1, 0}, 1}, {{0, 1}, 1}}));
}

// Counts 1 and 1, target 0: dL/dspike = (-1/2, 1/2) at each step, so that going back in time
// dU = (-0.5, 0.5), (-0.75, 0.75), (-0.875, 0.875) in layer 1. Its second and third step hear
// neurons {1, 2} and {0}. Layer 0 gets nothing in the last step; in the one before
// W^T (-0.5, 0.5) = (-0.75, 0.25) at its listed neurons; in the first (0.375, 0.1875) at neurons 1
// and 2 beside half of what came later, although both were cleared in between.
TYPED_TEST(SparseStep, GivesGradientToListedNeuronsAlone) {
  const auto step = hand_step<TypeParam>();
  EXPECT_NEAR(step.loss, 0.69314718, 1e-7);
  EXPECT_EQ(step.gradients.at("fc1.weight"),
            (std::vector<TypeParam>{-0.5, -0.75, -0.75, 0.5, 0.75, 0.75}));
  EXPECT_EQ(step.gradients.at("fc0.weight"),
            (std::vector<TypeParam>{-0.375, -0.75, 0.5, 0.25, 0.1875, 0}));
}

TEST(SparseStepInput, AnIdThatStandsTwiceCountsTwice) {
  const Network network = build_network(*arch::base::load_text(kNetwork, "n.yaml"));
  const Parameters<double> parameters{{"fc0.weight", {0.25, 0, 0, 0, 0, 0}},
                                      {"fc1.weight", {1, 0, 0, 0, 0, 0}}};
  const auto step = reference_step<double>(network, {{{0, 0, 0}, {}, {}}, {0}}, parameters);
  EXPECT_EQ(step.states[0].at("mem")[0], 0.75);
}

// A network that is large enough for blocks and side-by-side sums, with lists that hold everything
// and with none: the same in all bits.
TEST(SparseStepLists, ThatHoldEverythingChangeNothing) {
  const auto text = [](const char* list) {
    return std::string(R"(
input: {size: 40}
time_steps: 6
batch: 3
init: {scale: 3}
defaults:
  neuron: {model: Leaky, beta: 0.9, reset: zero, surrogate: {name: fast_sigmoid}})") +
           list + R"(
layers: [{size: 300}, {size: 150}, {size: 10}]
loss: {name: ce_count}
optimizer: {name: SGD, lr: 1}
)";
  };
  StepInput input{{}, {1, 2, 3}};
  for (std::uint32_t i = 0; i < 18; ++i) {
    auto& ids = input.ids.emplace_back();
    for (std::uint32_t id = i % 3; id < 40; id += 1 + i % 4) ids.push_back(id);
  }
  const Network without = build_network(*arch::base::load_text(text(""), "a.yaml"));
  const ParameterSet start = initial_parameters(without);
  const auto plain = reference_step<float>(without, input, start);
  for (const char* list :
       {"\n  list: {rule: dense, capacity: 300}",
        "\n  list: {rule: listed, capacity: 300, second_threshold: -1000000}",
        "\n  list: {rule: spikes_first, capacity: 300, second_threshold: -1e6}"}) {
    const Network with = build_network(*arch::base::load_text(text(list), "b.yaml"));
    const auto listed = reference_step<float>(with, input, start);
    EXPECT_EQ(listed.loss, plain.loss) << list;
    EXPECT_EQ(listed.spikes, plain.spikes) << list;
    EXPECT_EQ(listed.gradients, plain.gradients) << list;
  }
  std::uint64_t spikes = 0;
  for (const float spike : plain.spikes[1]) spikes += spike != 0 ? 1 : 0;
  EXPECT_GT(spikes, 100u);
}

}  // namespace
}  // namespace bspike::models
