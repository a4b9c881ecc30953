// Tests whole runs of small Images: values, host streams, faults, interruption, repeatability; the
// same bodies functionally and timed.
#include "sim/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "arch/base/diagnostics.hpp"
#include "arch/program/image_tools.hpp"
#include "sim/report/report.hpp"
#include "tests/support/image_builder.hpp"

namespace bspike::sim {
namespace {

using arch::kNoIndex;
using ::testing::HasSubstr;
using tests::ImageBuilder;

arch::Machine tiny() {
  return arch::load_machine(std::string(BSPIKE_SOURCE_DIR) + "/configs/machines/tiny.yaml");
}

// destination[worker] = source[worker] + counter, for each worker.
constexpr const char* kCodelets = R"(
.codelet add_counter
  ld32 m0, m12, m15, 0
  ld32 m1, m12, m15, 1
  ld32 m2, m12, m15, 2
  ld32 m2, m2, m15, 0
  ld32x m3, m0, m14
  add m3, m3, m2
  st32x m3, m1, m14
  exit
.codelet boom
  nop
  trap 42
.codelet forever
again:
  br again
.codelet clash
  ld32 m0, m12, m15, 0
  st32 m14, m0, m15, 0
  exit
)";

constexpr std::uint32_t kWorkers = 6;
constexpr std::uint32_t kSource = 0, kDestination = 0x1000;

// Gives words 10, 20, ... to the chip, plus the step; keeps what comes back.
struct Host final : arch::HostPort {
  std::vector<std::vector<std::uint32_t>> taken;
  bool fails = false;
  void fill(std::uint32_t, std::uint64_t step, std::span<std::byte> bytes) override {
    if (fails) throw std::runtime_error("the data set ended");
    for (std::size_t i = 0; i < bytes.size() / 4; ++i) {
      const auto word = static_cast<std::uint32_t>(10 * (i + 1) + step);
      std::memcpy(bytes.data() + 4 * i, &word, sizeof word);
    }
  }
  void take(std::uint32_t, std::uint64_t, std::span<const std::byte> bytes) override {
    std::vector<std::uint32_t> words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    taken.push_back(std::move(words));
  }
};

// Host words S go to tile 0. Three trips t = 0, 1, 2: tiles 0 and 5 compute destination = source +
// t, then tile 0's destination becomes tile 5's source. So tile 5 ends with (S + 1) + 2.
ImageBuilder relay() {
  ImageBuilder builder(tiny(), std::string(kCodelets) + ImageBuilder::kSupervisor);
  const auto here = builder.add_group({0}), there = builder.add_group({5});
  const ImageBuilder::Vertex vertex{
      "add_counter",
      true,
      {builder.buffer(kSource), builder.buffer(kDestination), builder.control()}};
  const auto set = builder.add_compute_set({{0, {vertex}}, {5, {vertex}}});
  const auto exchange = builder.add_exchange({{0, {5}, kWorkers, kDestination, kSource}});
  builder.add_host(true, "in", {{here, builder.buffer(kSource), kWorkers * 4}});
  const auto repeat = builder.add_repeat(3, {0, 5});
  builder.add_superstep(set, exchange, "relay", repeat);
  builder.add_host(false, "out", {{there, builder.buffer(kDestination), kWorkers * 4}});
  const auto tensor = builder.add_tensor("result", 5, builder.buffer(kDestination), kWorkers);
  builder.image().series = {{"training.loss", tensor, arch::Reduction::kSum, 0, 1},
                            {"above", tensor, arch::Reduction::kCountAbove, 40, 0.5}};
  builder.image().samples_per_step = 2;
  return builder;
}

// One superstep that works, then one in which tile 5 runs `codelet`.
ImageBuilder ending_in(const std::string& codelet) {
  ImageBuilder builder = relay();
  const auto set =
      builder.add_compute_set({{5, {{codelet, true, {builder.buffer(kDestination)}}}}});
  builder.add_superstep(set, kNoIndex, codelet);
  return builder;
}

class Runs : public ::testing::TestWithParam<bool> {
 protected:
  RunResult run_it(ImageBuilder& builder, RunOptions options = {}) {
    options.timed = GetParam();
    return run(builder.image(), tiny(), host_, options);
  }
  Host host_;
};
INSTANTIATE_TEST_SUITE_P(FunctionalAndTimed, Runs, ::testing::Bool(), [](const auto& param) {
  return param.param ? std::string("Timed") : std::string("Functional");
});

TEST_P(Runs, TheImageIsLegal) { EXPECT_NO_THROW(arch::verify_image(relay().image(), tiny())); }

TEST_P(Runs, ValuesCountersStreamsAndSeries) {
  ImageBuilder builder = relay();
  const RunResult result = run_it(builder, {.steps = 2});
  EXPECT_TRUE(result.fault.kind.empty()) << result.fault.message;
  EXPECT_EQ(result.steps, 2u);
  using Words = std::vector<std::uint32_t>;
  ASSERT_EQ(host_.taken.size(), 2u);
  EXPECT_EQ(host_.taken[0], (Words{13, 23, 33, 43, 53, 63}));
  EXPECT_EQ(host_.taken[1], (Words{14, 24, 34, 44, 54, 64}));
  EXPECT_EQ(result.series.at("training.loss"), (std::vector<double>{228, 234}));
  EXPECT_EQ(result.series.at("above"), (std::vector<double>{1.5, 1.5}));
  // in | 3 supersteps | out in | 3 supersteps | out
  EXPECT_EQ(result.host_phases, 3u);
  EXPECT_EQ(result.host_bytes_in, 2u * 24);
  EXPECT_EQ(result.host_bytes_out, 2u * 24);
  EXPECT_EQ(result.supersteps_total, 6u);
  EXPECT_EQ(result.exchange_bytes_sent, 6u * 24);
  EXPECT_EQ(result.exchange_bytes_received, 6u * 24);
  EXPECT_EQ(result.tiles.at(0).bytes_sent, 6u * 24);
  EXPECT_EQ(result.tiles.at(5).bytes_received, 6u * 24);
  EXPECT_TRUE(result.tiles.at(5).active);
  EXPECT_FALSE(result.tiles.at(1).active);
}

// 2 tiles x 3 trips x 6 workers x 8 instructions of the codelet; the mix and the total agree.
TEST_P(Runs, CodeStatistics) {
  ImageBuilder builder = relay();
  const RunResult result = run_it(builder);
  ASSERT_EQ(result.kernels.size(), 1u);
  EXPECT_EQ(result.kernels[0].codelet, "add_counter");
  EXPECT_EQ(result.kernels[0].calls, 6u);
  EXPECT_EQ(result.kernels[0].instructions, 2u * 3 * 6 * 8);
  EXPECT_EQ(result.kernels[0].issue_slots, 2u * 3 * 6 * 8);
  EXPECT_EQ(result.instruction_mix.at("st32x"), 36u);
  std::uint64_t sum = 0;
  for (const auto& [mnemonic, count] : result.instruction_mix) sum += count;
  EXPECT_EQ(sum, result.instructions);
  ASSERT_FALSE(result.hot_lines.empty());
  EXPECT_EQ(result.hot_lines[0].executions, 36u);
  EXPECT_EQ(result.hot_lines[0].codelet, "add_counter");
  EXPECT_FALSE(result.hot_lines[0].text.empty());
}

TEST_P(Runs, AShuffledOrderOfTilesChangesNothing) {
  ImageBuilder builder = relay();
  const RunResult straight = run_it(builder);
  const auto taken = host_.taken;
  for (std::uint64_t seed = 1; seed < 5; ++seed) {
    host_.taken.clear();
    const RunResult shuffled = run_it(builder, {.shuffle_seed = seed});
    EXPECT_EQ(host_.taken, taken);
    EXPECT_EQ(shuffled.total_cycles, straight.total_cycles);
  }
}

TEST_P(Runs, ATrapEndsTheRunAndSaysWhere) {
  ImageBuilder builder = ending_in("boom");
  const RunResult result = run_it(builder, {.steps = 3});
  EXPECT_EQ(result.steps, 0u);
  EXPECT_EQ(result.fault.kind, name(FaultKind::kTrap));
  EXPECT_THAT(result.fault.message, HasSubstr("code 42"));
  EXPECT_EQ(result.fault.tile, 5u);
  EXPECT_EQ(result.fault.worker, 0u);
  EXPECT_EQ(result.fault.codelet, "boom");
  EXPECT_THAT(result.fault.source_line, HasSubstr("trap 42"));
  EXPECT_EQ(result.fault.superstep, "phase/boom");
  EXPECT_EQ(result.supersteps_total, 3u);  // what was complete before
}

TEST_P(Runs, AWorkerThatNeverEndsIsNoProgress) {
  ImageBuilder builder = ending_in("forever");
  const RunResult result = run_it(builder, {.slot_limit = 100000});
  EXPECT_EQ(result.fault.kind, name(FaultKind::kNoProgress));
  EXPECT_EQ(result.fault.codelet, "forever");
}

// All workers store to one word: a race that only the checker sees.
TEST_P(Runs, TheRaceCheckerSeesAClash) {
  ImageBuilder builder = ending_in("clash");
  EXPECT_TRUE(run_it(builder).fault.kind.empty());
  EXPECT_EQ(run_it(builder, {.check_races = true}).fault.kind, name(FaultKind::kRace));
}

TEST_P(Runs, WhatTheHostThrowsComesOut) {
  ImageBuilder builder = relay();
  host_.fails = true;
  EXPECT_THROW((void)run_it(builder), std::runtime_error);
  host_.fails = false;
  EXPECT_EQ(run_it(builder).steps, 1u);  // and another run is fine
}

TEST_P(Runs, AnInterruptEndsTheRunAfterItsStep) {
  ImageBuilder builder = relay();
  std::atomic<bool> stop{false};
  RunOptions options{.steps = 5, .stop = &stop};
  options.after_step = [&](std::uint64_t step, Machinery&) { stop = step == 1; };
  const RunResult result = run_it(builder, options);
  EXPECT_EQ(result.steps, 2u);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(host_.taken.size(), 2u);
}

// Tile 0's source is host data; tile 5's destination is read and written between steps.
TEST_P(Runs, TensorsAreReadAndWrittenBetweenSteps) {
  ImageBuilder builder = relay();
  const auto tensor = builder.add_tensor("source", 5, builder.buffer(kSource), kWorkers);
  std::vector<std::byte> first;
  RunOptions options{.steps = 2, .timed = GetParam()};
  options.after_step = [&](std::uint64_t step, Machinery& machinery) {
    if (step == 0) first = machinery.read_tensor(tensor);
  };
  std::vector<std::byte> written(kWorkers * 4, std::byte{1});
  (void)run(builder.image(), tiny(), host_, options, [&](Machinery& machinery) {
    machinery.write_tensor(tensor, written);
    EXPECT_EQ(machinery.read_tensor(tensor), written);
    EXPECT_THROW(machinery.write_tensor(tensor, std::span(written).first(4)),
                 std::invalid_argument);
  });
  std::uint32_t word = 0;
  std::memcpy(&word, first.data(), sizeof word);
  EXPECT_EQ(word, 12u);  // 10 + t of the last trip
}

TEST_P(Runs, AnotherMachineIsRefused) {
  ImageBuilder builder = relay();
  builder.image().machine_name = "other";
  builder.image().workers = 5;
  try {
    (void)run_it(builder);
    FAIL() << "accepted";
  } catch (const arch::base::ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("compiled for machine other, the machine has tiny"));
    EXPECT_THAT(error.what(), HasSubstr("compiled for workers 5, the machine has 6"));
  }
}

