// Owns the promise that what is documented is there: every value of every choice of a run file,
// every shipped run in both modes, machines of other sizes, and what a report says of each.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tests/support/run_program.hpp"

namespace bspike::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string kTiny = BSPIKE_SOURCE_DIR "/configs/runs/tiny.yaml";

std::string machine_file(const std::string& name) {
  return BSPIKE_SOURCE_DIR "/configs/machines/" + name + ".yaml";
}

ProgramResult run_tiny(std::vector<std::string> more) {
  std::vector<std::string> arguments = {"run", kTiny, "--steps", "1"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_bspike(arguments, ".");
}

json report_with(std::vector<std::string> more) {
  const TemporaryFolder folder;
  more.insert(more.end(), {"--quiet", "--out", folder.path().string()});
  const ProgramResult result = run_tiny(std::move(more));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return json::parse(read_file(folder.path() / "report.json"));
}

struct Choice {
  std::string key, value;
};

// The rows of the configuration's reference whose type is a list of words.
std::vector<Choice> documented_choices() {
  const std::string text = read_file(BSPIKE_SOURCE_DIR "/docs/configuration.md");
  static const std::regex kRow(R"(\n\| `([a-z_.]+)` \| (`[a-z0-9_]+`(?:, `[a-z0-9_]+`)+) \|)");
  static const std::regex kWord("`([a-z0-9_]+)`");
  std::vector<Choice> choices;
  for (std::sregex_iterator row(text.begin(), text.end(), kRow), end; row != end; ++row) {
    const std::string values = (*row)[2];
    for (std::sregex_iterator word(values.begin(), values.end(), kWord); word != end; ++word) {
      choices.push_back({(*row)[1], (*word)[1]});
    }
  }
  return choices;
}

// Keys of the machine are documented from the machine's own root. The published program for lists
// needs a network with lists, which its own runs bring.
std::string set_of(const Choice& choice) {
  const bool of_machine = choice.key.rfind("exchange.", 0) == 0;
  return (of_machine ? "machine." : "") + choice.key + "=" + choice.value;
}

TEST(DocumentedUse, EveryChoiceRunsOrIsRefusedWithASentence) {
  const std::vector<Choice> choices = documented_choices();
  EXPECT_GE(choices.size(), 10u);
  int ran = 0;
  for (const Choice& choice : choices) {
    const ProgramResult result = run_tiny({"--quiet", "--set", set_of(choice)});
    EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 2) << set_of(choice) << result.err;
    EXPECT_EQ(result.err.find("internal error"), std::string::npos) << result.err;
    EXPECT_EQ(result.err.empty(), result.exit_code == 0) << set_of(choice);
    ran += result.exit_code == 0 ? 1 : 0;
  }
  EXPECT_GE(ran, 8) << "of " << choices.size();
}

TEST(DocumentedUse, EveryExecutionOptionRuns) {
  for (const char* engine : {"interpreter", "compiled", "auto"}) {
    for (const char* threads : {"1", "3", "64"}) {
      EXPECT_EQ(run_tiny({"--quiet", "--engine", engine, "--threads", threads}).exit_code, 0)
          << engine << " " << threads;
    }
  }
}

TEST(DocumentedUse, ShippedRunsRunInBothModes) {
  for (const char* name : {"tiny", "digits"}) {
    for (const char* mode : {"--quiet", "--functional"}) {
      const std::string file = BSPIKE_SOURCE_DIR "/configs/runs/" + std::string(name) + ".yaml";
      const ProgramResult result = run_bspike({"run", file, "--steps", "1", mode}, ".");
      EXPECT_EQ(result.exit_code, 0) << file << " " << mode << result.err;
    }
  }
}

// One neuron a layer, one input, one sample, on more tiles than there is work for.
TEST(Reports, SmallestNetworksHaveFiniteNumbersAndCycles) {
  const TemporaryFolder folder;
  const std::string layers = "network.layers=[{name: a, size: 1}, {name: output, size: 10}]";
  const json report = report_with({"--set", layers, "--set", "network.batch=1", "--set",
                                   "network.time_steps=1", "--machine", machine_file("bow")});
  EXPECT_GT(report.at("/totals/cycles"_json_pointer).get<std::uint64_t>(), 0u);
  EXPECT_GT(report.at("/tiles/idle"_json_pointer).get<std::uint64_t>(), 0u);
  EXPECT_TRUE(report.at("/training/loss/0"_json_pointer).is_number());
  const double used = report.at("/tiles/utilisation"_json_pointer);
  EXPECT_GT(used, 0);
  EXPECT_LE(used, 1);
}

