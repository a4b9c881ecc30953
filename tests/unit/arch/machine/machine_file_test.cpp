// Owns the tests of how a run file names its machine.
#include "arch/machine/machine_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "arch/machine/machine.hpp"

namespace bspike::arch {
namespace {

namespace fs = std::filesystem;

const SearchFolders kShipped{fs::path(BSPIKE_SOURCE_DIR) / "configs" / "machines"};

class MachineFileTest : public testing::Test {
 protected:
  MachineFileTest() {
    folder_ =
        fs::path(testing::TempDir()) / (std::string("machine_file_") + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  ~MachineFileTest() override { fs::remove_all(folder_); }

  [[nodiscard]] base::NodePtr run(const std::string& text) const {
    return base::load_text(text, (folder_ / "run.yaml").string());
  }
  [[nodiscard]] Machine machine_of(const std::string& text,
                                   const std::vector<std::string>& sets = {}) const {
    return build_machine(*resolve_run(run(text), sets, kShipped)->find("machine"));
  }
  [[nodiscard]] std::string error_of(const std::string& text,
                                     const std::vector<std::string>& sets = {}) const {
    try {
      static_cast<void>(machine_of(text, sets));
    } catch (const base::ConfigError& error) {
      std::string message = error.what();
      const std::string here = folder_.string() + "/";
      if (message.substr(0, here.size()) == here) message.erase(0, here.size());
      return message;
    }
    return "no error";
  }
  fs::path folder_;
};

TEST_F(MachineFileTest, FindsAShippedMachineByName) {
  EXPECT_EQ(machine_of("machine: bow\n").name, "bow");
  EXPECT_EQ(machine_of("machine: c600.yaml\n").name, "c600");
}

TEST_F(MachineFileTest, PrefersTheFileBesideTheRun) {
  const std::string base = (kShipped[0] / "tiny.yaml").string();
  std::ofstream(folder_ / "bow.yaml") << "extends: " << base << "\nname: mine\n";
  EXPECT_EQ(machine_of("machine: bow.yaml\n").name, "mine");
}

TEST_F(MachineFileTest, LaysChangesOnAMachine) {
  const Machine machine =
      machine_of("machine:\n  extends: bow.yaml\n  chip: {tiles: 64}\n  name: small_bow\n");
  EXPECT_EQ(machine.chip.tiles, 64u);
  EXPECT_EQ(machine.chip.rows, 23u);
  EXPECT_EQ(machine.name, "small_bow");
  EXPECT_EQ(machine.constants[1].source, "run.yaml:3");
}

TEST_F(MachineFileTest, SetsReachIntoTheNamedMachine) {
  const Machine machine =
      machine_of("machine: bow\n", {"machine.sync.barrier=40cycles", "machine.chip.tiles=3"});
  EXPECT_EQ(machine.sync.barrier_cycles, 40u);
  EXPECT_EQ(machine.chip.tiles, 3u);
}

TEST_F(MachineFileTest, ASetNamesAnotherMachineInAnyOrder) {
  const Machine machine =
      machine_of("machine: bow\n", {"machine.sync.barrier=40cycles", "machine=c600"});
  EXPECT_EQ(machine.name, "c600");
  EXPECT_EQ(machine.sync.barrier_cycles, 40u);
}

TEST_F(MachineFileTest, LeavesTheRestOfTheRunAlone) {
  const base::NodePtr resolved =
      resolve_run(run("steps: 3\nmachine: tiny\nnet: {a: 1}\n"), {"steps=4"}, kShipped);
  EXPECT_EQ(resolved->find("steps")->scalar, "4");
  EXPECT_EQ(resolved->find("net")->find("a")->scalar, "1");
  EXPECT_EQ(resolved->find("machine")->find("sync")->find("barrier")->key_path,
            "machine.sync.barrier");
}

TEST_F(MachineFileTest, SaysWhichMachinesThereAre) {
  EXPECT_EQ(error_of("machine: bowe\n"),
            "run.yaml:1:10: machine: no machine file \"bowe\"\n  hint: did you mean \"bow\"?");
  EXPECT_EQ(error_of("machine: gpu.yaml\n"),
            "run.yaml:1:10: machine: no machine file \"gpu.yaml\"\n"
            "  hint: machines: bow, c600, mk1_gc2, mk2_gc200, tiny");
  EXPECT_EQ(error_of("machine: {extends: nothing}\n"),
            "run.yaml:1:20: machine.extends: no machine file \"nothing\"\n"
            "  hint: machines: bow, c600, mk1_gc2, mk2_gc200, tiny");
  EXPECT_EQ(error_of("machine: bow\n", {"machine=tine"}),
            "--set machine=tine: machine: no machine file \"tine\"\n"
            "  hint: did you mean \"tiny\"?");
  EXPECT_EQ(error_of("machine: {extends: [bow]}\n"),
            "run.yaml:1:20: machine.extends: expected the name of a machine or of its file");
}

TEST_F(MachineFileTest, LocatesAProblemInTheRunFile) {
  EXPECT_EQ(error_of("machine: {extends: bow, chip: {tilse: 3}}\n"),
            "run.yaml:1:32: machine.chip.tilse: unknown key \"tilse\"\n"
            "  hint: did you mean \"tiles\"?");
}

}  // namespace
}  // namespace bspike::arch
