// Owns the proof that the host reference computes snnTorch's training steps, in float and double.
#include <gtest/gtest.h>

#include <cmath>

#include "models/reference/case_file.hpp"
#include "models/reference/compare_case.hpp"
#include "models/reference/run_case.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

class SnnTorchCase : public testing::TestWithParam<const char*> {
 protected:
  ReferenceCase case_ =
      read_case(test::data_path("reference/snntorch/" + std::string(GetParam()) + ".json"));

  static void expect_all(const std::vector<ComparisonRow>& rows) {
    EXPECT_FALSE(rows.empty());
    for (const ComparisonRow& row : rows)
      EXPECT_TRUE(row.pass) << row.tensor << ": " << row.largest_error << " > " << row.tolerance;
  }
};

TEST_P(SnnTorchCase, HoldsInFloat) { expect_all(compare_case(case_, run_case<float>(case_))); }

TEST_P(SnnTorchCase, HoldsInDoubleToTenDigits) {
  expect_all(compare_case(case_, run_case<double>(case_), Precision::kDouble));
}

// A comparison that cannot fail would prove nothing: one wrong value in each tensor must show.
TEST_P(SnnTorchCase, AWrongValueFails) {
  const CaseResult good = run_case<float>(case_);
  const auto failures = [this](const CaseResult& result) {
    std::vector<std::string> failed;
    for (const ComparisonRow& row : compare_case(case_, result))
      if (!row.pass) failed.push_back(row.tensor);
    return failed;
  };
  CaseResult bad = good;
  bad.spikes[0].back() = 1 - bad.spikes[0].back();
  EXPECT_EQ(failures(bad), std::vector<std::string>{"layer0.spikes"});
  bad = good;
  bad.states[1]["mem"][0] += 2e-5;
  EXPECT_EQ(failures(bad), std::vector<std::string>{"layer1.mem"});
  bad = good;
  bad.loss *= 1.0001;
  EXPECT_EQ(failures(bad), std::vector<std::string>{"loss"});
  bad = good;
  bad.gradients["fc0.weight"][0] += 1;
  EXPECT_EQ(failures(bad), std::vector<std::string>{"grads.fc0.weight"});
  bad = good;
  bad.after_sgd["fc1.bias"].pop_back();
  EXPECT_EQ(failures(bad), std::vector<std::string>{"after_sgd.fc1.bias"});
  bad = good;
  bad.after_adam.erase("fc1.weight");
  EXPECT_EQ(failures(bad), std::vector<std::string>{"after_adam.fc1.weight"});
  bad = good;
  bad.output[0] = std::nan("");
  EXPECT_EQ(failures(bad), std::vector<std::string>{"output"});
}

INSTANTIATE_TEST_SUITE_P(Supported, SnnTorchCase,
                         testing::Values("s01_leaky_sub_tiny", "s02_leaky_zero_ce_rate",
                                         "s04_leaky_ste_mse_count", "s05_leaky_sigmoid_thresholds",
                                         "s13_leaky_deep", "s16_leaky_64_128_10",
                                         "s21_sparse_dense_rule", "s22_sparse_listed_rule"),
                         [](const auto& named) { return std::string(named.param).substr(0, 3); });

}  // namespace
}  // namespace bspike::models