void expect_no_negative(const json& value, const std::string& path) {
  if (value.is_number()) {
    EXPECT_GE(value.get<double>(), 0) << path;
  }
  if (!value.is_structured()) return;
  for (const auto& [key, item] : value.items()) expect_no_negative(item, path + "/" + key);
}

TEST(Reports, NoCounterIsNegative) {
  for (const char* machine : {"tiny", "bow", "mk1_gc2"}) {
    const json report = report_with({"--machine", machine_file(machine)});
    for (const char* part : {"totals", "phases", "tile_mean", "tiles", "superstep_kinds",
                             "by_phase", "by_layer", "kernels", "memory", "exchange", "host"}) {
      expect_no_negative(report.at(part), part);
    }
  }
}

// Whatever is counted is seen to count: on a chip with idle tiles, in a run with host transfers and
// calls that the host awaits.
TEST(Reports, EveryCounterCounts) {
  const std::vector<std::string> may_be_zero = {"busiest_tile", "superstep_records_left_out"};
  const json report =
      report_with({"--machine", machine_file("bow"), "--set", "run.call_overhead=0.5ms"});
  for (const char* part : {"totals", "phases", "tile_mean", "tiles", "exchange", "host"}) {
    for (const auto& [key, value] : report.at(part).items()) {
      if (std::find(may_be_zero.begin(), may_be_zero.end(), key) != may_be_zero.end()) continue;
      EXPECT_GT(value.get<double>(), 0) << part << "." << key;
    }
  }
}

// A larger memory changes neither traffic nor values.
TEST(Reports, MoreMemoryMovesNoMoreBytes) {
  const json small = report_with({});
  const json large = report_with({"--set", "machine.sram.size=1MiB"});
  EXPECT_LE(large.at("exchange").at("bytes"), small.at("exchange").at("bytes"));
  EXPECT_EQ(large.at("training"), small.at("training"));
}

// The end of the run is the end of its last superstep, whatever the host's threads.
TEST(Reports, TheEndIsThatOfTheLastSuperstep) {
  for (const char* threads : {"1", "2"}) {
    const TemporaryFolder folder;
    ASSERT_EQ(
        run_tiny({"--quiet", "--threads", threads, "--out", folder.path().string()}).exit_code, 0);
    const json report = json::parse(read_file(folder.path() / "report.json"));
    std::istringstream rows(read_file(folder.path() / "supersteps.csv"));
    std::string header, last;
    std::getline(rows, header);
    for (std::string row; std::getline(rows, row);) last = row;
    const auto cell = [&](const std::string& column) {
      std::istringstream names(header), cells(last);
      std::string name, value;
      while (std::getline(names, name, ',') && std::getline(cells, value, ',')) {
        if (name == column) return std::stoull(value);
      }
      throw std::runtime_error("no column " + column);
    };
    EXPECT_EQ(cell("start_cycle") + cell("compute_cycles") + cell("sync_cycles") +
                  cell("exchange_cycles"),
              report.at("totals").at("cycles").get<std::uint64_t>());
  }
}

TEST(Reports, SayClockCyclesSecondsAndWhatACycleIs) {
  const json report = report_with({});
  const double clock = report.at("machine").at("clock_hz");
  const double cycles = report.at("totals").at("cycles");
  EXPECT_NEAR(report.at("totals").at("seconds").get<double>(), cycles / clock, 1e-12);
  EXPECT_NE(report.at("definitions").at("cycle"), "");
  EXPECT_FALSE(report.at("machine").at("not_modelled").empty());
}

TEST(Dumps, TakeTheUsersNamesForLayers) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_tiny({"--quiet", "--out", folder.path().string(), "--dump", "hidden.mem", "--dump",
                      "n0.mem", "--dump", "output.weight", "--dump", "fc1.weight"})
                .exit_code,
            0);
  const auto file = [&](const char* name) { return read_file(folder.path() / name); };
  EXPECT_GT(file("hidden.mem.npy").size(), 128u);
  EXPECT_EQ(file("hidden.mem.npy"), file("n0.mem.npy"));
  EXPECT_EQ(file("output.weight.npy"), file("fc1.weight.npy"));
  EXPECT_NE(file("output.weight.npy"), file("hidden.mem.npy"));
}

}  // namespace
}  // namespace bspike::tests
