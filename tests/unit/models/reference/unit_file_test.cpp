// Tests the check of unit files: those of snnTorch and torch.optim hold, a changed number fails,
// and what we lack is named.
#include "models/reference/unit_file.hpp"

#include <gtest/gtest.h>

#include "arch/base/diagnostics.hpp"
#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

nlohmann::json unit(const std::string& part) {
  return test::read_json("reference/snntorch/unit_" + part + ".json");
}

std::vector<ComparisonRow> rows_of(const nlohmann::json& document) {
  return check_unit_file(document, "u.json").value();
}

std::string message_of(const nlohmann::json& document) {
  try {
    (void)check_unit_file(document, "u.json");
  } catch (const arch::base::ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(UnitFile, ThePublishedOnesHold) {
  EXPECT_EQ(rows_of(unit("surrogates")).size(), 2 * 12u);
  EXPECT_EQ(rows_of(unit("losses")).size(), 2 * 23u);
  EXPECT_EQ(rows_of(unit("optimizers")).size(), 9u);
  for (const char* part : {"surrogates", "losses", "optimizers"}) {
    for (const ComparisonRow& row : rows_of(unit(part)))
      EXPECT_TRUE(row.pass) << row.tensor << " " << row.largest_error;
  }
}

TEST(UnitFile, AChangedNumberFails) {
  nlohmann::json file = unit("losses");
  auto& value = file["cases"][1]["value_f64"];
  value = value.get<double>() * 1.00001;
  int failed = 0;
  for (const ComparisonRow& row : rows_of(file)) {
    if (row.pass) continue;
    ++failed;
    EXPECT_EQ(row.tensor, "cases[1] ce_rate.value");
  }
  EXPECT_EQ(failed, 1);
  file = unit("surrogates");
  file["surrogates"][0]["spike"]["data"][0] = 1;
  EXPECT_FALSE(all_pass(rows_of(file)));
}

TEST(UnitFile, OtherFilesAreNone) {
  EXPECT_EQ(check_unit_file({{"format", "snn-reference-1"}}, "u.json"), std::nullopt);
  EXPECT_EQ(check_unit_file(nlohmann::json::array(), "u.json"), std::nullopt);
}

TEST(UnitFile, NamesWhatIsLackingOrWrong) {
  nlohmann::json file = unit("surrogates");
  file["surrogates"][0]["name"] = "cosine";
  EXPECT_EQ(message_of(file), "u.json: surrogates[0].name: there is no surrogate \"cosine\"");
  file = unit("surrogates");
  file["surrogates"][0]["args"]["width"] = 2;
  EXPECT_EQ(message_of(file),
            "u.json: surrogates[0].args.width: there is no argument of this name");
  file = unit("losses");
  file["cases"][0]["targets"][0] = 99;
  EXPECT_NE(message_of(file).find("cases[0].targets[0]"), std::string::npos);
  file["cases"][0]["record"]["data"].erase(0);
  EXPECT_NE(message_of(file).find("cases[0].record: expected 72 numbers, found 71"),
            std::string::npos);
  file = unit("optimizers");
  file["grads"]["data"].erase(0);
  EXPECT_EQ(message_of(file), "u.json: grads: expected as many numbers a step as w0 has");
}

}  // namespace
}  // namespace bspike::models
