// Owns the exact messages for machines that cannot be.
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>

#include "arch/base/document.hpp"
#include "arch/exchange/topology.hpp"
#include "arch/machine/machine.hpp"

namespace bspike::arch {
namespace {

struct BadMachine {
  std::string name;
  std::vector<std::string> sets;  // laid on Bow
  std::string message;
};
void PrintTo(const BadMachine& row, std::ostream* out) { *out << row.name; }

std::string known_topologies() {
  std::string names;
  for (const std::string& name : topology_names()) names += (names.empty() ? "" : ", ") + name;
  return names;
}

const std::vector<BadMachine> kBadMachines{
    {"grid_too_small",
     {"chip.rows=22"},
     "chip.tiles: found 1472 tiles, but the grid of 16 columns, 22 rows and 4 tiles a supertile "
     "holds 1408\n  hint: raise chip.rows or chip.columns"},
    {"no_tiles",
     {"chip.tiles=0"},
     "--set chip.tiles=0: chip.tiles: found \"0\", expected 1 to 65536\n"
     "  hint: Usable tiles of the chip."},
    {"no_workers",
     {"worker.contexts=0"},
     "--set worker.contexts=0: worker.contexts: found \"0\", expected 1 to 64\n"
     "  hint: Worker threads of a tile."},
    {"memory_below_reserved",
     {"sram.size=1KiB", "sram.interleaved=0B"},
     "sram.reserved: found 1104 bytes, expected fewer than the 1024 of the memory"},
    {"interleaved_beyond_memory",
     {"sram.size=256KiB"},
     "sram.interleaved: found 425984 bytes, more than the 262144 of the memory\n"
     "  hint: lower sram.interleaved; 0B switches interleaving off"},
    {"half_a_pair",
     {"sram.interleaved=16KiB"},
     "--set sram.interleaved=16KiB: sram.interleaved: found 16384 bytes, expected whole pairs of "
     "the 16384-byte elements"},
    {"odd_memory",
     {"sram.size=100001B", "sram.interleaved=0B"},
     "--set sram.size=100001B: sram.size: found 100001 bytes, expected a multiple of 8"},
    {"memory_beyond_addresses",
     {"sram.base_address=4294967280"},
     "sram.size: memory ends beyond 32-bit addresses"},
    {"stacks_fill_memory",
     {"worker.stack=128KiB"},
     "--set worker.stack=128KiB: worker.stack: the stacks of all workers take 786432 bytes, the "
     "memory has 637872"},
    {"columns_without_skew",
     {"chip.columns=17"},
     "sync.skew_by_column: found 16 offsets, expected one for each of the 17 columns"},
    {"bandwidth_of_half_words",
     {"exchange.bandwidth=6B/cycle"},
     "--set exchange.bandwidth=6B/cycle: exchange.bandwidth: found 6 bytes a cycle, expected whole "
     "4-byte words"},
    {"unknown_topology",
     {"exchange.topology=ipu_colums"},
     "--set exchange.topology=ipu_colums: exchange.topology: found \"ipu_colums\", expected one "
     "of: " +
         known_topologies() + "\n  hint: did you mean \"ipu_columns\"?"},
    {"clock_without_unit",
     {"clock=1.85"},
     "--set clock=1.85: clock: found 1.85 without a unit, expected hertz such as 1.85GHz\n"
     "  hint: write 1.85Hz, 1.85kHz, 1.85MHz or 1.85GHz"},
    {"misspelt_unit_key",
     {"unit_slots.ex=3slots"},
     "--set unit_slots.ex=3slots: unit_slots.ex: unknown key \"ex\"\n"
     "  hint: did you mean \"exp\"?"},
    {"empty_name", {"name=\"\""}, "--set name=\"\": name: found an empty name"},
};

class BadMachineTest : public testing::TestWithParam<BadMachine> {};

// Problems of the shipped file's own values are located in it; the test leaves out where.
std::string without_place(std::string text) {
  const std::string file = "mk2_gc200.yaml:";
  const std::size_t at = text.find(file);
  if (at == std::string::npos) return text;
  return text.substr(text.find(": ", at + file.size()) + 2);
}

TEST_P(BadMachineTest, SaysExactlyWhatIsWrong) {
  base::NodePtr node = base::load_extended(std::filesystem::path(BSPIKE_SOURCE_DIR) / "configs" /
                                           "machines" / "bow.yaml");
  for (const std::string& set : GetParam().sets) node = base::apply_set(node, set);
  try {
    static_cast<void>(build_machine(*node));
    FAIL() << "was accepted";
  } catch (const base::ConfigError& error) {
    EXPECT_EQ(without_place(error.what()), GetParam().message);
    for (const base::Diagnostic& problem : error.diagnostics()) {
      EXPECT_FALSE(problem.where.file.empty());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, BadMachineTest, testing::ValuesIn(kBadMachines),
                         [](const auto& instance) { return instance.param.name; });

TEST(BuildMachine, GathersEveryMissingSection) {
  try {
    static_cast<void>(build_machine(*base::load_text("name: x\nclock: 1GHz\n", "m.yaml")));
    FAIL() << "was accepted";
  } catch (const base::ConfigError& error) {
    EXPECT_EQ(error.diagnostics().size(), 8u);
    EXPECT_EQ(error.diagnostics()[0].render(),
              "m.yaml:1:1: missing key \"chip\"\n  hint: Number and place of the tiles.");
  }
}

}  // namespace
}  // namespace bspike::arch