TEST_P(Runs, ProgressEndsWithTheLastStep) {
  ImageBuilder builder = relay();
  std::vector<Progress> seen;
  RunOptions options{.steps = 3};
  options.progress = [&](const Progress& progress) { seen.push_back(progress); };
  (void)run_it(builder, options);
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(seen.back().steps_done, 3u);
  EXPECT_EQ(seen.back().steps_total, 3u);
}

TEST_P(Runs, AnEmptyScheduleEnds) {
  ImageBuilder builder(tiny(), std::string(kCodelets) + ImageBuilder::kSupervisor);
  const RunResult result = run_it(builder, {.steps = 2});
  EXPECT_EQ(result.steps, 2u);
  EXPECT_EQ(result.total_cycles, 0u);
  EXPECT_EQ(result.supersteps_total, 0u);
}

TEST(Run, TenRunsGiveOneReport) {
  std::string first;
  for (int i = 0; i < 10; ++i) {
    ImageBuilder builder = relay();
    Host host;
    const RunResult result = run(builder.image(), tiny(), host, {.steps = 2});
    auto report = nlohmann::ordered_json::parse(report_json(result, tiny(), builder.image(), {}));
    report.erase("simulator");
    const std::string text = report.dump() + supersteps_csv(result, builder.image()) +
                             tiles_csv(result, tiny()) + memory_csv(result);
    if (first.empty()) first = text;
    EXPECT_EQ(text, first);
  }
}

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> parts;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) parts.push_back(cell);
  return parts;
}

