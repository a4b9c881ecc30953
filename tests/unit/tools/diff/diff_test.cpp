// Tests of `bspike diff`: nothing between equal runs, the known changes between others, exit codes.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/support/run_program.hpp"

namespace bspike::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Diff : public testing::Test {
 protected:
  // Runs the tiny run with more options into a folder.
  void run(const std::string& name, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"run", BSPIKE_SOURCE_DIR "/configs/runs/tiny.yaml", "--steps", "2",
                               "--quiet", "--out", (path() / name).string()});
    ASSERT_EQ(run_bspike(more).exit_code, 0);
  }
  ProgramResult diff(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"diff", "a", "b"});
    return run_bspike(more, path());
  }
  [[nodiscard]] const fs::path& path() const { return folder_.path(); }

  // One difference of the JSON form, or null.
  static json find(const json& root, const std::string& section, const std::string& name) {
    for (const json& each : root["sections"])
      for (const json& row : each["differences"])
        if (each["name"] == section && row["name"] == name) return row;
    return {};
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(Diff, EqualRunsAreTheSameWhateverTheProgramDid) {
  run("a", {"--threads", "1"});
  run("b", {"--threads", "2", "--engine", "interpreter"});
  const ProgramResult result = diff();
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_EQ(result.out, "the runs are the same\n");
}

TEST_F(Diff, TellsWhatADearerBarrierChanges) {
  run("a");
  run("b", {"--set", "machine.sync.barrier=130cycles"});
  const ProgramResult result = diff({"--json"});
  EXPECT_EQ(result.exit_code, 1);
  const json root = json::parse(result.out);
  EXPECT_FALSE(root["same"]);
  const json before = json::parse(read_file(path() / "a/report.json"));
  const json after = json::parse(read_file(path() / "b/report.json"));
  const json cycles = find(root, "totals", "totals.cycles");
  EXPECT_EQ(cycles["a"], before["totals"]["cycles"]);
  EXPECT_EQ(cycles["b"], after["totals"]["cycles"]);
  // 100 cycles more at each barrier.
  EXPECT_EQ(cycles["change"], 100 * before["totals"]["supersteps"].get<int>());
  EXPECT_FALSE(find(root, "configuration", "machine.sync.barrier.value").is_null() &&
               find(root, "configuration", "machine.sync.barrier").is_null());
  EXPECT_TRUE(find(root, "phases", "phases.compute_cycles").is_null());
  EXPECT_FALSE(find(root, "phases", "phases.sync_cycles").is_null());
  for (const json& section : root["sections"])
    EXPECT_NE(section["name"], "values") << "timing changes no value";
}

TEST_F(Diff, LargestStandFirst) {
  run("a");
  run("b", {"--set", "network.layers[0].size=24"});
  const json root = json::parse(diff({"--json"}).out);
  bool values = false;
  for (const json& section : root["sections"]) {
    values = values || section["name"] == "values";
    std::string unit;
    double last = 0;
    for (const json& row : section["differences"]) {
      const double size = row["change"].is_null() ? 0 : std::abs(row["change"].get<double>());
      if (row["unit"] == unit) {
        EXPECT_LE(size, last) << section["name"] << " " << row["name"];
      }
      unit = row["unit"];
      last = size;
    }
  }
  EXPECT_TRUE(values) << "another network has another loss";
}

TEST_F(Diff, ToleranceHidesWhatIsCloser) {
  run("a");
  run("b");
  json report = json::parse(read_file(path() / "b/report.json"));
  report["totals"]["cycles"] = report["totals"]["cycles"].get<double>() * 1.005;
  write_file(path() / "b/report.json", report.dump());
  EXPECT_EQ(diff().exit_code, 1);
  EXPECT_EQ(diff({"--tolerance", "0.001"}).exit_code, 1);
  EXPECT_EQ(diff({"--tolerance", "0.01"}).exit_code, 0);
}

TEST_F(Diff, EveryNumberOfTheReportCounts) {
  run("a");
  run("b");
  const json report = json::parse(read_file(path() / "b/report.json"));
  for (const char* pointer :
       {"/totals/instructions", "/phases/launch_cycles", "/tile_mean/wait_cycles", "/tiles/active",
        "/memory/peak_tile_bytes", "/memory/by_category/weights", "/exchange/bytes",
        "/host/bytes_in", "/training/loss/1", "/by_layer/0/cycles", "/by_phase/0/sync_cycles",
        "/kernels/0/calls", "/superstep_kinds/0/exchange_bytes"}) {
    json changed = report;
    json& value = changed[json::json_pointer(pointer)];
    ASSERT_TRUE(value.is_number()) << pointer;
    value = value.get<double>() + 1;
    write_file(path() / "b/report.json", changed.dump());
    EXPECT_EQ(diff().exit_code, 1) << pointer;
  }
}

}  // namespace
}  // namespace bspike::tests
