// Tests suites and comparisons: shipped ones are whole, errors are named, numbers are right,
// written forms agree, and the fast suites reach what their laws can reach.
#include "tools/validate/comparison.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "arch/base/diagnostics.hpp"
#include "arch/base/file.hpp"
#include "kernels/micro/micro_spec.hpp"
#include "tools/validate/comparison_text.hpp"

namespace bspike::tools {
namespace {

namespace fs = std::filesystem;
const fs::path kMeasured = fs::path(BSPIKE_SOURCE_DIR) / "configs/measured";

Watcher nobody() {
  Watcher watcher;
  watcher.phase = [](std::string_view) {};
  return watcher;
}

class Folder {
 public:
  Folder() : path_(fs::path(testing::TempDir()) / ("validate_" + std::to_string(getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  [[nodiscard]] fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return path_ / name;
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

const std::string kTable =
    "id,source,hardware,clock_hz,workload,parameters,metric,value,unit,uncertainty,kind,note\n"
    "A,lab,tiny,1,load chain,,cycles,700,cycles,70,measured,\n"
    "B,lab,tiny,1,load chain,,cycles,1000,cycles,,measured,\n";

// The machine by its path: a suite outside the project's folders finds it from any build folder.
const std::string kTiny = BSPIKE_SOURCE_DIR "/configs/machines/tiny.yaml";

std::string suite_text(const std::string& rest) {
  return "title: Loads\ndata: t.csv\nmachine: " + kTiny +
         "\ncases:\n"
         "  - name: loads\n    ids: [A, B]\n"
         "    micro: {workload: load_chain, loads: 1, tiles: 1}\n"
         "    vary: loads\n    values: [100, 200]\n    metric: compute_cycles\n" +
         rest;
}

std::string problems_of(const Folder& folder, const std::string& text) {
  try {
    (void)read_suite(folder.write("s.yaml", text));
  } catch (const arch::base::ConfigError& error) {
    return error.what();
  }
  return "none";
}

TEST(Suite, ShippedSuitesAreWhole) {
  std::set<std::string> compared, tables;
  for (const auto& entry : fs::directory_iterator(kMeasured)) {
    if (entry.path().extension() == ".csv") tables.insert(entry.path().filename());
    if (entry.path().extension() != ".yaml") continue;
    const Suite suite = read_suite(entry.path());
    EXPECT_FALSE(suite.rows.empty()) << suite.name;
    EXPECT_TRUE(compared.insert(suite.data).second) << suite.data << " has two suites";
  }
  EXPECT_EQ(compared, tables);
  EXPECT_GE(tables.size(), 4u);
}

TEST(Suite, NamesWhatDoesNotFitTogether) {
  const Folder folder;
  (void)folder.write("t.csv", kTable);
  EXPECT_EQ(problems_of(folder, suite_text("")), "none");
  const std::string missing =
      problems_of(folder, "title: x\ndata: t.csv\nmachine: tiny\ncases: []\n");
  EXPECT_NE(missing.find("row A has neither a twin nor a reason"), std::string::npos) << missing;
  const std::string pair = problems_of(folder, suite_text("ratios: [{of: A, to: C}]\n"));
  EXPECT_NE(pair.find("t.csv has no row C"), std::string::npos) << pair;
  const std::string no_twin = problems_of(
      folder, suite_text("no_twin: [{ids: [B], reason: none}]\nratios: [{of: A, to: B}]\n")
                  .replace(suite_text("").find("[A, B]"), 6, "[A]")
                  .replace(suite_text("").find("[100, 200]") - 3, 10, "[100]"));
  EXPECT_NE(no_twin.find("ratios: row B has no twin"), std::string::npos) << no_twin;
  const std::string unit = problems_of(
      folder, suite_text("").replace(suite_text("").find("compute_cycles"), 14, "step_ms"));
  EXPECT_NE(unit.find("row A is in cycles, the metric in ms"), std::string::npos) << unit;
  const std::string key = problems_of(folder, suite_text("speed: 3\n"));
  EXPECT_NE(key.find("unknown key"), std::string::npos) << key;
}

// BSPIKE_REBASE=1 writes the file anew.
TEST(Suite, KeysAreDocumented) {
  const fs::path file = fs::path(BSPIKE_SOURCE_DIR) / "docs/validation_keys.md";
  const std::string text =
      "# Keys of micro sections and suite files\n\nGenerated; a test compares this file with the "
      "code.\n\n## Micro workloads\n\n" +
      kernels::document_micro() + "\n## Suite files\n\n" + document_suite();
  if (std::getenv("BSPIKE_REBASE") != nullptr) std::ofstream(file, std::ios::binary) << text;
  std::ifstream in(file, std::ios::binary);
  std::ostringstream found;
  found << in.rdbuf();
  EXPECT_EQ(found.str(), text) << "run with BSPIKE_REBASE=1 if that is meant";
}

TEST(Comparison, LineThroughPoints) {
  const Line line = fit_line({1, 2, 3}, {5, 7, 9});
  EXPECT_DOUBLE_EQ(line.slope, 2);
  EXPECT_DOUBLE_EQ(line.intercept, 3);
}

// 100 dependent loads more are 600 cycles more.
TEST(Comparison, RowsRatiosAndSensitivity) {
  const Folder folder;
  (void)folder.write("t.csv", kTable);
  const Suite suite = read_suite(folder.write(
      "s.yaml", suite_text("    abscissa: loads\n    points: [100, 200]\n"
                           "ratios: [{of: B, to: A}]\ndifferences: [{of: B, to: A}]\n"
                           "sensitivity:\n  - {name: half, set: [worker.issue_period=3cycles]}\n"
                           "  - {name: same, set: []}\n")));
  const Comparison result = compare(suite, nobody());
  ASSERT_EQ(result.rows.size(), 2u);
  const ComparedRow& a = result.rows[0];
  const ComparedRow& b = result.rows[1];
  EXPECT_EQ(b.simulated - a.simulated, 600);
  EXPECT_EQ(b.simulated_difference, 600);
  EXPECT_EQ(b.measured_difference, 300);
  EXPECT_EQ(b.sensitivity.at(0) - a.sensitivity.at(0), 300);
  EXPECT_EQ(a.sensitivity.at(1), a.simulated);
  EXPECT_DOUBLE_EQ(result.lines.at(0).simulated.slope, 6);
  EXPECT_DOUBLE_EQ(result.lines.at(0).measured.slope, 3);
  EXPECT_DOUBLE_EQ(result.ratios.at(0).allowed.value(), 0.1);  // 70 of 700
  EXPECT_DOUBLE_EQ(result.differences.at(0).measured, 300);
  EXPECT_DOUBLE_EQ(result.mean_absolute_relative_error(),
                   (std::abs(a.simulated / 700 - 1) + std::abs(b.simulated / 1000 - 1)) / 2);
}

TEST(Comparison, FilesAgreeAndBecomeADocument) {
  const Folder folder;
  (void)folder.write("t.csv", kTable);
  const Suite suite = read_suite(folder.write("s.yaml", suite_text("")));
  const Comparison result = compare(suite, nobody());
  write_comparison(result, folder.path() / "out");
  std::ifstream in(folder.path() / "out/s.json");
  const auto json = nlohmann::json::parse(in);
  EXPECT_EQ(json.at("rows").at(1).at("simulated"), result.rows[1].simulated);
  EXPECT_EQ(json.at("machines").at(0).at("name"), "tiny");
  const std::string csv = comparison_csv(result);
  EXPECT_NE(csv.find("\nB,loads,loads=200,compute_cycles,cycles,1000.0,"), std::string::npos)
      << csv;
  const std::string document = validation_document({comparison_markdown(result)});
  EXPECT_EQ(document.rfind("# Validation\n", 0), 0u);
  EXPECT_NE(document.find("## Loads\n"), std::string::npos);
  EXPECT_NE(document.find("hash " + suite.data_hash), std::string::npos);
  EXPECT_NE(document.find("* assumed: "), std::string::npos);
  EXPECT_EQ(json.at("data_hash"), suite.data_hash);
}

// 100 and 200 loads less 50 are 50 and 150 loads of 6 cycles, for variants too.
TEST(Comparison, VariantsSubtractAsTheDefaultDoes) {
  const Folder folder;
  (void)folder.write("t.csv", kTable);
  const Suite suite = read_suite(folder.write(
      "s.yaml",
      suite_text("    less: loads=50\nvariants:\n  - {name: one tile, set: [tiles=1]}\n")));
  const Comparison result = compare(suite, nobody());
  EXPECT_EQ(result.rows.at(0).simulated, 300);
  EXPECT_EQ(result.rows.at(1).simulated, 900);
  EXPECT_EQ(result.rows.at(0).sensitivity.at(0), 300);
  EXPECT_EQ(result.rows.at(1).sensitivity.at(0), 900);
}

// Kinds add up: waits of all active tiles beside the critical path, pieces of one superstep.
TEST(Comparison, BreakdownHoldsWaitsAndPieces) {
  const Folder folder;
  (void)folder.write("t.csv", kTable);
  const Suite suite = read_suite(
      folder.write("s.yaml", "title: All\ndata: t.csv\nmachine: " + kTiny +
                                 "\nbreakdown: true\ncases:\n"
                                 "  - name: all\n    ids: [A, B]\n"
                                 "    micro: {workload: all_to_all, words: 1, tiles: 4}\n"
                                 "    vary: words\n    values: [1, 2]\n    metric: cycles\n"));
  const Comparison result = compare(suite, nobody());
  double pieces = 0, changes = 0, path = 0;
  for (const KindCycles& kind : result.rows.at(0).kinds) {
    pieces += kind.count * kind.pieces;
    changes = std::max(changes, kind.source_changes);
    path += kind.compute + kind.sync + kind.exchange;
    EXPECT_GE(kind.wait, 0);
  }
  EXPECT_EQ(pieces, 12);  // each of four tiles to three
  EXPECT_EQ(changes, 2);
  EXPECT_EQ(path, result.rows.at(0).simulated);
  const std::string text = comparison_markdown(result);
  EXPECT_NE(text.find("| wait | pieces | source changes |"), std::string::npos) << text;
}

TEST(Comparison, AnInterruptEndsItBeforeTheNextTwin) {
  const Folder folder;
  (void)folder.write("t.csv", kTable);
  const Suite suite = read_suite(folder.write("s.yaml", suite_text("ratios: [{of: B, to: A}]\n")));
  const std::atomic<bool> stop{true};
  Watcher watcher = nobody();
  watcher.stop = &stop;
  EXPECT_TRUE(compare(suite, watcher).cut);
  EXPECT_FALSE(compare(suite, nobody()).cut);
}

TEST(Comparison, NumbersAreShort) {
  EXPECT_EQ(short_number(4698), "4698");
  EXPECT_EQ(short_number(0.0123456), "0.01235");
  EXPECT_EQ(short_number(10.612), "10.61");
  EXPECT_EQ(short_number(-6.06), "-6.06");
}

// A cycle a word exactly, and no difference between readings further off than the counter's 6.
TEST(Accuracy, ExchangeOnTheC600) {
  const Suite suite = read_suite(kMeasured / "exchange_c600.yaml");
  const Comparison result = compare(suite, nobody());
  for (const LineFit& line : result.lines)
    EXPECT_NEAR(line.simulated.slope, 1, 1e-12) << line.case_name;
  for (const ComparedRow& row : result.rows)
    EXPECT_LE(std::abs(row.headline_error().value_or(0)), 6) << row.measured->id;
}

// 24 cycles for six rows exactly; what stands beside is our codelet's, and less than theirs.
TEST(Accuracy, MatrixUnitOfABow) {
  const Suite suite = read_suite(kMeasured / "matrix_unit_bow.yaml");
  const LineFit line = compare(suite, nobody()).lines.at(0);
  EXPECT_NEAR(line.simulated.slope, 24, 0.01);
  EXPECT_NEAR(line.measured.slope, 24, 0.01);
  EXPECT_LT(line.simulated.intercept, line.measured.intercept);
}

TEST(Accuracy, LocalCopies) {
  const Suite suite = read_suite(kMeasured / "local_copies.yaml");
  const Comparison result = compare(suite, nobody());
  for (const ComparedRow& row : result.rows) {
    if (row.measured->id == "LOCAL-01") continue;  // holds a runtime's hand-off that is not public
    EXPECT_LE(std::abs(row.relative_error()), 0.15) << row.measured->id;
  }
}

// The text between the first pair of fences behind `heading`.
std::string block_of(const std::string& document, const std::string& heading) {
  const std::size_t section = document.find(heading);
  const std::size_t begin = document.find('\n', document.find("```", section)) + 1;
  return document.substr(begin, document.find("```", begin) - begin);
}

std::string with_replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

// The how-to's table and suite as they stand there; only places are those of the test.
TEST(ValidationHowTo, WorksAsItIsWritten) {
  if (!fs::exists("/usr/share/datasets/fashion-mnist"))
    GTEST_SKIP() << "the package dataset-fashion-mnist is not installed";
  const std::string source = BSPIKE_SOURCE_DIR;
  const std::string document = arch::base::read_text(source + "/docs/validation_howto.md");
  const Folder folder;
  (void)folder.write("my_lab.csv", block_of(document, "## A row"));
  const std::string suite_text =
      with_replaced(with_replaced(block_of(document, "## Its twin"), "c600",
                                  source + "/configs/machines/c600.yaml"),
                    "../runs", source + "/configs/runs");
  const Suite suite = read_suite(folder.write("my_lab.yaml", suite_text));
  const Comparison result = compare(suite, nobody());
  ASSERT_EQ(result.rows.size(), 2u);
  EXPECT_GT(result.rows[0].simulated, 0);
  EXPECT_EQ(result.rows[1].measured->unit, "ms");
  EXPECT_GT(result.rows[1].sensitivity.at(0), result.rows[1].simulated);  // a longer barrier
}

// docs/validation.md is what `bspike validate --document docs/validation.md` writes: fast suites
// are run again; of slow ones what needs no run is compared.
TEST(ValidationDocument, IsUpToDate) {
  const std::string document =
      arch::base::read_text(fs::path(BSPIKE_SOURCE_DIR) / "docs/validation.md");
  EXPECT_EQ(document.rfind(validation_document({}), 0), 0u);
  for (const auto& entry : fs::directory_iterator(kMeasured)) {
    if (entry.path().extension() != ".yaml") continue;
    const Suite suite = read_suite(entry.path());
    if (suite.expected_seconds <= 60) {
      EXPECT_NE(document.find(comparison_markdown(compare(suite, nobody()))), std::string::npos)
          << suite.name << ": run bspike validate --document docs/validation.md";
      continue;
    }
    for (const std::string& part : {suite.title, suite.about, suite.data_hash})
      EXPECT_NE(document.find(part), std::string::npos) << part;
    for (const auto* sentences : {&suite.assumptions, &suite.conclusions})
      for (const std::string& sentence : *sentences)
        EXPECT_NE(document.find("* " + sentence + "\n"), std::string::npos) << sentence;
    for (const auto* variations : {&suite.sensitivity, &suite.variants})
      for (const Variation& variation : *variations)
        EXPECT_NE(document.find(" " + variation.name + " |"), std::string::npos) << variation.name;
  }
}

}  // namespace
}  // namespace bspike::tools
