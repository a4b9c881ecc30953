// Tests the report of a result made by hand: strict JSON, one source for all outputs, documented
// paths.
#include "sim/report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "sim/report/columns.hpp"
#include "tests/support/machines.hpp"

namespace bspike::sim {
namespace {

using ::testing::HasSubstr;

// Four tiles, two of them active, 1000 cycles at 1.5 GHz, 2 steps of 3 samples.
struct Sample {
  arch::Machine machine = tests::c600_like_machine();
  arch::Image image;
  RunResult result;
  ReportExtras extras{"seed: 7\n", "af63dc4c8601ec8c", 7, "0.1.0", {{"accuracy", 0.5}}};

  Sample() {
    machine.constants = {{"sync.barrier", "30cycles", arch::base::Provenance::kAssumed, "a guess"}};
    machine.not_modelled = {"Weather."};
    image.labels = {"forward", "layer0", "neuron, \"quoted\""};
    arch::ScheduleNode node;
    node.kind = arch::ScheduleKind::kSuperstep;
    node.phase_label = 0;
    node.layer_label = 1;
    node.kind_label = 2;
    image.step.nodes = {{}, node};
    image.step.nodes[0].children = {1};
    image.tile_images = {{2, arch::kNoIndex, {{0, arch::MemoryCategory::kWeights, 0, 300}}, {}}};
    image.samples_per_step = 3;
    fill_result();
  }

  void fill_result() {
    result.steps = 2;
    result.total_cycles = 1000;
    result.phases = {600, 50, 100, 300};
    result.host_phases = 1;
    result.host_seconds = 2e-6;
    result.host_bytes_in = 10;
    result.kinds = {{"forward", "layer0", "neuron", 1, 5, 6, 7, 1, {600, 50, 100, 300}, 8, 2}};
    result.by_phase["forward"] = result.by_layer["layer0"] = result.phases;
    result.kernels = {{"leaky", 2, 100, 150}};
    SuperstepRecord record;
    record.node = 1;
    record.compute_cycles = 600;
    result.supersteps = {record};
    result.supersteps_total = 1;
    result.tiles.resize(4);
    result.tiles[0] = {true, 600, 50, 0, 100, 300, 300, 400, 64, 0};
    result.tiles[2] = {true, 200, 50, 400, 100, 300, 100, 400, 0, 64};
    result.memory = {{0, {{"code", 100}, {"reserved", 4}}, 104},
                     {2, {{"weights", 300}, {"reserved", 4}}, 304}};
    result.memory_budget_bytes = 1024;
    result.exchange_bytes_sent = 64;
    result.exchange_bytes_received = 128;
    result.instruction_mix = {{"add", 5}};
    result.hot_lines = {{"main", "leaky", "add m0, m1, m2", 3, 9}};
    result.series = {
        {"training.loss", {2.5, 1.25}},
        {"training.spike_rates.layer0", {0.25, std::numeric_limits<double>::quiet_NaN()}},
        {"other", {1}}};
    result.instructions = 800;
    result.simulator = {0.5, 800, 0.0016, 1 << 20, 1, {}, "interpreter", "g++", "release"};
  }

