// Tests of sweeps as they run: resuming, limits, failures, locks, and what a killed one leaves.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "arch/base/diagnostics.hpp"
#include "tests/support/run_program.hpp"
#include "tools/report/report_data.hpp"
#include "tools/sweep/child_process.hpp"
#include "tools/sweep/run_sweep.hpp"
#include "tools/sweep/store.hpp"

namespace bspike::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Points of a few milliseconds: a product on one tile.
const std::string kMicro = "machine: " BSPIKE_SOURCE_DIR
                           "/configs/machines/tiny.yaml\n"
                           "micro: {workload: matvec_f32, rows: 8, columns: 8}\nrun: {steps: 1}\n";

class SweepRun : public testing::Test {
 protected:
  void SetUp() override {
    write_file(path() / "micro.yaml", kMicro);
    sweep("axes: [{key: micro.rows, values: [8, 16, 24, 32]}]\n");
  }
  [[nodiscard]] const fs::path& path() const { return folder_.path(); }
  [[nodiscard]] fs::path out() const { return path() / "out"; }
  void sweep(const std::string& rest) {
    write_file(path() / "sweep.yaml", "base: micro.yaml\n" + rest);
  }
  ProgramResult run(std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"sweep", "sweep.yaml", "--out", "out"};
    words.insert(words.end(), more.begin(), more.end());
    return run_bspike(words, path());
  }
  [[nodiscard]] std::vector<tools::StoredPoint> points() const {
    return tools::Store(out(), tools::OpenMode::kRead).points({"totals.cycles"});
  }
  [[nodiscard]] std::size_t recorded() const {
    std::size_t count = 0;
    for (const tools::StoredPoint& point : points()) count += point.result.status.empty() ? 0 : 1;
    return count;
  }

  // Nothing before the first tables are made.
  [[nodiscard]] std::size_t recorded_if_any() const {
    try {
      return recorded();
    } catch (const arch::base::DiagnosedError&) {
      return 0;
    }
  }

 private:
  TemporaryFolder folder_;
};

TEST(SweepProgress, TellsRateAndTimeLeft) {
  // 3 points in 30 s: 6 a minute; 11 more take 110 s.
  EXPECT_EQ(tools::progress_text({20, 8, 2, 1, 3, 11, 30}),
            "8 of 20 done, 2 running, 1 failed, 6.0 points/min, 110 s left");
  EXPECT_EQ(tools::progress_text({20, 0, 2, 0, 0, 20, 1}), "0 of 20 done, 2 running, 0 failed");
}

TEST_F(SweepRun, RunsWhatIsMissingAndNothingTwice) {
  EXPECT_EQ(run().exit_code, 0);
  EXPECT_EQ(recorded(), 4u);
  EXPECT_NE(run().out.find("; 0 ran now"), std::string::npos);
  sweep("axes: [{key: micro.rows, values: [8, 16, 40]}]\n");
  const ProgramResult more = run();
  EXPECT_NE(more.out.find("3 points: 3 done; 1 ran now"), std::string::npos) << more.out;
  sweep("set: {micro.columns: 16}\naxes: [{key: micro.rows, values: [8, 16, 40]}]\n");
  EXPECT_NE(run().out.find("; 3 ran now"), std::string::npos) << "another configuration";
}

