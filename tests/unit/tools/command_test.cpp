// Owns the tests of the command as a user meets it: help, runs, files, round trips, interruption.
#include "tools/command/command.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/support/run_program.hpp"

namespace bspike::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string kTiny = BSPIKE_SOURCE_DIR "/configs/runs/tiny.yaml";
const std::string kCases = BSPIKE_SOURCE_DIR "/tests/data/reference/snntorch/";

ProgramResult must_run(const std::vector<std::string>& arguments, const fs::path& folder = ".") {
  ProgramResult result = run_bspike(arguments, folder);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return result;
}

json report_of(const fs::path& folder) { return json::parse(read_file(folder / "report.json")); }

// The report but for what may differ between equal runs.
std::string comparable(const fs::path& folder) {
  json report = report_of(folder);
  report.erase("simulator");
  return report.dump();
}

TEST(Command, VersionNamesProgramAndBuild) {
  const ProgramResult result = must_run({"--version"});
  EXPECT_EQ(result.out.rfind("bspike ", 0), 0u);
  EXPECT_NE(result.out.find("SystemC"), std::string::npos);
}

TEST(Command, EveryHelpHasExamplesAndNamesItsOptions) {
  EXPECT_NE(must_run({"--help"}).out.find("Examples:"), std::string::npos);
  for (const tools::Command& command : tools::command_table()) {
    const ProgramResult result = must_run({command.name, "--help"});
    EXPECT_NE(result.out.find("Examples:"), std::string::npos) << command.name;
    EXPECT_NE(result.out.find(command.summary), std::string::npos) << command.name;
  }
}

TEST(Command, OutputHoldsTheSummaryAloneAndQuietHoldsNothing) {
  const ProgramResult result = must_run({"run", kTiny, "--steps", "1"});
  EXPECT_EQ(result.out.rfind("run ", 0), 0u) << result.out;
  EXPECT_LE(std::count(result.out.begin(), result.out.end(), '\n'), 15);
  EXPECT_EQ(must_run({"run", kTiny, "--steps", "1", "--quiet"}).out, "");
}

TEST(Report, HoldsThePathsThatUsersRelyOn) {
  const TemporaryFolder folder;
  must_run({"run", kTiny, "--quiet", "--out", folder.path()});
  const json report = report_of(folder.path());
  for (const char* path :
       {"/totals/cycles", "/totals/seconds", "/totals/samples_per_second", "/phases/compute_cycles",
        "/phases/sync_cycles", "/phases/exchange_cycles", "/tile_mean/compute_cycles",
        "/tile_mean/wait_cycles", "/tile_mean/sync_cycles", "/tile_mean/exchange_cycles",
        "/totals/host_seconds", "/memory/peak_tile_bytes", "/memory/budget_tile_bytes",
        "/exchange/bytes", "/exchange/busiest_tile_bytes", "/simulator/wall_seconds",
        "/simulator/instructions", "/simulator/mips", "/simulator/peak_rss_bytes"}) {
    const json::json_pointer pointer(path);
    ASSERT_TRUE(report.contains(pointer)) << path;
    EXPECT_TRUE(report.at(pointer).is_number()) << path;
    EXPECT_GT(report.at(pointer).get<double>(), 0) << path;
  }
  EXPECT_TRUE(report.at("/memory/by_category"_json_pointer).is_object());
  EXPECT_TRUE(report.at("/training/spike_rates"_json_pointer).is_object());
  EXPECT_EQ(report.at("/training/loss"_json_pointer).size(), 4u);
  EXPECT_EQ(report.at("/training/accuracy"_json_pointer).size(), 4u);
  for (const char* file : {"supersteps.csv", "tiles.csv", "memory.csv"}) {
    EXPECT_GT(read_file(folder.path() / file).size(), 100u) << file;
  }
}

TEST(Report, IsTheSameTenTimes) {
  const TemporaryFolder folder;
  must_run({"run", kTiny, "--quiet", "--out", folder.path() / "0"});
  for (int i = 1; i < 10; ++i) {
    const fs::path again = folder.path() / std::to_string(i);
    must_run({"run", kTiny, "--quiet", "--out", again});
    EXPECT_EQ(comparable(folder.path() / "0"), comparable(again));
    for (const char* file : {"supersteps.csv", "tiles.csv", "memory.csv"}) {
      EXPECT_EQ(read_file(folder.path() / "0" / file), read_file(again / file)) << file;
    }
  }
}

TEST(Report, FunctionalRunHasTheSameTraining) {
  const TemporaryFolder folder;
  must_run({"run", kTiny, "--quiet", "--out", folder.path() / "timed"});
  must_run({"run", kTiny, "--quiet", "--functional", "--check-races", "--out",
            folder.path() / "values"});
  EXPECT_EQ(report_of(folder.path() / "timed").at("training"),
            report_of(folder.path() / "values").at("training"));
}

