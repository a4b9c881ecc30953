// Tests reading tables of measurements: quotes, units of uncertainty, what is refused and where.
#include "tools/validate/measured.hpp"

#include <gtest/gtest.h>

#include <array>
#include <span>

#include "arch/base/diagnostics.hpp"
#include "tools/driver/content_hash.hpp"

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
            "t.csv:2: value: \"many\", expected a number above 0");
  for (const char* value : {"nan", "inf", "0", "-3", "1e5x", ""})
    EXPECT_EQ(problem_of(kHeader + "A,,,,,,," + value + ",cycles,,,\n"),
              std::string("t.csv:2: value: \"") + value + "\", expected a number above 0");
  EXPECT_EQ(problem_of(kHeader + "A,,,,,,,1,cycles,,,\nA,,,,,,,2,cycles,,,\n"),
            "t.csv:3: id: \"A\" is the id of another row");
  EXPECT_EQ(problem_of(kHeader + "A,\"open\n"), "t.csv:3: a quote is never closed");
}

// Measured points are facts: an error may move because the chip's model did, never because a
// measurement was edited. Rows that are added come behind these.
TEST(Measured, ShippedRowsAreFrozen) {
  struct Table {
    const char* file;
    std::size_t rows;
    const char* hash;
  };
  constexpr std::array kTables{
      Table{"exchange_c600.csv", 18, "52089adaf484899f"},
      Table{"local_memory.csv", 4, "a01c67d6b2830b49"},
      Table{"matrix_unit_bow.csv", 32, "a686b2a1b9cb0616"},
      Table{"sparse_snn_training.csv", 6, "b86f354592bbbc5e"},
  };
  for (const Table& table : kTables) {
    const auto rows =
        read_measured(BSPIKE_SOURCE_DIR "/configs/measured/" + std::string(table.file));
    ASSERT_GE(rows.size(), table.rows) << table.file;
    EXPECT_EQ(content_hash_text(text_of(std::span(rows).first(table.rows))), table.hash)
        << table.file << ": a shipped measurement changed";
    for (const MeasuredRow& row : rows) {
      EXPECT_FALSE(row.source.empty()) << row.id;
      EXPECT_FALSE(row.hardware.empty()) << row.id;
      EXPECT_FALSE(row.clock_hz.empty()) << row.id;
      EXPECT_FALSE(row.metric.empty()) << row.id;
    }
  }
}

}  // namespace
}  // namespace bspike::tools
