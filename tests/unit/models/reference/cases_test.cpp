// Owns the proof that the host reference computes snnTorch's training steps, in float and double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "models/reference/case_file.hpp"
#include "models/reference/compare_case.hpp"
#include "models/reference/run_case.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

class SnnTorchCase : public testing::TestWithParam<std::string> {
 protected:
  ReferenceCase case_ = read_case(test::data_path("reference/snntorch/" + GetParam() + ".json"));

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

// Every case of the folder.
std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(test::data_path("reference/snntorch"))) {
    const std::string name = entry.path().stem().string();
    if (name.starts_with('s') && entry.path().extension() == ".json") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, SnnTorchCase, testing::ValuesIn(case_names()),
                         [](const auto& named) { return named.param.substr(0, 3); });

TEST(SnnTorchCases, AreAllThere) { EXPECT_EQ(case_names().size(), 23u); }

}  // namespace
}  // namespace bspike::models