// The base names its machine, by name or by path; keys of it are axes all the same.
TEST_F(SweepRun, VariesTheNamedMachineOfAMicroRun) {
  for (const std::string machine : {"c600", BSPIKE_SOURCE_DIR "/configs/machines/c600.yaml"}) {
    fs::remove_all(out());
    fs::create_directories(path() / "configs");
    fs::remove(path() / "configs/machines");
    fs::create_directory_symlink(BSPIKE_SOURCE_DIR "/configs/machines",
                                 path() / "configs/machines");
    write_file(path() / "micro.yaml", "machine: " + machine +
                                          "\nmicro: {workload: matvec_f32, rows: 8, columns: 8}\n"
                                          "run: {steps: 1}\n");
    sweep("axes: [{key: machine.sync.barrier, values: [10cycles, 60cycles]}]\n");
    const ProgramResult result = run();
    ASSERT_EQ(result.exit_code, 0) << result.err;
    tools::Database database(out() / tools::kResultsFile, tools::OpenMode::kRead);
    tools::Statement rows(database, "SELECT report FROM results ORDER BY \"totals.cycles\"");
    std::vector<json> reports;
    while (rows.step()) reports.push_back(json::parse(rows.text(0)));
    ASSERT_EQ(reports.size(), 2u);
    const auto total = [&](std::size_t i, const char* key) {
      return reports[i].at("totals").at(key).get<std::uint64_t>();
    };
    // Each superstep has one barrier, 50 cycles longer.
    EXPECT_EQ(total(1, "cycles") - total(0, "cycles"), 50 * total(0, "supersteps"));
    EXPECT_NE(reports[0].at("configuration_hash"), reports[1].at("configuration_hash"));
  }
}

TEST_F(SweepRun, RecordsTheReportOfEachPoint) {
  ASSERT_EQ(run().exit_code, 0);
  tools::Database database(out() / tools::kResultsFile, tools::OpenMode::kRead);
  tools::Statement rows(database, "SELECT report, \"totals.cycles\", \"micro.rows\" FROM results");
  while (rows.step()) {
    const json report = json::parse(rows.text(0));
    EXPECT_EQ(report["totals"]["cycles"].get<double>(), rows.number(1));
    EXPECT_NE(report["configuration"].get<std::string>().find("rows: " + rows.text(2)),
              std::string::npos);
  }
  const json exported = json::parse(run_bspike({"sweep", "export", out().string(), "--json"}).out);
  EXPECT_EQ(exported, json::parse(read_file(out() / "sweep.json")));
}

TEST_F(SweepRun, LeavesWhatThePageReads) {
  ASSERT_EQ(run().exit_code, 0);
  const json page = tools::page_data({out()});
  EXPECT_EQ(page["kind"], "sweep");
  EXPECT_EQ(page["points"].size(), 4u);
}

TEST_F(SweepRun, ExportsMayChoosePointsAndTables) {
  ASSERT_EQ(run().exit_code, 0);
  const std::string chosen =
      run_bspike({"sweep", "export", out().string(), "--where", "micro.rows >= 24"}).out;
  EXPECT_EQ(std::count(chosen.begin(), chosen.end(), '\n'), 3) << "a head and two points";
  EXPECT_EQ(run_bspike({"sweep", "export", out().string(), "--table", "best max micro.rows"}).out,
            "micro.rows\n32\n");
}

TEST_F(SweepRun, AFailedPointStopsNoOther) {
  sweep(
      "axes: [{key: micro.rows, values: [8, 16]}]\npoints: {late: {run.steps: 1000000000}}\n"
      "limits: {time: 1s}\n");
  const ProgramResult result = run();
  EXPECT_EQ(result.exit_code, 6);
  EXPECT_EQ(result.err, "bspike: late: timed_out: no end after 1 s\n");
  EXPECT_NE(run().out.find("; 0 ran now"), std::string::npos);
  EXPECT_NE(run({"--retry"}).out.find("; 1 ran now"), std::string::npos);
}

TEST_F(SweepRun, MemoryHasALimit) {
  sweep("points: {large: {run.steps: 1000000000}}\nlimits: {time: 60s, memory: 1MiB}\n");
  EXPECT_EQ(run().exit_code, 6);
  EXPECT_EQ(points().front().result.status, "out_of_memory");
}