TEST(Emit, ResolvedConfigurationRunsAndGivesTheSameReport) {
  const TemporaryFolder folder;
  must_run({"run", kTiny, "--emit", "config=" + (folder.path() / "all.yaml").string()});
  must_run({"run", kTiny, "--quiet", "--out", folder.path() / "one"});
  must_run({"run", folder.path() / "all.yaml", "--quiet", "--out", folder.path() / "two"});
  EXPECT_EQ(comparable(folder.path() / "one"), comparable(folder.path() / "two"));
}

TEST(Emit, ImageRunsAloneAndGivesTheSameReport) {
  const TemporaryFolder folder;
  const std::string image = (folder.path() / "x.image").string();
  must_run({"run", kTiny, "--emit", "image=" + image});
  must_run({"run", kTiny, "--quiet", "--out", folder.path() / "one"});
  must_run({"run", image, "--quiet", "--out", folder.path() / "two"});
  EXPECT_EQ(comparable(folder.path() / "one"), comparable(folder.path() / "two"));
  EXPECT_NE(must_run({"inspect", image}).out, "");
  EXPECT_NE(must_run({"inspect", image, "--plan"}).out, "");
  EXPECT_NE(must_run({"inspect", image, "--asm"}).out, "");
  EXPECT_EQ(must_run({"inspect", image, "--config"}).out,
            must_run({"run", kTiny, "--emit", "config"}).out);
}

TEST(Emit, EveryStageHasText) {
  for (const char* stage : {"config", "machine", "network", "placement", "plan", "asm"}) {
    EXPECT_GT(must_run({"run", kTiny, "--emit", stage}).out.size(), 50u) << stage;
  }
}

TEST(Checkpoints, TwoAndTwoStepsEqualFour) {
  const TemporaryFolder folder;
  const auto run = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"run", kTiny, "--quiet", "--functional"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    must_run(arguments, folder.path());
  };
  run({"--steps", "4", "--save", "four.ckpt"});
  run({"--steps", "2", "--save", "two.ckpt"});
  run({"--steps", "2", "--load", "two.ckpt", "--save", "both.ckpt"});
  EXPECT_EQ(read_file(folder.path() / "four.ckpt"), read_file(folder.path() / "both.ckpt"));
  EXPECT_NE(read_file(folder.path() / "four.ckpt"), read_file(folder.path() / "two.ckpt"));
}

TEST(Dumps, TensorsBecomeNpyFiles) {
  const TemporaryFolder folder;
  must_run({"run", kTiny, "--quiet", "--steps", "1", "--out", "d", "--dump", "fc1.weight", "--dump",
            "n0.mem"},
           folder.path());
  // 10 x 16 and 6 steps x 8 samples x 16 neurons of 4 bytes, behind a header of 128.
  EXPECT_EQ(read_file(folder.path() / "d/fc1.weight.npy").size(), 128u + 10 * 16 * 4);
  EXPECT_EQ(read_file(folder.path() / "d/n0.mem.npy").size(), 128u + 6 * 8 * 16 * 4);
}

TEST(Evaluate, CountsEverySampleOnceAndRepeats) {
  const std::vector<std::string> arguments = {"evaluate", kTiny, "--json"};
  const ProgramResult first = must_run(arguments);
  const json result = json::parse(first.out);
  EXPECT_EQ(result.at("samples"), 359);  // 44 batches of 8 and one of 7
  std::uint64_t total = 0;
  for (const json& row : result.at("confusion")) {
    for (const json& cell : row) total += cell.get<std::uint64_t>();
  }
  EXPECT_EQ(total, 359u);
  EXPECT_GT(result.at("cycles_per_sample").get<double>(), 0);
  EXPECT_EQ(must_run(arguments).out, first.out);
}

TEST(Evaluate, ShapeOfTheLastBatchDoesNotMatter) {
  const TemporaryFolder folder;
  must_run({"run", kTiny, "--quiet", "--functional", "--save", "w.ckpt"}, folder.path());
  const auto confusion = [&](const std::string& batch) {
    const std::string out = must_run({"evaluate", kTiny, "--functional", "--json", "--load",
                                      "w.ckpt", "--set", "network.batch=" + batch},
                                     folder.path())
                                .out;
    return json::parse(out).at("confusion");
  };
  EXPECT_EQ(confusion("8"), confusion("5"));
}

TEST(Verify, PrintsErrorsAgainstTolerances) {
  const std::string file = kCases + "s01_leaky_sub_tiny.json";
  const ProgramResult text = must_run({"verify", file, "--machine", "tiny"}, BSPIKE_SOURCE_DIR);
  EXPECT_NE(text.out.find("s01_leaky_sub_tiny on tiny: pass"), std::string::npos) << text.out;
  const json verdicts =
      json::parse(must_run({"verify", file, "--json", "--reference-only"}).out).at("verdicts");
  ASSERT_EQ(verdicts.size(), 1u);
  EXPECT_EQ(verdicts[0].at("implementation"), "reference");
  EXPECT_EQ(verdicts[0].at("pass"), true);
}