// Sum of a column of a CSV text without quotes.
std::uint64_t column_sum(const std::string& csv, const std::string& column) {
  std::istringstream in(csv);
  std::string line;
  std::getline(in, line);
  const auto names = cells(line);
  const auto place =
      static_cast<std::size_t>(std::find(names.begin(), names.end(), column) - names.begin());
  std::uint64_t sum = 0;
  while (std::getline(in, line)) sum += std::stoull(cells(line).at(place));
  return sum;
}

// Cycles, bytes and instructions are the same in report.json, the CSV files and on the console.
TEST(Run, AllOutputsAgree) {
  ImageBuilder builder = relay();
  Host host;
  const RunResult result = run(builder.image(), tiny(), host, {.steps = 3});
  const auto report = nlohmann::json::parse(report_json(result, tiny(), builder.image(), {}));
  const std::string supersteps = supersteps_csv(result, builder.image());
  const std::string tiles = tiles_csv(result, tiny());
  const std::uint64_t cycles = report["totals"]["cycles"];
  std::uint64_t path = 0, parts = 0;
  for (const std::string part : {"compute_cycles", "sync_cycles", "exchange_cycles"}) {
    EXPECT_EQ(column_sum(supersteps, part), report["phases"][part]) << part;
    EXPECT_EQ(report["superstep_kinds"][0][part], report["phases"][part]) << part;
    EXPECT_EQ(report["by_phase"][0][part], report["phases"][part]) << part;
    path += column_sum(supersteps, part);
    parts += column_sum(tiles, part);
  }
  EXPECT_EQ(path, cycles);
  EXPECT_EQ(parts + column_sum(tiles, "wait_cycles"), 2 * cycles);  // two active tiles
  // Apart from waits for the end of the run, which belong to no superstep.
  EXPECT_LE(column_sum(supersteps, "wait_cycles"), column_sum(tiles, "wait_cycles"));
  EXPECT_EQ(column_sum(supersteps, "wait_cycles"), report["superstep_kinds"][0]["wait_cycles"]);
  EXPECT_EQ(column_sum(tiles, "instructions"), report["totals"]["instructions"]);
  EXPECT_EQ(column_sum(tiles, "bytes_sent"), report["exchange"]["bytes"]);
  EXPECT_EQ(column_sum(supersteps, "exchange_bytes"), report["exchange"]["bytes"]);
  EXPECT_EQ(column_sum(memory_csv(result), "total_bytes"), report["memory"]["bytes"]);
  std::string grouped = std::to_string(cycles);
  if (grouped.size() > 3) grouped.insert(grouped.size() - 3, ",");
  EXPECT_THAT(console_summary(result, tiny(), builder.image(), {}),
              HasSubstr("time       " + grouped + " cycles"));
}

