// Owns a small but complete Image: three tiles, two of them with a program, one transfer, a
// schedule with a repeat, streams in both directions, a tensor on two tiles and a series.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "arch/isa/assembly.hpp"
#include "arch/machine/machine.hpp"
#include "arch/program/image.hpp"
#include "tests/support/machines.hpp"

namespace bspike::tests {

// Memory map of every tile.
constexpr std::uint32_t kCodeAt = 0x4c000;    // 64 bytes
constexpr std::uint32_t kLaunchAt = 0x4c040;  // 64 bytes: table, then the argument block
constexpr std::uint32_t kArgsAt = 0x4c060;
constexpr std::uint32_t kWeightsAt = 0x4c080;  // 64 bytes
constexpr std::uint32_t kBufferAt = 0x4c0c0;   // 64 bytes
constexpr std::uint32_t kCounterAt = 0x4c100;  // 4 bytes

inline arch::Machine tiny_machine() {
  arch::Machine machine = machine_with_grid(4, 1, 2, 2);
  machine.name = "tiny";
  machine.sram.bytes = 0x4000;
  machine.sram.interleaved_bytes = 0;
  return machine;
}

inline void append_word(std::vector<std::byte>& bytes, std::uint32_t word) {
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof word);
  std::memcpy(bytes.data() + at, &word, sizeof word);
}

inline arch::TileImage tiny_tile(arch::TileId tile, bool with_program) {
  using arch::MemoryCategory;
  arch::TileImage image;
  image.tile = tile;
  if (with_program) {
    image.program = 0;
    image.regions.push_back({0, MemoryCategory::kCode, kCodeAt, 64});
    image.regions.push_back({1, MemoryCategory::kVertexState, kLaunchAt, 64});
    image.data.push_back({kLaunchAt, 24, 0});
  }
  image.regions.push_back({2, MemoryCategory::kWeights, kWeightsAt, 64});
  image.regions.push_back({3, MemoryCategory::kExchangeBuffer, kBufferAt, 64});
  image.regions.push_back({4, MemoryCategory::kControl, kCounterAt, 4});
  return image;
}

inline void add_program(arch::Image& image) {
  image.programs.push_back(arch::isa::assemble(
      ".program tiny\n.codelet work\n  exit\n.supervisor\n  done\n", "tiny.tasm"));
  const std::uint32_t entry = image.programs[0].codelets[0].entry_word * 4;
  for (const std::uint32_t word : {1u, 1u, entry, kArgsAt, entry, kArgsAt})
    append_word(image.data, word);
  for (const arch::TileId tile : {0u, 1u}) image.tile_images.push_back(tiny_tile(tile, true));
  image.tile_images.push_back(tiny_tile(2, false));
  // The multi-worker vertex comes first in the launch table, wherever it stands here.
  image.compute_sets.push_back({"work",
                                {{0, kLaunchAt, {{0, kArgsAt, false}, {0, kArgsAt, true}}},
                                 {1, kLaunchAt, {{0, kArgsAt, true}, {0, kArgsAt, false}}}}});
}

inline void add_schedules(arch::Image& image) {
  using arch::ScheduleKind;
  arch::ScheduleNode in;
  in.kind = ScheduleKind::kHostIn;
  in.stream = 0;
  image.setup.nodes = {in};

  arch::ScheduleNode sequence;
  sequence.children = {1, 3};
  arch::ScheduleNode repeat;
  repeat.kind = ScheduleKind::kRepeat;
  repeat.children = {2};
  repeat.count = 5;
  repeat.counter_address = kCounterAt;
  repeat.group = 0;
  arch::ScheduleNode superstep;
  superstep.kind = ScheduleKind::kSuperstep;
  superstep.compute_set = 0;
  superstep.exchange = 0;
  superstep.phase_label = 5;
  superstep.layer_label = 6;
  superstep.kind_label = 7;
  arch::ScheduleNode out;
  out.kind = ScheduleKind::kHostOut;
  out.stream = 1;
  image.step.nodes = {sequence, repeat, superstep, out};
}

// A 2 x 3 matrix: columns 0 and 1 on tile 0, column 2 on tile 1.
inline void add_names(arch::Image& image) {
  image.streams.push_back({"input", true, {{0, kWeightsAt, 32}}});
  image.streams.push_back({"output", false, {{1, kBufferAt, 16}, {2, kBufferAt, 16}}});
  arch::TensorInfo tensor;
  tensor.name = "fc0.weight";
  tensor.shape = {2, 3};
  tensor.pieces.push_back({0, kWeightsAt, 0, {1, 2, 2}, {0, 8, 4}, {0, 3, 1}});
  tensor.pieces.push_back({1, kWeightsAt + 8, 2, {1, 1, 2}, {0, 0, 16}, {0, 0, 3}});
  image.tensors.push_back(tensor);
  image.series.push_back({"training.loss", 0, arch::Reduction::kMean, 0, 1});
}

inline arch::Image tiny_image() {
  const arch::Machine machine = tiny_machine();
  arch::Image image;
  image.machine_name = machine.name;
  image.tiles = machine.chip.tiles;
  image.sram_base = machine.sram.base_address;
  image.sram_bytes = machine.sram.bytes;
  image.workers = machine.worker.contexts;
  image.labels = {"code", "launch", "weights", "buffer", "t", "forward", "layer0", "work"};
  image.groups = {{0, 1}, {1}, {2}, {1, 2}};
  add_program(image);
  image.exchanges.push_back({"spikes", {{0, 3, kWeightsAt, kBufferAt, 32}}});
  add_schedules(image);
  add_names(image);
  image.configuration = "machine: tiny\n";
  image.samples_per_step = 8;
  return image;
}

}  // namespace bspike::tests