TEST(Assembly, DisassembledProgramAssemblesToTheSameImage) {
  const TemporaryFolder folder;
  must_run({"run", kTiny, "--emit", "image=x.image"}, folder.path());
  must_run({"run", kTiny, "--emit", "asm"}, folder.path());
  write_file(folder.path() / "a.tasm",
             ".program p\n.codelet c\n  seti m0, 3\nagain:\n  brnzdec m0, again\n  exit\n");
  must_run({"asm", "a.tasm", "--out", "a.image"}, folder.path());
  must_run({"disasm", "a.image", "--out", "b.tasm"}, folder.path());
  EXPECT_EQ(must_run({"asm", "a.tasm"}, folder.path()).out,
            must_run({"asm", "b.tasm"}, folder.path()).out);
}

// seti, then brnzdec taken three times and passed once, then exit: 6 slots of 6 cycles.
TEST(Exec, CountsSlotsAndShowsRegisters) {
  const TemporaryFolder folder;
  write_file(folder.path() / "a.tasm",
             ".program p\n.codelet c\n  seti m0, 3\nagain:\n  brnzdec m0, again\n  exit\n");
  const std::string out = must_run({"exec", "a.tasm", "--trace", "--register", "a2=1.5", "--store",
                                    "0x60000=7", "--memory", "0x60000:2", "--machine",
                                    BSPIKE_SOURCE_DIR "/configs/machines/tiny.yaml"},
                                   folder.path())
                              .out;
  EXPECT_NE(out.find("6 issue slots, 6 instructions, 36 cycles on tiny"), std::string::npos) << out;
  EXPECT_NE(out.find("m0  ffffffff"), std::string::npos) << out;
  EXPECT_NE(out.find("a2  3fc00000"), std::string::npos) << out;
  EXPECT_NE(out.find("0x00060000: 00000007 00000000"), std::string::npos) << out;
  EXPECT_NE(out.find("brnzdec"), std::string::npos) << out;
}

TEST(Interrupt, EndsAfterAStepAndWritesWhatIsComplete) {
  const TemporaryFolder folder;
  const std::string line =
      shell_quoted(BSPIKE_BINARY) + " run " + shell_quoted(kTiny) +
      " --functional --steps 100000000 --out out & pid=$!; sleep 1; kill -INT $pid; "
      "wait $pid";
  // A shell starts background jobs with SIGINT ignored; the command installs its handler anyway.
  const ProgramResult result = run_shell(line, folder.path());
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_NE(result.err.find("interrupted after"), std::string::npos) << result.err;
  EXPECT_NE(result.out.find("CUT SHORT"), std::string::npos) << result.out;
  EXPECT_EQ(report_of(folder.path() / "out").at("/run/interrupted"_json_pointer), true);
}

// Every file a user may name is loaded, and every run compiled.
TEST(Configs, EveryRunCompiles) {
  int runs = 0;
  for (const auto& entry : fs::directory_iterator(BSPIKE_SOURCE_DIR "/configs/runs")) {
    if (!entry.is_regular_file()) continue;
    must_run({"run", entry.path(), "--emit", "plan"});
    ++runs;
  }
  EXPECT_GE(runs, 3);
}

TEST(Configs, TinyRunFitsEveryMachine) {
  for (const auto& entry : fs::directory_iterator(BSPIKE_SOURCE_DIR "/configs/machines")) {
    must_run({"run", kTiny, "--quiet", "--steps", "1", "--machine", entry.path()});
  }
}

TEST(Validate, NamesATableThatNoSuiteNames) {
  const TemporaryFolder folder;
  fs::copy(BSPIKE_SOURCE_DIR "/configs", folder.path() / "configs", fs::copy_options::recursive);
  const std::vector<std::string> arguments{"validate", "--fast", "--quiet"};
  EXPECT_EQ(must_run(arguments, folder.path()).out, "");
  fs::copy(folder.path() / "configs/measured/local_memory.csv",
           folder.path() / "configs/measured/my_lab.csv");
  const ProgramResult result = run_bspike(arguments, folder.path());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "table my_lab.csv: no suite names it\n");
}

TEST(Quickstart, LossFallsOnRealImages) {
  if (!fs::exists("/usr/share/datasets/fashion-mnist")) {
    GTEST_SKIP() << "the package dataset-fashion-mnist is not installed";
  }
  const TemporaryFolder folder;
  must_run({"run", BSPIKE_SOURCE_DIR "/configs/runs/quickstart.yaml", "--quiet", "--out",
            folder.path()});
  const json report = report_of(folder.path());
  const auto loss = report.at("/training/loss"_json_pointer).get<std::vector<double>>();
  ASSERT_GE(loss.size(), 10u);
  double first = 0;
  double last = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    first += loss[i] / 5;
    last += loss[loss.size() - 1 - i] / 5;
  }
  EXPECT_LT(last, first - 0.1);
  EXPECT_EQ(report.at("/machine/tiles"_json_pointer), 1472);
  EXPECT_GT(report.at("/tiles/idle"_json_pointer).get<int>(), 0);
}

}  // namespace
}  // namespace bspike::tests
