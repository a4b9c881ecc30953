// Tests that a run says the same with every engine and any number of threads: reports, their
// tables, saved values, and faults.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/engine/compiled/compiled_executor.hpp"
#include "sim/run.hpp"
#include "tests/support/image_builder.hpp"
#include "tests/support/run_program.hpp"

namespace bspike {
namespace {

// What a user compares, without the one object that tells of the simulator itself.
struct Outcome {
  nlohmann::json report;
  std::string supersteps, tiles, memory, weights;
  nlohmann::json simulator;
};

Outcome outcome_of(const std::vector<std::string>& options) {
  const tests::TemporaryFolder folder;
  const std::string out = (folder.path() / "out").string();
  const std::string weights = (folder.path() / "weights").string();
  std::vector<std::string> arguments = {
      "run", "configs/runs/tiny.yaml", "--quiet", "--out", out, "--save", weights};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const auto result = tests::run_bspike(arguments);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  Outcome outcome;
  outcome.report = nlohmann::json::parse(tests::read_file(folder.path() / "out/report.json"));
  outcome.simulator = outcome.report.at("simulator");
  outcome.report.erase("simulator");
  outcome.supersteps = tests::read_file(folder.path() / "out/supersteps.csv");
  outcome.tiles = tests::read_file(folder.path() / "out/tiles.csv");
  outcome.memory = tests::read_file(folder.path() / "out/memory.csv");
  outcome.weights = tests::read_file(weights);
  return outcome;
}

void expect_same(const Outcome& found, const Outcome& wanted) {
  EXPECT_EQ(found.report.dump(), wanted.report.dump());
  EXPECT_EQ(found.supersteps, wanted.supersteps);
  EXPECT_EQ(found.tiles, wanted.tiles);
  EXPECT_EQ(found.memory, wanted.memory);
  EXPECT_EQ(found.weights, wanted.weights);
}

TEST(Threads, any_number_gives_the_same_report) {
  const Outcome wanted = outcome_of({"--engine", "interpreter", "--threads", "1"});
  EXPECT_EQ(wanted.simulator.at("engine"), "interpreter");
  EXPECT_EQ(wanted.simulator.at("threads"), 1);
  EXPECT_FALSE(wanted.supersteps.empty() || wanted.weights.empty());
  for (const std::string threads : {"2", "4", "7", "64"}) {
    SCOPED_TRACE(threads + " threads");
    expect_same(outcome_of({"--engine", "interpreter", "--threads", threads}), wanted);
  }
  expect_same(outcome_of({}), wanted);
}

TEST(Threads, compiled_gives_the_same_report) {
  if (!sim::has_code_generator()) GTEST_SKIP() << "built without a code generator";
  const Outcome wanted = outcome_of({"--engine", "interpreter", "--threads", "1"});
  for (const std::string threads : {"1", "2", "7"}) {
    SCOPED_TRACE(threads + " threads");
    const Outcome found = outcome_of({"--engine", "compiled", "--threads", threads});
    EXPECT_EQ(found.simulator.at("engine"), "compiled");
    expect_same(found, wanted);
  }
}

TEST(Threads, race_checking_gives_the_same_report_with_every_engine) {
  const Outcome wanted = outcome_of({"--engine", "interpreter", "--check-races"});
  expect_same(outcome_of({"--engine", "auto", "--check-races"}), wanted);
}

TEST(Threads, none_and_negative_are_refused) {
  for (const std::string threads : {"0", "-1", "two", "4096"}) {
    const auto result = tests::run_bspike({"run", "configs/runs/tiny.yaml", "--threads", threads});
    EXPECT_EQ(result.exit_code, 2) << threads;
    EXPECT_NE(result.err.find("--threads"), std::string::npos) << result.err;
  }
  EXPECT_EQ(tests::run_bspike({"run", "configs/runs/tiny.yaml", "--engine", "fast"}).exit_code, 2);
}

struct NoHost final : arch::HostPort {
  void fill(std::uint32_t, std::uint64_t, std::span<std::byte>) override {}
  void take(std::uint32_t, std::uint64_t, std::span<const std::byte>) override {}
};

// Tiles 3, 9 and 12 fault; the others work.
sim::RunResult faulty_run(std::uint32_t threads, sim::Engine engine) {
  const auto machine =
      arch::load_machine(std::string(BSPIKE_SOURCE_DIR) + "/configs/machines/bow.yaml");
  tests::ImageBuilder builder(machine,
                              ".codelet good\n  seti m0, 1\n  exit\n.codelet bad\n"
                              "  seti m0, 1\n  trap 7\n" +
                                  std::string(tests::ImageBuilder::kSupervisor));
  tests::ImageBuilder::Work work;
  for (arch::TileId tile = 0; tile < 16; ++tile) {
    const bool bad = tile == 3 || tile == 9 || tile == 12;
    work[tile] = {{bad ? "bad" : "good", true, {}}};
  }
  builder.add_superstep(builder.add_compute_set(work));
  NoHost host;
  return sim::run(builder.image(), machine, host,
                  {.timed = false, .engine = engine, .threads = threads});
}

TEST(Threads, the_lowest_tile_s_fault_is_reported) {
  const auto wanted = faulty_run(1, sim::Engine::kInterpreter);
  EXPECT_EQ(wanted.fault.tile, 3u);
  for (const std::uint32_t threads : {2u, 4u, 7u, 100u}) {
    const auto found = faulty_run(threads, sim::Engine::kAuto);
    EXPECT_EQ(found.fault.tile, 3u);
    EXPECT_EQ(found.fault.message, wanted.fault.message);
    EXPECT_EQ(found.instructions, wanted.instructions);
  }
}

}  // namespace
}  // namespace bspike
