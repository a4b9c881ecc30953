// Tests that micro workloads move and compute real values, and the cycles that follow by hand from
// the laws.
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "arch/base/document.hpp"
#include "arch/exchange/topology.hpp"
#include "kernels/micro/compile_micro.hpp"
#include "kernels/micro/micro_program.hpp"
#include "tools/driver/micro_run.hpp"

namespace bspike::tools {
namespace {

arch::Machine machine(const std::string& name) {
  return arch::load_machine(std::string(BSPIKE_SOURCE_DIR) + "/configs/machines/" + name + ".yaml");
}

struct MicroResult {
  sim::RunResult run;
  std::map<std::string, std::vector<float>> tensors;
};

MicroResult run(const std::string& section, const arch::Machine& on) {
  const kernels::MicroSpec spec = read_micro(*arch::base::load_text(section, "micro"));
  const arch::Image image = kernels::compile_micro(spec, on);
  MicroResult result;
  sim::RunOptions options;
  options.check_races = true;
  options.after_step = [&](std::uint64_t, sim::Machinery& machinery) {
    for (std::uint32_t i = 0; i < image.tensors.size(); ++i) {
      const auto bytes = machinery.read_tensor(i);
      std::vector<float> values(bytes.size() / 4);
      std::memcpy(values.data(), bytes.data(), values.size() * 4);
      result.tensors[image.tensors[i].name] = values;
    }
  };
  result.run = run_micro(image, on, options);
  EXPECT_EQ(result.run.fault.kind, "");
  return result;
}

using Values = std::vector<float>;

TEST(MicroValues, CollectivesMoveEveryWord) {
  const arch::Machine tiny = machine("tiny");
  const auto broadcast = run("{workload: broadcast, words: 5, source_physical: 2}", tiny).tensors;
  for (std::size_t receiver = 0; receiver < 7; ++receiver) {
    const auto first = broadcast.at("destination").begin() + static_cast<long>(5 * receiver);
    EXPECT_EQ(Values(first, first + 5), broadcast.at("source"));
  }
  const auto gather = run("{workload: gather, words: 3}", tiny).tensors;
  EXPECT_EQ(gather.at("destination"), gather.at("source"));
  const auto scatter = run("{workload: scatter, words: 3, tiles: 4}", tiny).tensors;
  EXPECT_EQ(scatter.at("destination"), scatter.at("source"));
}

TEST(MicroValues, AllToAllIsATranspose) {
  const auto tensors = run("{workload: all_to_all, words: 1}", machine("tiny")).tensors;
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t j = 0; j < 8; ++j) {
      const float wanted = i == j ? 0 : tensors.at("source")[j * 8 + i];
      EXPECT_EQ(tensors.at("destination")[i * 8 + j], wanted) << i << " from " << j;
    }
  }
}

TEST(MicroValues, ReduceSumsInTileOrder) {
  const auto tensors = run("{workload: reduce, words: 4}", machine("tiny")).tensors;
  for (std::size_t word = 0; word < 4; ++word) {
    float sum = 0;
    for (std::size_t tile = 0; tile < 7; ++tile) sum += tensors.at("source")[4 * tile + word];
    EXPECT_EQ(tensors.at("sum")[word], sum);
  }
}

TEST(MicroValues, CopiesCopy) {
  for (const char* section :
       {"{workload: copy_scalar, bytes: 488B, tiles: 2}",
        "{workload: copy_paced, bytes: 488B, tiles: 2, target_memory: interleaved}"}) {
    const auto tensors = run(section, machine("tiny")).tensors;
    EXPECT_EQ(tensors.at("destination"), tensors.at("source")) << section;
  }
}

// Blocks of rows and columns that do not fill the grid; sums in an order of their own, so close to
// the exact product and not equal to it.
TEST(MicroValues, MatvecOfAnyShape) {
  for (const auto& [rows, columns] : {std::pair{37, 19}, {3, 101}, {100, 2}, {1, 1}}) {
    const auto tensors = run("{workload: matvec_f32, rows: " + std::to_string(rows) +
                                 ", columns: " + std::to_string(columns) + "}",
                             machine("tiny"))
                             .tensors;
    const Values& result = tensors.at("result");
    ASSERT_GE(result.size(), static_cast<std::size_t>(rows));
    for (int i = 0; i < rows; ++i) {
      double wanted = 0;
      for (int j = 0; j < columns; ++j)
        wanted +=
            static_cast<double>(kernels::micro_number(static_cast<std::uint64_t>(i),
                                                      static_cast<std::uint64_t>(j))) *
            kernels::micro_number(static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(j));
      EXPECT_NEAR(result[static_cast<std::size_t>(i)], wanted, 1e-4) << rows << "x" << columns;
    }
  }
}

// A sender takes a cycle a word; a receiver alone T = max(L, 52 + 2 row) + W + 5.
TEST(MicroValues, MulticastTakesWhatTheLawSays) {
  const arch::Machine c600 = machine("c600");
  const auto result =
      run("{workload: multicast, words: 65, source_physical: 0, receivers_physical: [32, 53]}",
          c600)
          .run;
  const arch::TileId source = kernels::tile_at(c600, 0);
  EXPECT_EQ(result.tiles[source].exchange_cycles, 65u);
  for (const std::uint64_t physical : {32u, 53u}) {
    const arch::TileId tile = kernels::tile_at(c600, physical);
    const std::uint64_t latency = arch::route_latency_cycles(c600, source, tile);
    EXPECT_EQ(result.tiles[tile].exchange_cycles, std::max<std::uint64_t>(latency, 52) + 65 + 5);
  }
}

// A load each issue slot, so 6 cycles; six workers run beside one another.
TEST(MicroValues, DependentLoadsTakeAnIssueSlotEach) {
  const arch::Machine tiny = machine("tiny");
  const auto few = run("{workload: load_chain, loads: 100, tiles: 1}", tiny).run;
  const auto many = run("{workload: load_chain, loads: 300, tiles: 1}", tiny).run;
  EXPECT_EQ(many.total_cycles - few.total_cycles, 200u * 6);
}

// 24 bytes a cycle: two elements of f32 an issue slot of each of six workers.
TEST(MicroValues, TriadRunsAtThePeakOfTheMemory) {
  const arch::Machine bow = machine("bow");
  const auto cycles = [&](const std::string& workload, int elements) {
    return run("{workload: " + workload + ", elements: " + std::to_string(elements) + ", tiles: 1}",
               bow)
        .run.phases.compute_cycles;
  };
  EXPECT_EQ(cycles("triad_f32", 2400) - cycles("triad_f32", 1200), 1200u / 2);
  EXPECT_EQ(cycles("triad_f16", 4800) - cycles("triad_f16", 2400), 2400u / 4);
}

// Each superstep costs the same: launch, a slot a worker, barrier.
TEST(MicroValues, EmptySuperstepsAddUp) {
  const arch::Machine tiny = machine("tiny");
  const auto one = run("{workload: empty}", tiny).run.total_cycles;
  const auto three = run("{workload: empty, repeats: 3}", tiny).run.total_cycles;
  EXPECT_EQ(three, 3 * one);
  EXPECT_GT(one, tiny.sync.barrier_cycles + tiny.worker.issue_period_cycles);
}

}  // namespace
}  // namespace bspike::tools
