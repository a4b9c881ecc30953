// Owns the assembly of an Image from supersteps: programs, argument blocks, launch tables, compute
// sets, plans, memory maps and data. Contract: in this order: supersteps, close_memory, data,
// finish.
#pragma once

#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "arch/program/image.hpp"
#include "kernels/memory/memory_planner.hpp"
#include "kernels/training_steps.hpp"

namespace bspike::kernels {

// Which program each tile runs: tiles that call the same codelets share one.
struct ProgramSet {
  std::vector<arch::TileProgram> programs;
  std::vector<std::uint32_t> of_tile;                                       // index or kNoIndex
  std::vector<std::map<std::string, std::uint32_t, std::less<>>> codelets;  // by program: index

  [[nodiscard]] std::vector<std::uint64_t> code_bytes() const;  // by tile
};
[[nodiscard]] ProgramSet build_programs(std::span<const Superstep* const> supersteps,
                                        const arch::Machine& machine);

// Bytes of data segments; equal ones are stored once.
class DataPool {
 public:
  [[nodiscard]] std::uint64_t add(std::span<const std::byte> bytes);
  [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  struct Range {
    std::uint64_t offset;
    std::uint64_t bytes;
  };
  std::vector<std::byte> bytes_;
  std::unordered_multimap<std::size_t, Range> ranges_;  // by hash; only looked up
};

// Makes an Image for the machine, whose figures it fills in first.
class ImageWriter {
 public:
  ImageWriter(const arch::Machine& machine, const ProgramSet& programs, LabelTable& labels,
              MemoryPlanner& memory, arch::Image& image);

  // Adds compute set and plan; returns the schedule node.
  [[nodiscard]] arch::ScheduleNode add_superstep(const Superstep& superstep);
  [[nodiscard]] std::vector<arch::ScheduleNode> add_supersteps(
      const std::vector<Superstep>& supersteps);
  // Allocates vertex state and exchange code, and refuses what does not fit.
  void close_memory(std::span<const arch::TileId> tiles,
                    const std::vector<std::vector<arch::TileId>>& groups);
  // Initial bytes of tile memory.
  void add_data(arch::TileId tile, std::uint32_t address, std::span<const std::byte> bytes);
  // Fills in programs, tile images, labels and data.
  void finish(std::span<const arch::TileId> tiles);

 private:
  struct TileState {
    std::uint32_t base = 0;  // of the vertex state
    VertexState vertices;
    std::vector<arch::DataSegment> data;
    bool started = false;
  };

  TileState& state_of(arch::TileId tile);
  arch::TileWork launch(const TileCalls& calls);
  std::uint32_t add_exchange(const std::string& name, const Superstep& superstep);
  void allocate_exchange_code(std::span<const arch::TileId> tiles);

  const arch::Machine& machine_;
  const ProgramSet& programs_;
  LabelTable& labels_;
  MemoryPlanner& memory_;
  arch::Image& image_;
  PlanTable plans_;
  PlanTable exchange_parts_;
  DataPool pool_;
  std::vector<TileState> tiles_;
};

}  // namespace bspike::kernels