  [[nodiscard]] nlohmann::json json() const {
    return nlohmann::json::parse(report_json(result, machine, image, extras));
  }
};

TEST(Report, HoldsTheTotals) {
  const nlohmann::json report = Sample().json();
  EXPECT_EQ(report["totals"]["cycles"], 1000);
  EXPECT_DOUBLE_EQ(report["totals"]["seconds"], 1000 / 1.5e9);
  EXPECT_DOUBLE_EQ(report["totals"]["cycles_per_sample"], 1000.0 / 6);
  EXPECT_TRUE(report["totals"]["seconds_per_call"].is_null());
  EXPECT_DOUBLE_EQ(report["totals"]["samples_per_second"], 6 * 1.5e9 / 1000);
  EXPECT_DOUBLE_EQ(report["totals"]["samples_per_second_with_host"], 6 / (1000 / 1.5e9 + 2e-6));
  EXPECT_EQ(report["phases"]["compute_cycles"], 600);
  EXPECT_EQ(report["tile_mean"]["compute_cycles"], 400.0);  // of tiles 0 and 2 alone
  EXPECT_EQ(report["tile_mean"]["wait_cycles"], 200.0);
  EXPECT_EQ(report["tiles"]["active"], 2);
  EXPECT_EQ(report["tiles"]["idle"], 2);
  EXPECT_EQ(report["tiles"]["utilisation"], 0.2);       // 400 slots of 2 x 1000
  EXPECT_EQ(report["tiles"]["chip_utilisation"], 0.1);  // 400 slots of 4 x 1000
  EXPECT_EQ(report["memory"]["peak_tile_bytes"], 304);
  EXPECT_EQ(report["memory"]["peak_tile"], 2);
  EXPECT_EQ(report["memory"]["budget_tile_bytes"], 1024);
  EXPECT_EQ(report["memory"]["by_category"]["reserved"], 8);
  EXPECT_EQ(report["memory"]["by_category"]["gradients"], 0);
  EXPECT_EQ(report["memory"]["lifetimes"]["tile"], 2);
  EXPECT_EQ(report["memory"]["lifetimes"]["peak_bytes"], 300 + 0x450);
  EXPECT_EQ(report["exchange"]["bytes"], 64);
  EXPECT_EQ(report["exchange"]["busiest_tile_bytes"], 64);
  EXPECT_EQ(report["exchange"]["multicast_saving"], 0.5);
  EXPECT_EQ(report["training"]["loss"], nlohmann::json({2.5, 1.25}));
  EXPECT_EQ(report["training"]["accuracy"], 0.5);
  EXPECT_EQ(report["series"]["other"], nlohmann::json({1.0}));
  EXPECT_TRUE(report["fault"].is_null());
}

// Two awaited steps: 1000 cycles at 1.5 GHz and 2 us of host time together.
TEST(Report, AnAwaitedCallHasATimeOfItsOwn) {
  Sample sample;
  sample.result.host_calls = 2;
  sample.result.call_overhead_seconds = 5e-7;
  const nlohmann::json report = sample.json();
  EXPECT_DOUBLE_EQ(report["totals"]["seconds_per_call"], (1000 / 1.5e9 + 2e-6) / 2);
  EXPECT_EQ(report["host"]["calls"], 2);
  EXPECT_EQ(report["host"]["call_overhead_seconds"], 5e-7);
}

TEST(Report, NumbersThatAreNoneBecomeNull) {
  Sample sample;
  EXPECT_TRUE(sample.json()["training"]["spike_rates"]["layer0"][1].is_null());
  sample.result.simulator.mips = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(sample.json()["simulator"]["mips"].is_null());
}

TEST(Report, RatiosWithoutADenominatorAreNull) {
  Sample sample;
  sample.result = {};
  const nlohmann::json report = sample.json();
  EXPECT_TRUE(report["totals"]["samples_per_second"].is_null());
  EXPECT_TRUE(report["totals"]["cycles_per_step"].is_null());
  EXPECT_TRUE(report["tile_mean"]["compute_cycles"].is_null());
  EXPECT_TRUE(report["tiles"]["utilisation"].is_null());
  EXPECT_TRUE(report["exchange"]["multicast_saving"].is_null());
  EXPECT_EQ(report["training"]["loss"], nlohmann::json::array());
}

TEST(Report, AFunctionalRunHasNoCycles) {
  Sample sample;
  sample.result.timed = false;
  const nlohmann::json report = sample.json();
  EXPECT_TRUE(report["totals"]["cycles"].is_null());
  EXPECT_TRUE(report["totals"]["seconds"].is_null());
  EXPECT_TRUE(report["phases"]["sync_cycles"].is_null());
  EXPECT_EQ(report["totals"]["instructions"], 800);
}

TEST(Report, EqualRunsDifferInSimulatorAlone) {
  Sample one, other;
  other.result.simulator = {9, 9, 9, 9, 9, {}, "e", "c", "b"};
  nlohmann::json left = one.json(), right = other.json();
  EXPECT_NE(left, right);
  left.erase("simulator");
  right.erase("simulator");
  EXPECT_EQ(left, right);
}

TEST(Report, EveryRowHasTheDescribedColumns) {
  const nlohmann::json report = Sample().json();
  for (const char* name : {"superstep_kinds", "by_phase", "by_layer", "kernels", "hot_lines"}) {
    std::set<std::string> described, present;
    for (const auto& column : report["columns"][name]) described.insert(column["name"]);
    ASSERT_FALSE(report[name].empty()) << name;
    for (const auto& [key, value] : report[name][0].items()) present.insert(key);
    EXPECT_EQ(described, present) << name;
  }
}

TEST(Report, EveryColumnSaysItsUnitAndMeaning) {
  const std::set<std::string> units{"cycles", "bytes", "slots", "count", "index", "ratio", "text"};
  const nlohmann::json report = Sample().json();
  for (const auto& [table, columns] : report["columns"].items()) {
    std::set<std::string> names;
    for (const auto& column : columns) {
      const std::string name = column["name"];
      EXPECT_TRUE(names.insert(name).second) << table << "." << name;
      EXPECT_EQ(units.count(column["unit"]), 1u) << table << "." << name;
      EXPECT_TRUE(std::string(column["sentence"]).ends_with('.')) << table << "." << name;
    }
  }
}

// Stands for any member of a row.
struct AnyMember {
  template <class T>
  operator T() const;
};

template <class Row, class... Members>
consteval std::size_t members_of() {
  if constexpr (requires { Row{Members{}..., AnyMember{}}; }) {
    return members_of<Row, Members..., AnyMember>();
  } else {
    return sizeof...(Members);
  }
}

TEST(Report, EveryStatisticHasAColumn) {
  EXPECT_EQ(tile_columns().size(), members_of<TileTimes>() + 5)
      << "and the tile's number, its place (3) and its utilisation";
  EXPECT_EQ(kernel_columns().size(), members_of<KernelRow>());
  EXPECT_EQ(superstep_columns().size(), members_of<SuperstepRecord>() + 2)
      << "its number, phase, layer and kind for the node; none for setup";
}

// Further columns come behind these, so that readers by position go on working.
TEST(Report, CsvFilesAgreeWithTheReport) {
  const Sample sample;
  EXPECT_THAT(supersteps_csv(sample.result, sample.image),
              HasSubstr("\n0,0,forward,layer0,\"neuron, \"\"quoted\"\"\",0,600,0,0,0,0,0,0"));
  EXPECT_THAT(tiles_csv(sample.result, sample.machine),
              HasSubstr("\n2,active,200,50,400,100,300,100,400,0,64"));
  EXPECT_THAT(tiles_csv(sample.result, sample.machine), HasSubstr("\n3,idle,0,0,0,0,0,0,0,0,0"));
  const std::string memory = memory_csv(sample.result);
  EXPECT_THAT(memory, HasSubstr("tile,total_bytes,code,"));
  EXPECT_THAT(memory, HasSubstr("\n0,104,100,"));
}

TEST(Report, TheConsoleSaysTheSame) {
  Sample sample;
  const std::string text =
      console_summary(sample.result, sample.machine, sample.image, sample.extras);
  EXPECT_THAT(text, HasSubstr("1,000 cycles = 0.67 us"));
  EXPECT_THAT(text, HasSubstr("compute 60.0 %, sync 10.0 %, exchange 30.0 %"));
  EXPECT_THAT(text, HasSubstr("loss 2.5000 -> 1.2500, accuracy 0.5000"));
  EXPECT_THAT(text, HasSubstr("peak 304 B of 1.0 KiB (29.7 %) on tile 2"));
  EXPECT_THAT(text, HasSubstr("2 active, 2 idle"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("FAULT")));
  sample.result.fault.kind = "trap";
  EXPECT_THAT(console_summary(sample.result, sample.machine, sample.image, sample.extras),
              HasSubstr("FAULT      trap"));
}

// --- every path is documented, and every documented path exists ---------------------------------

// Maps whose keys come from an image or a machine, and tables that describe themselves.
const std::set<std::string> kOpenMaps = {
    "definitions", "instruction_mix", "memory.by_category", "memory.peak_tile_by_category",
    "series",      "columns"};
const std::set<std::string> kTables = {"superstep_kinds[]",
                                       "by_phase[]",
                                       "by_layer[]",
                                       "kernels[]",
                                       "hot_lines[]",
                                       "memory.lifetimes.points[]",
                                       "memory.lifetimes.regions[]"};
const std::set<std::string> kTraining = {"loss", "spike_rates"};

void collect(const nlohmann::json& value, const std::string& path, std::set<std::string>& paths) {
  if (kTables.count(path) != 0) {
    paths.insert(path);
  } else if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      std::string name = key;
      if (kOpenMaps.count(path) != 0 || path == "training.spike_rates") name = "*";
      if (path == "training" && kTraining.count(key) == 0) name = "*";
      collect(member, path.empty() ? name : path + '.' + name, paths);
    }
  } else if (value.is_array() && path.find('*') == std::string::npos) {
    for (const auto& item : value) collect(item, path + "[]", paths);
  } else if (value.is_array() && path.starts_with("columns")) {
    for (const auto& item : value) collect(item, path + "[]", paths);
  } else {
    paths.insert(path);
  }
}

std::set<std::string> documented_paths() {
  std::ifstream file(std::string(BSPIKE_SOURCE_DIR) + "/docs/report.md");
  const std::regex row("^\\| `([^`]+)` \\|.*");
  std::set<std::string> paths;
  std::smatch match;
  for (std::string line; std::getline(file, line);)
    if (std::regex_match(line, match, row)) paths.insert(match[1]);
  return paths;
}

TEST(Report, EveryPathIsDocumentedAndTheOtherWayRound) {
  Sample sample;
  std::set<std::string> paths;
  collect(sample.json(), "", paths);
  sample.result.fault = {"trap", "message", "codelet", "1: trap", "forward", 1, 2, 3, 4};
  collect(sample.json(), "", paths);
  EXPECT_EQ(paths, documented_paths());
}

}  // namespace
}  // namespace bspike::sim
