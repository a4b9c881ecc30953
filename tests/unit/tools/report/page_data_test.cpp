// Tests the data of a report page: CSV cells to values, sums over supersteps, points of a sweep.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "arch/base/diagnostics.hpp"
#include "tests/support/run_program.hpp"
#include "tools/report/csv_table.hpp"
#include "tools/report/report_data.hpp"
#include "tools/report/result_folder.hpp"

namespace bspike::tools {
namespace {

using nlohmann::json;

const json kColumns = {{{"name", "kind"}, {"unit", "text"}},
                       {{"name", "critical_tile"}, {"unit", "index"}},
                       {{"name", "compute_cycles"}, {"unit", "cycles"}}};

json table_of(const std::string& text) {
  const tests::TemporaryFolder folder;
  tests::write_file(folder.path() / "supersteps.csv", text);
  return read_csv_table(folder.path() / "supersteps.csv", kColumns);
}

constexpr const char* kText =
    "kind,critical_tile,compute_cycles\n"
    "\"a, \"\"b\"\"\",3,10\n"
    "7,1,\n"
    "c,3,18446744073709551615\n"
    "d,1,5\n";

TEST(PageData, CellsKeepTheirTypes) {
  const json table = table_of(kText);
  EXPECT_EQ(table["columns"], json({"kind", "critical_tile", "compute_cycles"}));
  EXPECT_EQ(table["total_rows"], 4);
  EXPECT_EQ(table["rows"][0], json({"a, \"b\"", 3, 10}));
  EXPECT_EQ(table["rows"][1], json({"7", 1, nullptr}));
  EXPECT_EQ(table["rows"][2][2], 18446744073709551615u);
}

TEST(PageData, SumsByCriticalTileSkipWhatHasNoCycles) {
  const json sums =
      critical_tiles(table_of("kind,critical_tile,compute_cycles\n"
                              "a,3,10\nb,1,\nc,3,20\nd,1,5\n"));
  EXPECT_EQ(sums["rows"], json({{1, 1, 5}, {3, 2, 30}}));
}

TEST(PageData, KeepsTheFirstRowsAndSaysHowManyThereWere) {
  json table = table_of(kText);
  keep_first_rows(table, 2);
  EXPECT_EQ(table["rows"].size(), 2u);
  EXPECT_EQ(table["rows"][1][0], "7");
  EXPECT_EQ(table["total_rows"], 4);
}

TEST(PageData, RefusesTablesThatAreNotWhatIsDescribed) {
  for (const char* text : {"", "kind,critical_tile\n", "kind,critical_tile,compute_cycles\na,1\n",
                           "kind,critical_tile,compute_cycles\na,1,nan\n",
                           "kind,critical_tile,compute_cycles\na,1,5"}) {
    EXPECT_THROW((void)table_of(text), arch::base::FormatError) << text;
  }
}

json sweep() {
  return {{"name", "s"},
          {"axes", {{{"name", "a"}, {"unit", "count"}}}},
          {"columns", {{{"name", "c"}, {"unit", "cycles"}}}},
          {"points", {{{"id", "p"}, {"status", "done"}, {"values", {{"a", 1}, {"c", 2}}}}}}};
}

TEST(PageData, TakesThePointsOfASweep) {
  EXPECT_EQ(sweep_data(sweep(), "s")["kind"], "sweep");
  json two_of_a_name = sweep();
  two_of_a_name["columns"][0]["name"] = "c";
  two_of_a_name["columns"].push_back(two_of_a_name["columns"][0]);
  EXPECT_THROW((void)sweep_data(two_of_a_name, "s"), arch::base::FormatError);
  json odd = sweep();
  odd["points"][0]["status"] = "odd";
  EXPECT_THROW((void)sweep_data(odd, "s"), arch::base::FormatError);
}

TEST(PageData, NamesAFolderByItsLastPart) {
  EXPECT_EQ(name_of("out/run"), "run");
  EXPECT_EQ(name_of("out/run/"), "run");
}

}  // namespace
}  // namespace bspike::tools
