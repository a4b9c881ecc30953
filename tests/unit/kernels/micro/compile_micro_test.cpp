// Tests the compilation of micro workloads: every row compiles, transfers are as named, buffers lie
// where asked, parameters that do not belong are refused.
#include "kernels/micro/compile_micro.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "arch/base/diagnostics.hpp"
#include "kernels/compile.hpp"
#include "kernels/micro/micro_workloads.hpp"

namespace bspike::kernels {
namespace {

const std::string kSource = BSPIKE_SOURCE_DIR;

arch::Machine machine(const std::string& name) {
  return arch::load_machine(kSource + "/configs/machines/" + name + ".yaml");
}

int workload(const std::string& name) {
  const auto rows = micro_workloads();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].name == name) return static_cast<int>(i);
  }
  ADD_FAILURE() << "no workload " << name;
  return 0;
}

// Something for each parameter that a workload needs.
MicroSpec example(std::size_t row) {
  MicroSpec spec;
  spec.workload = static_cast<int>(row);
  for (const std::string& name : micro_workloads()[row].needs) {
    if (name == "words") spec.words = 6;
    if (name == "source_physical") spec.source_physical = 1;
    if (name == "receivers_physical") spec.receivers_physical = {0, 7};
    if (name == "bytes") spec.bytes = 240;
    if (name == "elements") spec.elements = 64;
    if (name == "rows") spec.rows = 37;
    if (name == "columns") spec.columns = 19;
    if (name == "loads") spec.loads = 10;
  }
  return spec;
}

TEST(CompileMicro, EveryWorkloadCompiles) {
  const arch::Machine tiny = machine("tiny");
  for (std::size_t row = 0; row < micro_workloads().size(); ++row) {
    SCOPED_TRACE(micro_workloads()[row].name);
    const arch::Image image = compile_micro(example(row), tiny);
    EXPECT_GE(image.step.nodes.size(), 2u);
    EXPECT_TRUE(image.streams.empty());
  }
}

TEST(CompileMicro, MulticastIsOneTransferBetweenTheNamedTiles) {
  const arch::Machine c600 = machine("c600");
  MicroSpec spec;
  spec.workload = workload("multicast");
  spec.words = 65;
  spec.source_physical = 0;
  spec.receivers_physical = {32, 53};
  const arch::Image image = compile_micro(spec, c600);
  ASSERT_EQ(image.exchanges.size(), 1u);
  ASSERT_EQ(image.exchanges[0].transfers.size(), 1u);
  const arch::Transfer& transfer = image.exchanges[0].transfers[0];
  EXPECT_EQ(transfer.source, tile_at(c600, 0));
  EXPECT_EQ(transfer.bytes, 260u);
  std::vector<arch::TileId> receivers{tile_at(c600, 32), tile_at(c600, 53)};
  std::sort(receivers.begin(), receivers.end());
  EXPECT_EQ(image.groups[transfer.group], receivers);
}

// The published numbering: pairs of lanes fill a half column of 23 rows upwards.
TEST(CompileMicro, PhysicalPlacesAreThoseOfTheChip) {
  const arch::Machine c600 = machine("c600");
  EXPECT_EQ(tile_at(c600, 0), 0u);
  EXPECT_EQ(tile_at(c600, 2), 1u);   // the other lane
  EXPECT_EQ(tile_at(c600, 64), 2u);  // the next row
  EXPECT_THROW((void)tile_at(c600, 1472), arch::base::CompileError);
}

TEST(CompileMicro, AllToAllLeavesOutOneself) {
  MicroSpec spec;
  spec.workload = workload("all_to_all");
  spec.words = 3;
  spec.tiles = 5;
  const arch::Image image = compile_micro(spec, machine("tiny"));
  std::map<arch::TileId, int> sent;
  for (const arch::Transfer& transfer : image.exchanges[0].transfers) {
    EXPECT_NE(image.groups[transfer.group], std::vector<arch::TileId>{transfer.source});
    ++sent[transfer.source];
  }
  EXPECT_EQ(sent.size(), 5u);
  for (const auto& [tile, transfers] : sent) EXPECT_EQ(transfers, 4) << tile;
}

TEST(CompileMicro, CopiesGoToTheMemoryThatIsAskedFor) {
  const arch::Machine bow = machine("bow");
  const std::uint64_t interleaved =
      bow.sram.base_address + bow.sram.bytes - bow.sram.interleaved_bytes;
  MicroSpec spec;
  spec.workload = workload("copy_paced");
  spec.bytes = 8192;
  spec.tiles = 1;
  for (const int kind : {0, 1}) {
    spec.target_memory = kind;
    const arch::Image image = compile_micro(spec, bow);
    const auto address = [&](const char* name) {
      return image.tensors.at(image.tensor_index(name)).pieces.at(0).address;
    };
    EXPECT_LT(address("source"), interleaved);
    EXPECT_EQ(address("destination") >= interleaved, kind == 1);
  }
}

std::vector<std::string> refused_keys(const MicroSpec& spec) {
  std::vector<std::string> keys;
  try {
    (void)compile_micro(spec, machine("tiny"));
  } catch (const arch::base::CompileError& error) {
    for (const auto& diagnostic : error.diagnostics()) keys.push_back(diagnostic.key_path);
  }
  return keys;
}

TEST(CompileMicro, RefusesParametersThatDoNotBelong) {
  MicroSpec spec;
  spec.workload = workload("copy_scalar");
  spec.words = 4;
  EXPECT_EQ(refused_keys(spec), (std::vector<std::string>{"micro.bytes", "micro.words"}));
  spec.words = 0;
  spec.bytes = 12;  // no multiple of 8
  EXPECT_EQ(refused_keys(spec), std::vector<std::string>{"micro.bytes"});
  spec.bytes = 16;
  spec.tiles = 9;  // of eight
  EXPECT_EQ(refused_keys(spec), std::vector<std::string>{"micro.tiles"});
}

// 8 Tbyte of matrix on eight tiles: refused before its numbers are made.
TEST(CompileMicro, RefusesWhatCannotFitAtOnce) {
  MicroSpec spec;
  spec.workload = workload("matvec_f32");
  spec.rows = 1000000;
  spec.columns = 2000000;
  EXPECT_THROW((void)compile_micro(spec, machine("tiny")), DoesNotFit);
}

}  // namespace
}  // namespace bspike::kernels