TEST_F(SweepRun, WhatDoesNotFitIsAnOutcome) {
  write_file(path() / "sweep.yaml",
             "base: " BSPIKE_SOURCE_DIR
             "/configs/runs/tiny.yaml\nset: {run.steps: 1, machine.sram.interleaved: 0B}\n"
             "axes: [{key: machine.sram.size, values: [16KiB, 624KiB]}]\n"
             "points: {}\n");
  const ProgramResult result = run();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("1 done, 1 do not fit"), std::string::npos) << result.out;
  const json point = json::parse(read_file(out() / "sweep.json"))["points"][0];
  EXPECT_EQ(point["exit_code"], 3);
  EXPECT_GT(point["values"]["memory.peak_tile_bytes"], point["values"]["memory.budget_tile_bytes"]);
}

TEST_F(SweepRun, ASecondOneIsRefusedWithTheFirstOnesNumber) {
  sweep("points: {long: {run.steps: 1000000000}}\n");
  const std::string bspike = shell_quoted(BSPIKE_BINARY);
  const ProgramResult result = run_shell(bspike +
                                             " sweep sweep.yaml --out out -q & first=$!; for i in "
                                             "$(seq 500); do [ -e out/running/0/log ] && break; "
                                             "sleep 0.02; done; " +
                                             bspike +
                                             " sweep sweep.yaml --out out; echo $? $first; "
                                             "kill $first; wait $first; echo $?",
                                         path());
  const std::string first = result.out.substr(2, result.out.find('\n') - 2);
  EXPECT_TRUE(result.out.starts_with("2 ")) << result.out;
  EXPECT_TRUE(result.out.ends_with("\n130\n")) << result.out;
  EXPECT_NE(result.err.find("another sweep writes there: process " + first), std::string::npos)
      << result.err;
}

// Whether a process has that word on its command line; those that were killed need a moment to end.
bool is_running(const std::string& word) {
  for (int patience = 0; patience < 100; ++patience) {
    const ProgramResult found = run_shell(
        "for f in /proc/[0-9]*/cmdline; do tr '\\0' ' ' <$f; echo; done 2>/dev/null | "
        "grep ' run .*" +
            word + "' | grep -v grep",
        "/");
    if (found.out.empty()) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

// Every fourth kill hits the start; the others wait for the first point to begin.
void wait_for_a_moment(std::size_t kill, const fs::path& running, std::mt19937& random) {
  for (int patience = 0; kill % 4 != 0 && patience < 2000 && !fs::exists(running); ++patience)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::this_thread::sleep_for(std::chrono::milliseconds(random() % 400));
}

// BSPIKE_KILLS: how often; the long checks ask for more.
TEST_F(SweepRun, KilledAtAnyMomentItLosesOnlyWhatRan) {
  const char* wanted = std::getenv("BSPIKE_KILLS");
  const std::size_t kills = wanted != nullptr ? std::strtoul(wanted, nullptr, 10) : 10;
  const std::size_t all = 5 * kills;
  sweep("axes: [{key: micro.rows, from: 1, to: " + std::to_string(all) + ", step: 1}]\n");
  std::mt19937 random(1);
  std::size_t before = 0;
  for (std::size_t kill = 0; kill < kills; ++kill) {
    fs::remove_all(out() / "running");
    {
      const tools::ChildProcess child(BSPIKE_BINARY,
                                      {"bspike", "sweep", (path() / "sweep.yaml").string(), "--out",
                                       out().string(), "--jobs", "2", "-q"},
                                      path() / "log", {});
      wait_for_a_moment(kill, out() / "running", random);
    }
    EXPECT_FALSE(is_running(out().string()));
    const std::size_t now = recorded_if_any();
    EXPECT_GE(now, before);
    before = now;
  }
  EXPECT_GT(before, 0u) << "no kill came late enough to test anything";
  const ProgramResult rest = run();
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_NE(rest.out.find("; " + std::to_string(all - before) + " ran now"), std::string::npos);
  EXPECT_EQ(recorded(), all);
}

}  // namespace
}  // namespace bspike::tests
