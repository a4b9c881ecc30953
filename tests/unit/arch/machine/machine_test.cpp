// Owns the tests of machine descriptions: every shipped file, round trip, reference, sizes by YAML
// alone.
#include "arch/machine/machine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>

#include "arch/base/document.hpp"
#include "arch/base/file.hpp"
#include "arch/exchange/topology.hpp"

namespace bspike::arch {
namespace {

namespace fs = std::filesystem;

const fs::path kMachines = fs::path(BSPIKE_SOURCE_DIR) / "configs" / "machines";

std::vector<std::string> machine_files() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(kMachines)) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Machine shipped(const std::string& name) {
  return load_machine((kMachines / (name + ".yaml")).string());
}

const base::ConstantNote* note_of(const Machine& machine, const std::string& key_path) {
  const auto found = std::find_if(machine.constants.begin(), machine.constants.end(),
                                  [&](const auto& note) { return note.key_path == key_path; });
  return found == machine.constants.end() ? nullptr : &*found;
}

class ShippedMachine : public testing::TestWithParam<std::string> {};

TEST_P(ShippedMachine, LoadsUnderItsFileName) {
  EXPECT_EQ(shipped(GetParam()).name, GetParam());
  EXPECT_FALSE(shipped(GetParam()).description.empty());
}

TEST_P(ShippedMachine, DumpsToTextThatReadsBackEqual) {
  const Machine machine = shipped(GetParam());
  const std::string text = dump_machine(machine);
  const Machine back = build_machine(*base::load_text(text, "dump.yaml"));
  EXPECT_EQ(dump_machine(back), text);
  EXPECT_EQ(back.clock_hz, machine.clock_hz);
  EXPECT_EQ(back.unit_slots, machine.unit_slots);
  EXPECT_EQ(back.sync.skew_column_cycles, machine.sync.skew_column_cycles);
  EXPECT_EQ(back.not_modelled, machine.not_modelled);
  ASSERT_EQ(back.constants.size(), machine.constants.size());
  for (std::size_t i = 0; i < back.constants.size(); ++i) {
    EXPECT_EQ(back.constants[i].key_path, machine.constants[i].key_path);
    EXPECT_EQ(back.constants[i].value, machine.constants[i].value);
    EXPECT_EQ(back.constants[i].provenance, machine.constants[i].provenance);
    EXPECT_EQ(back.constants[i].source, machine.constants[i].source);
  }
}

// Every row of the reference that is a constant must have a note that is not the user's.
TEST_P(ShippedMachine, SaysWhereEveryConstantComesFrom) {
  const Machine machine = shipped(GetParam());
  const std::string reference = document_machine();
  std::size_t constants = 0;
  for (std::size_t at = 0; (at = reference.find(", constant |", at)) != std::string::npos; ++at) {
    const std::size_t row = reference.rfind("| `", at);
    const std::string key = reference.substr(row + 3, reference.find('`', row + 3) - row - 3);
    const base::ConstantNote* note = note_of(machine, key);
    ASSERT_NE(note, nullptr) << key;
    EXPECT_NE(note->provenance, base::Provenance::kUser) << key;
    EXPECT_FALSE(note->source.empty()) << key;
    ++constants;
  }
  EXPECT_EQ(machine.constants.size(), constants);
  EXPECT_GE(constants, 55u);
  EXPECT_FALSE(machine.not_modelled.empty());
}

TEST_P(ShippedMachine, PutsNoTwoTilesAtOnePlace) {
  const Machine machine = shipped(GetParam());
  std::set<std::uint32_t> places;
  for (TileId tile = 0; tile < machine.chip.tiles; ++tile) {
    places.insert(position(machine, tile).physical);
  }
  EXPECT_EQ(places.size(), machine.chip.tiles);
}

INSTANTIATE_TEST_SUITE_P(All, ShippedMachine, testing::ValuesIn(machine_files()),
                         [](const auto& instance) { return instance.param; });

TEST(ShippedMachines, AreTheOnesPromised) {
  EXPECT_EQ(machine_files(),
            (std::vector<std::string>{"bow", "c600", "mk1_gc2", "mk2_gc200", "tiny"}));
}

// Tiles x 4 B x clock: 7.78, 7.80, 10.89 and 8.83 TB/s of exchange.
TEST(ShippedMachines, HaveThePublishedExchangeBandwidth) {
  const auto terabytes = [](const std::string& name) {
    const Machine machine = shipped(name);
    return machine.chip.tiles * machine.exchange.bytes_per_cycle * machine.clock_hz / 1e12;
  };
  EXPECT_NEAR(terabytes("mk1_gc2"), 7.78, 0.005);
  EXPECT_NEAR(terabytes("mk2_gc200"), 7.80, 0.005);
  EXPECT_NEAR(terabytes("bow"), 10.89, 0.005);
  EXPECT_NEAR(terabytes("c600"), 8.83, 0.005);
}

TEST(ShippedMachines, HaveThePublishedMemory) {
  const Machine mk1 = shipped("mk1_gc2"), bow = shipped("bow");
  EXPECT_EQ(mk1.chip.tiles * mk1.sram.bytes, std::uint64_t{304} << 20);
  EXPECT_EQ(bow.chip.tiles * bow.sram.bytes, std::uint64_t{897} << 20);
  EXPECT_EQ(mk1.sram.base_address + mk1.sram.bytes, 0x80000u);
  EXPECT_EQ(bow.sram.base_address + bow.sram.bytes, 0xe8000u);
  EXPECT_EQ(bow.sram.base_address + bow.sram.bytes - bow.sram.interleaved_bytes, 0x80000u);
  EXPECT_EQ(bow.usable_sram_bytes(), 624u * 1024 - 0x450);
}

TEST(ShippedMachines, HaveTheIssueSlotsOfTheirUnits) {
  const Machine bow = shipped("bow");
  const auto slots = [&](isa::ExecUnit unit) {
    return bow.unit_slots[static_cast<std::size_t>(unit)];
  };
  EXPECT_EQ(slots(isa::ExecUnit::kFloat), 1u);
  EXPECT_EQ(slots(isa::ExecUnit::kExp), 3u);
  EXPECT_EQ(slots(isa::ExecUnit::kLog), 6u);
  EXPECT_EQ(slots(isa::ExecUnit::kDivide), 3u);
  EXPECT_EQ(slots(isa::ExecUnit::kSqrt), 5u);
  EXPECT_EQ(slots(isa::ExecUnit::kRsqrt), 4u);
  EXPECT_EQ(slots(isa::ExecUnit::kHalfExp), 2u);
}

// --- changes by YAML alone ---

Machine changed(const std::vector<std::string>& sets) {
  base::NodePtr node = base::load_extended(kMachines / "bow.yaml");
  for (const std::string& set : sets) node = base::apply_set(node, set);
  return build_machine(*node);
}

TEST(BuildMachine, TakesAnyTileCount) {
  for (const std::uint32_t tiles : {1u, 2u, 3u, 7u, 64u, 1471u, 1472u, 4096u, 5888u}) {
    const std::string rows = "chip.rows=" + std::to_string((tiles + 63) / 64);
    const Machine machine = changed({"chip.tiles=" + std::to_string(tiles), rows});
    EXPECT_EQ(machine.chip.tiles, tiles);
    EXPECT_LT(position(machine, tiles - 1).row, machine.chip.rows);
  }
}

TEST(BuildMachine, TakesAnyWorkerCountMemoryAndFabric) {
  for (const std::uint32_t workers : {1u, 2u, 5u, 8u, 64u}) {
    EXPECT_EQ(changed({"worker.contexts=" + std::to_string(workers)}).worker.contexts, workers);
  }
  for (const std::string& size :
       {std::string("128KiB"), std::string("100000B"), std::string("64MiB")}) {
    EXPECT_GT(changed({"sram.size=" + size, "sram.interleaved=0B"}).sram.bytes, 99999u);
  }
  const Machine machine = changed({"exchange.bandwidth=64B/cycle", "exchange.topology=flat",
                                   "exchange.route_offset=7cycles", "sync.barrier=0cycles"});
  EXPECT_EQ(machine.exchange.bytes_per_cycle, 64u);
  EXPECT_EQ(route_latency_cycles(machine, 0, 1471), 7u);
}

TEST(BuildMachine, MarksChangedNumbersAsTheUsers) {
  const Machine machine = changed({"sync.barrier=45cycles"});
  EXPECT_EQ(machine.sync.barrier_cycles, 45u);
  const base::ConstantNote* note = note_of(machine, "sync.barrier");
  ASSERT_NE(note, nullptr);
  EXPECT_EQ(note->value, "45cycles");
  EXPECT_EQ(note->provenance, base::Provenance::kUser);
  EXPECT_EQ(note->source, "--set sync.barrier=45cycles");
}

TEST(DocumentMachine, NamesEveryUnitAndTopology) {
  const std::string reference = document_machine();
  for (std::size_t i = 0; i < isa::kExecUnitCount; ++i) {
    const auto unit = static_cast<isa::ExecUnit>(i);
    const std::string row = "| `unit_slots." + std::string(isa::key(unit)) + "` ";
    const bool priced_here = unit != isa::ExecUnit::kSupervisor;
    EXPECT_EQ(reference.find(row) != std::string::npos, priced_here) << row;
    EXPECT_FALSE(isa::sentence(unit).empty());
  }
  for (const std::string& topology : topology_names()) {
    EXPECT_NE(reference.find("`" + topology + "`"), std::string::npos);
  }
}

}  // namespace
}  // namespace bspike::arch
