// Tests reading tables of measurements: quotes, units of uncertainty, what is refused and where.
#include "tools/validate/measured.hpp"

#include <gtest/gtest.h>

#include "arch/base/diagnostics.hpp"

namespace bspike::tools {
namespace {

const std::string kHeader =
    "id,source,hardware,clock_hz,workload,parameters,metric,value,unit,uncertainty,kind,note\n";

TEST(Measured, ReadsQuotesAndLineEnds) {
  const auto rows = parse_measured(
      kHeader +
          "A-1,lab,\"C600, 1472 tiles\",1500000000,copy,w=1,cycles,552,cycles,\"6 cycles; "
          "n=3\",measured,\"said \"\"so\"\"\nbelow\"\r\nA-2,lab,,,,,,6.06,ms,,measured,\n",
      "t.csv");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].hardware, "C600, 1472 tiles");
  EXPECT_EQ(rows[0].note, "said \"so\"\nbelow");
  EXPECT_EQ(rows[0].value, 552);
  EXPECT_EQ(rows[0].half_width(), 6);
  EXPECT_EQ(rows[1].value, 6.06);
  EXPECT_EQ(rows[1].half_width(), std::nullopt);
}

std::string problem_of(const std::string& text) {
  try {
    (void)parse_measured(text, "t.csv");
  } catch (const arch::base::FormatError& error) {
    return error.diagnostics().at(0).render();
  }
  return "none";
}

TEST(Measured, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(problem_of("id,value\n").substr(0, 35), "t.csv:1: the first line must be id,");
  EXPECT_EQ(problem_of(kHeader + "A,,,\n"), "t.csv:2: 4 cells, expected 12");
  EXPECT_EQ(problem_of(kHeader + "A,,,,,,,many,cycles,,,\n"),
            "t.csv:2: value: \"many\", expected a number");
  EXPECT_EQ(problem_of(kHeader + "A,,,,,,,1,cycles,,,\nA,,,,,,,2,cycles,,,\n"),
            "t.csv:3: id: \"A\" is the id of another row");
  EXPECT_EQ(problem_of(kHeader + "A,\"open\n"), "t.csv:3: a quote is never closed");
}

}  // namespace
}  // namespace bspike::tools
