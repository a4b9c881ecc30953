// Owns the tests of the digits table.
#include "models/inputs/digits_csv.hpp"

#include <gtest/gtest.h>

#include "tests/unit/models/json_file.hpp"

namespace bspike::models {
namespace {

std::unique_ptr<Dataset> digits(Split split) {
  DatasetSpec spec;
  spec.row = test::row_named(dataset_table(), "digits_csv");
  spec.paths["file"] = test::data_path("digits/digits.csv.gz");
  return open_dataset(spec, split);
}

TEST(Digits, EveryFifthRowIsForTesting) {
  const auto train = digits(Split::kTrain);
  const auto held_out = digits(Split::kTest);
  EXPECT_EQ(train->samples(), 1438u);
  EXPECT_EQ(held_out->samples(), 359u);
  EXPECT_EQ(train->source_row(4), 5u);
  EXPECT_EQ(held_out->source_row(0), 4u);
  EXPECT_EQ(held_out->source_row(1), 9u);
}

TEST(Digits, ReadsTheFirstRow) {
  const auto train = digits(Split::kTrain);
  const std::vector<std::uint8_t> top{0, 0, 5, 13, 9, 1, 0, 0};
  EXPECT_TRUE(std::equal(top.begin(), top.end(), train->image(0).begin()));
  EXPECT_EQ(train->image(0).size(), 64u);
  EXPECT_EQ(train->label(0), 0u);
  EXPECT_EQ(train->label(1), 1u);
  EXPECT_EQ(train->level_bits(), 4u);
}

std::string row(const std::string& first, int commas = 64) {
  std::string text = first;
  for (int i = 0; i < commas; ++i) text += ",7";
  return text;
}

std::string message_of(const std::string& text) {
  try {
    (void)parse_digits(text, "d.csv", Split::kTrain);
  } catch (const arch::base::FormatError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Digits, RefusesBadRowsAtTheirPlace) {
  EXPECT_EQ(message_of(row("1")), "no error");
  EXPECT_EQ(message_of(row("1") + "\r\n" + row("2") + "\r\n"), "no error");
  EXPECT_EQ(message_of(row("17")), "d.csv:1:1: expected a whole number from 0 to 16, found \"17\"");
  EXPECT_EQ(message_of(row("1") + "\n" + row("x")),
            "d.csv:2:1: expected a whole number from 0 to 16, found \"x\"");
  EXPECT_EQ(message_of(row("-1")), "d.csv:1:1: expected a whole number from 0 to 16, found \"-1\"");
  EXPECT_EQ(message_of(row("")), "d.csv:1:1: expected a whole number from 0 to 16, found \"\"");
  EXPECT_EQ(message_of(row("1.5")),
            "d.csv:1:1: expected a whole number from 0 to 16, found \"1.5\"");
  EXPECT_EQ(message_of(row("1", 63)), "d.csv:1:127: expected 65 values in a row");
  EXPECT_EQ(message_of(row("1", 65)), "d.csv:1:129: expected 65 values in a row");
  EXPECT_EQ(message_of(row("1") + "\n\n" + row("1")),
            "d.csv:2:1: expected a whole number from 0 to 16, found \"\"");
  EXPECT_EQ(message_of(""), "d.csv: no row of this split among 0 rows");
  std::string label = row("1", 63) + ",10";
  EXPECT_EQ(message_of(label), "d.csv:1:129: expected a whole number from 0 to 9, found \"10\"");
}

}  // namespace
}  // namespace bspike::models