// A process may hold several runs at once, as long as they are functional.
TEST(Run, FunctionalRunsSideBySide) {
  const auto take = [](std::vector<std::vector<std::uint32_t>>& taken) {
    ImageBuilder builder = relay();
    Host host;
    (void)run(builder.image(), tiny(), host, {.steps = 50, .timed = false});
    taken = host.taken;
  };
  std::vector<std::vector<std::uint32_t>> alone, first, second;
  take(alone);
  std::thread one([&] { take(first); }), other([&] { take(second); });
  one.join();
  other.join();
  EXPECT_EQ(first, alone);
  EXPECT_EQ(second, alone);
}

// SystemC has one kernel a process: a timed run inside another one is refused, and harms nothing.
TEST(Run, ATimedRunInsideAnotherIsRefused) {
  ImageBuilder builder = relay();
  Host host, inner_host;
  RunOptions options{.steps = 2};
  int refused = 0;
  options.after_step = [&](std::uint64_t, Machinery&) {
    try {
      (void)run(builder.image(), tiny(), inner_host, {});
    } catch (const std::logic_error&) {
      ++refused;
    }
    EXPECT_EQ(run(builder.image(), tiny(), inner_host, {.timed = false}).steps, 1u);
  };
  EXPECT_EQ(run(builder.image(), tiny(), host, options).steps, 2u);
  EXPECT_EQ(refused, 2);
}

// The switches for tests and tools leave the cycles alone.
TEST(Run, ProfilesAndRaceChecksCostNoCycles) {
  ImageBuilder builder = relay();
  Host host;
  const RunResult with = run(builder.image(), tiny(), host, {.check_races = true});
  const RunResult without = run(builder.image(), tiny(), host, {.profile_lines = false});
  EXPECT_EQ(with.total_cycles, without.total_cycles);
  EXPECT_EQ(with.instructions, without.instructions);
  EXPECT_TRUE(without.instruction_mix.empty());
}

}  // namespace
}  // namespace bspike::sim
