// Tests of sweep files: ranges, zipped axes, conditions, named points, what is refused and where.
#include "tools/sweep/points.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "tests/support/run_program.hpp"

namespace bspike::tests {
namespace {

using tools::Point;

const std::string kBase = "base: " BSPIKE_SOURCE_DIR "/configs/runs/tiny.yaml\n";

tools::Sweep sweep_of(const std::string& rest) {
  const TemporaryFolder folder;
  write_file(folder.path() / "sweep.yaml", kBase + rest);
  return tools::read_sweep(folder.path() / "sweep.yaml");
}

std::vector<std::string> ids_of(const std::string& rest) {
  std::vector<std::string> ids;
  for (const Point& point : tools::expand(sweep_of(rest))) ids.push_back(point.id);
  return ids;
}

std::string refusal_of(const std::string& rest) {
  try {
    std::vector<Point> points;
    const tools::Sweep sweep = sweep_of(rest);
    points = tools::expand(sweep);
    tools::resolve(sweep, points);
  } catch (const arch::base::ConfigError& error) {
    const std::string text = error.what();
    return text.substr(text.find("sweep.yaml"));
  }
  return "";
}

using Ids = std::vector<std::string>;

TEST(SweepPoints, LastAxisTurnsFastest) {
  EXPECT_EQ(
      ids_of("axes: [{key: network.batch, values: [8, 4]}, {key: run.steps, values: [1, 2]}]"),
      (Ids{"network.batch=8 run.steps=1", "network.batch=8 run.steps=2",
           "network.batch=4 run.steps=1", "network.batch=4 run.steps=2"}));
}

TEST(SweepPoints, RangesAreLinearOrLogarithmic) {
  EXPECT_EQ(ids_of("axes: [{key: k, from: 2, to: 9, step: 3}]"), (Ids{"k=2", "k=5", "k=8"}));
  EXPECT_EQ(ids_of("axes: [{key: k, from: 0, to: 1, count: 5}]"), (Ids{"k=0", "k=1"}))
      << "whole ends make whole values";
  EXPECT_EQ(ids_of("axes: [{key: k, from: 0.5, to: 1.5, count: 3}]"),
            (Ids{"k=0.5", "k=1", "k=1.5"}));
  EXPECT_EQ(ids_of("axes: [{key: k, from: 3, to: 30, spacing: log2}]"),
            (Ids{"k=3", "k=6", "k=12", "k=24"}));
  EXPECT_EQ(ids_of("axes: [{key: k, from: 10cycles, to: 1000cycles, spacing: log10}]"),
            (Ids{"k=10cycles", "k=100cycles", "k=1000cycles"}));
  EXPECT_EQ(ids_of("axes: [{key: k, from: 1, to: 100, spacing: log10, count: 5}]"),
            (Ids{"k=1", "k=3", "k=10", "k=32", "k=100"}));
}

TEST(SweepPoints, ZippedAxesAdvanceTogether) {
  EXPECT_EQ(ids_of("axes: [{zip: [{key: a, values: [1, 2]}, {key: b, values: [x, y]}]}]"),
            (Ids{"a=1 b=x", "a=2 b=y"}));
}

TEST(SweepPoints, ConditionsDropCombinations) {
  const std::string axes = "axes: [{key: a, values: [1, 2, 3]}, {key: b, values: [1, 2, 3]}]\n";
  EXPECT_EQ(ids_of(axes + "only: [a < b, b != 2]"), (Ids{"a=1 b=3", "a=2 b=3"}));
  EXPECT_EQ(ids_of(axes + "only: [a >= 3 and b == 1]"), (Ids{"a=3 b=1"}));
  EXPECT_EQ(ids_of("axes: [{key: m, values: [100KiB, 1MiB]}]\nonly: [m > 200KiB]"),
            (Ids{"m=1MiB"}));
}

TEST(SweepPoints, NamedPointsStandBehindTheAxes) {
  EXPECT_EQ(ids_of("axes: [{key: a, values: [1]}]\npoints: {large: {a: 9, b: 2}}"),
            (Ids{"a=1", "large"}));
}

TEST(SweepPoints, VariablesStandInOtherSettings) {
  const auto points =
      tools::expand(sweep_of("set: {network: nets/n$deep_$d.yaml}\n"
                             "axes: [{key: $d, values: [\"01\"]}, {key: $deep, values: [2]}]"));
  ASSERT_EQ(points.size(), 1u);
  EXPECT_TRUE(points[0].settings[0].argument.ends_with("nets/n2_01.yaml"));
}

TEST(SweepPoints, EachHasTheHashOfItsOwnConfiguration) {
  tools::Sweep sweep = sweep_of("axes: [{key: network.batch, values: [8, 4]}]");
  std::vector<Point> points = tools::expand(sweep);
  tools::resolve(sweep, points);
  EXPECT_EQ(points[0].configuration_hash.size(), 16u);
  EXPECT_NE(points[0].configuration_hash, points[1].configuration_hash);
}

TEST(SweepPoints, TooManyAreRefusedWithTheirCount) {
  std::string axes = "axes:\n";
  for (const char* key : {"a", "b", "c"})
    axes += std::string("- {key: ") + key + ", from: 1, to: 1000, step: 1}\n";
  EXPECT_NE(refusal_of(axes).find("1000000000 combinations"), std::string::npos);
  EXPECT_NE(refusal_of("axes: [{key: a, from: 1, to: 1e9, step: 1}]").find("1000000000 values"),
            std::string::npos);
}

TEST(SweepPoints, ProblemsAreToldWhereTheSweepFileHasThem) {
  EXPECT_TRUE(refusal_of("axes:\n- {key: machine.sync.barier, values: [3cycles]}\n")
                  .starts_with("sweep.yaml:3:"));
  EXPECT_TRUE(refusal_of("axes:\n- {key: network.batch, values: [8, 0]}\n")
                  .starts_with("sweep.yaml:3:36: network.batch"));
  EXPECT_TRUE(
      refusal_of("axes:\n- {key: network.batch, values: []}\n").starts_with("sweep.yaml:3:"));
}

// docs/sweeps.md holds the reference of the file's keys.
TEST(SweepFile, ReferenceIsUpToDate) {
  const std::string file = BSPIKE_SOURCE_DIR "/docs/sweeps.md";
  const std::string begin = "## Keys of a sweep file\n\n", end = "\n## ";
  std::string text = read_file(file);
  const std::size_t from = text.find(begin) + begin.size();
  const std::size_t to = text.find(end, from);
  ASSERT_NE(to, std::string::npos);
  if (std::getenv("BSPIKE_REBASE") != nullptr)
    write_file(file, text.replace(from, to - from, tools::document_sweep_file()));
  else
    EXPECT_EQ(text.substr(from, to - from), tools::document_sweep_file());
}

// Every shipped study is read, expanded and resolved.
TEST(ShippedSweeps, EachResolves) {
  std::size_t count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(BSPIKE_SOURCE_DIR "/configs/sweeps")) {
    SCOPED_TRACE(entry.path());
    const tools::Sweep sweep = tools::read_sweep(entry.path());
    std::vector<Point> points = tools::expand(sweep);
    tools::resolve(sweep, points);
    std::set<std::string> hashes;
    for (const Point& point : points) hashes.insert(point.configuration_hash);
    EXPECT_EQ(hashes.size(), points.size());
    ++count;
  }
  EXPECT_GE(count, 3u);
}

// tools/studies.sh writes a section of docs/studies.md for each, with the tables that it asks for.
TEST(ShippedSweeps, EachHasItsFigures) {
  const std::string studies = read_file(BSPIKE_SOURCE_DIR "/docs/studies.md");
  for (const auto& entry :
       std::filesystem::directory_iterator(BSPIKE_SOURCE_DIR "/configs/sweeps")) {
    const tools::Sweep sweep = tools::read_sweep(entry.path());
    EXPECT_NE(studies.find("\n## " + sweep.name + "\n\n" + sweep.description), std::string::npos)
        << "run tools/studies.sh for " << entry.path();
    for (const std::string& table : sweep.tables)
      EXPECT_NE(studies.find("**" + table + "**"), std::string::npos) << table;
  }
}

}  // namespace
}  // namespace bspike::tests
