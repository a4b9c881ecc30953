// Tests of tables: scaling, best, Pareto, grid, from results whose answers are known by hand.
#include "tools/sweep/tables.hpp"

#include <gtest/gtest.h>

#include "tools/sweep/export.hpp"

namespace bspike::tests {
namespace {

using tools::Results;
using tools::Table;
using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<Json>>;

// tiles x batch; cycles as if 10 x batch were divided among tiles, with 4 for each step besides.
Results results() {
  Results results;
  results.name = "t";
  results.axes = {{"tiles", "number"}, {"batch", "number"}};
  results.columns = {{"cycles", "cycles"}, {"bytes", "bytes"}};
  results.groups = {{"tiles"}, {"batch"}};
  for (const int tiles : {4, 1, 2})
    for (const int batch : {8, 16}) {
      tools::ResultRow row;
      row.id = std::to_string(tiles) + "x" + std::to_string(batch);
      row.status = tiles == 4 && batch == 16 ? "does_not_fit" : "done";
      row.values = {{"tiles", tiles}, {"batch", batch}, {"bytes", 100 * tiles + batch}};
      if (row.status == "done") row.values["cycles"] = 10 * batch / tiles + 4;
      results.rows.push_back(row);
    }
  return results;
}

Table table_of(const std::string& words) {
  return tools::make_table(results(), tools::parse_table(words, {}));
}

TEST(SweepTables, StrongScalingIsAgainstTheFirstOfItsLine) {
  const Table table = table_of("scaling strong of cycles over tiles");
  ASSERT_EQ(table.rows.size(), 5u);
  EXPECT_EQ(table.rows[0], (std::vector<Json>{8, 1, 84, 1.0, 1.0}));
  EXPECT_EQ(table.rows[1], (std::vector<Json>{8, 2, 44, 84.0 / 44, 84.0 / 44 / 2}));
  EXPECT_EQ(table.rows[3], (std::vector<Json>{16, 1, 164, 1.0, 1.0}));
}

TEST(SweepTables, WeakScalingGrowsTheWork) {
  Results zipped = results();
  zipped.groups = {{"tiles", "batch"}};
  std::erase_if(zipped.rows,
                [](const tools::ResultRow& row) { return row.id != "1x8" && row.id != "2x16"; });
  const Table table =
      tools::make_table(zipped, tools::parse_table("scaling weak of cycles over tiles", {}));
  ASSERT_EQ(table.rows.size(), 2u);
  // 84 cycles for the work of 1, 84 for that of 2.
  EXPECT_EQ(table.rows[1], (std::vector<Json>{2, 84, 2.0, 1.0}));
}

TEST(SweepTables, BestHonoursItsConditions) {
  EXPECT_EQ(table_of("best min cycles").rows, (Rows{{4, 8, 24}}));
  EXPECT_EQ(table_of("best min cycles where bytes < 300 and batch == 16").rows,
            (Rows{{2, 16, 84, 216}}));
}

TEST(SweepTables, ParetoFrontHasNoBeatenPoint) {
  EXPECT_EQ(table_of("pareto min cycles, min bytes").rows,
            (Rows{{4, 8, 24, 408}, {2, 8, 44, 208}, {1, 8, 84, 108}}));
  EXPECT_EQ(table_of("pareto min cycles, min bytes, max batch").rows.size(), 5u);
}

TEST(SweepTables, GridSaysWhyACellIsEmpty) {
  const Table table = table_of("grid of cycles over tiles by batch");
  EXPECT_EQ(table.rows, (Rows{{1, 84, 164}, {2, 44, 84}, {4, 24, "does_not_fit"}}));
  EXPECT_NE(tools::results_markdown(results(), {table}).find("| 4 | 24 | do not fit |"),
            std::string::npos);
}

TEST(SweepTables, WordsThatAreNoTableAreRefused) {
  for (const char* words : {"", "best cycles", "best min", "worst min cycles", "pareto min cycles",
                            "scaling strong cycles over tiles", "grid of cycles over tiles",
                            "best min cycles where", "best min cycles where a b"})
    EXPECT_THROW((void)tools::parse_table(words, {}), arch::base::ConfigError) << words;
  EXPECT_THROW((void)table_of("best min cycle"), arch::base::ConfigError);
}

TEST(SweepExport, CsvAndJsonHoldTheSameNumbers) {
  const Table points = tools::points_table(results());
  const Json root = Json::parse(tools::results_json(results(), {}));
  ASSERT_EQ(root["points"].size(), points.rows.size());
  for (std::size_t row = 0; row < points.rows.size(); ++row) {
    const Json& values = root["points"][row]["values"];
    for (std::size_t i = 0; i < points.columns.size(); ++i) {
      if (!values.contains(points.columns[i].name)) continue;
      EXPECT_EQ(values[points.columns[i].name], points.rows[row][i]);
    }
  }
}

}  // namespace
}  // namespace bspike::tests
