// Owns the proof that the host reference computes PyTorch's convolutions and poolings, forward and
// backward, in float and double.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "models/reference/case_file.hpp"
#include "models/reference/compare_case.hpp"
#include "models/reference/convolution_run.hpp"
#include "models/reference/run_case.hpp"

namespace bspike::models {
namespace {

const std::string kFolder = BSPIKE_SOURCE_DIR "/tests/made/conv";

void expect_all(const std::vector<ComparisonRow>& rows) {
  EXPECT_GT(rows.size(), 10u);
  for (const ComparisonRow& row : rows)
    EXPECT_TRUE(row.pass) << row.tensor << ": " << row.largest_error << " > " << row.tolerance;
}

class ConvolutionCase : public testing::TestWithParam<std::string> {
 protected:
  ReferenceCase case_ = read_case(std::filesystem::path(kFolder + "/" + GetParam() + ".json"));
};

TEST_P(ConvolutionCase, HoldsInFloat) { expect_all(compare_case(case_, run_case<float>(case_))); }

TEST_P(ConvolutionCase, HoldsInDoubleToTenDigits) {
  expect_all(compare_case(case_, run_case<double>(case_), Precision::kDouble));
}

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder))
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, ConvolutionCase, testing::ValuesIn(case_names()),
                         [](const auto& named) { return named.param.substr(0, 3); });

TEST(ConvolutionCases, AreAllThere) { EXPECT_EQ(case_names().size(), 8u); }

// One channel of 3 x 3, a kernel of 2 x 2, one window of 2 x 2 over all four sums.
Network one_window(PoolKind kind) {
  Network network;
  network.time_steps = 1;
  network.batch = 1;
  Population input, layer;
  input.size = 9;
  input.is_input = true;
  layer.size = 1;
  boost::add_vertex(input, network.graph);
  boost::add_vertex(layer, network.graph);
  Projection projection;
  projection.kind = ProjectionKind::kConv2d;
  projection.convolution = {{1, 3, 3}, 1, {2, 2}, {1, 1}, {0, 0}, {kind, {2, 2}}};
  boost::add_edge(0, 1, projection, network.graph);
  return network;
}

struct Outcome {
  double current = 0;
  std::vector<double> weight_gradient, input_gradient;
};

// Of a gradient of 1.
Outcome outcome_of(PoolKind kind, const std::vector<double>& weights,
                   const std::vector<std::uint32_t>& spikes) {
  const Network network = one_window(kind);
  ConvolutionRun<double> run(network, 0, weights, {});
  Outcome outcome;
  const std::vector<IdSpan> lists{spikes};
  std::vector<double> current(1);
  const std::vector<double> one{1};
  run.forward(0, lists, current);
  run.backward(0, one, lists);
  outcome.current = current[0];
  outcome.weight_gradient = run.weight_gradient();
  outcome.input_gradient = run.input_gradient(0, one);
  return outcome;
}

using Doubles = std::vector<double>;

// The spike in the middle meets each weight once: the four sums are 4, 3, 2 and 1.
TEST(ConvolutionRun, PoolsTheSumsOfOneSpike) {
  const Doubles weights{1, 2, 3, 4};
  EXPECT_EQ(outcome_of(PoolKind::kMax, weights, {4}).current, 4);
  EXPECT_EQ(outcome_of(PoolKind::kSum, weights, {4}).current, 10);
  EXPECT_EQ(outcome_of(PoolKind::kAverage, weights, {4}).current, 2.5);
  EXPECT_EQ(outcome_of(PoolKind::kMax, weights, {4}).weight_gradient, (Doubles{0, 0, 0, 1}));
  EXPECT_EQ(outcome_of(PoolKind::kAverage, weights, {4}).weight_gradient,
            (Doubles{0.25, 0.25, 0.25, 0.25}));
  // The first sum is the largest, so its four inputs get their weights.
  EXPECT_EQ(outcome_of(PoolKind::kMax, weights, {4}).input_gradient,
            (Doubles{1, 2, 0, 3, 4, 0, 0, 0, 0}));
}

TEST(ConvolutionRun, TakesTheFirstOfEqualSums) {
  EXPECT_EQ(outcome_of(PoolKind::kMax, {1, 1, 1, 1}, {4}).input_gradient,
            (Doubles{1, 1, 0, 1, 1, 0, 0, 0, 0}));
  // Spikes in all four corners: each sum is the weight that meets its corner.
  EXPECT_EQ(outcome_of(PoolKind::kMax, {1, 5, 5, 1}, {0, 2, 6, 8}).weight_gradient,
            (Doubles{0, 1, 0, 0}));
}

// A spike that is listed twice counts twice.
TEST(ConvolutionRun, CountsRepeatedSpikes) {
  EXPECT_EQ(outcome_of(PoolKind::kSum, {1, 2, 3, 4}, {0, 0, 8}).current, 6);
}

}  // namespace
}  // namespace bspike::models
