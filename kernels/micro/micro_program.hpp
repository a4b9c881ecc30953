// Owns what a micro workload is built from: tiles, buffers, data, supersteps, tensors.
// Contract: use() first, then buffers, then supersteps. A workload is built twice, the first time
// to learn which codelets each tile calls; what it asks for depends on the machine and its
// parameters alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"
#include "kernels/exchange/plan_builder.hpp"
#include "kernels/memory/memory_planner.hpp"
#include "kernels/micro/micro_spec.hpp"
#include "kernels/training_steps.hpp"

namespace bspike::kernels {

struct TileData {
  arch::TileId tile = 0;
  std::uint32_t address = 0;
  std::vector<std::uint32_t> words;
};

class MicroProgram {
 public:
  // `code_bytes` by tile.
  MicroProgram(const arch::Machine& machine, MemoryPlanner& memory,
               const std::vector<std::uint64_t>& code_bytes);

  [[nodiscard]] const arch::Machine& machine() const { return machine_; }
  GroupTable& groups() { return groups_; }

  // The tiles of the workload, ascending; gives each its code and its workers' scratch areas.
  void use(std::vector<arch::TileId> tiles);
  [[nodiscard]] const std::vector<arch::TileId>& tiles() const { return tiles_; }

  // A buffer at one address on all of these tiles.
  std::uint32_t buffer(std::span<const arch::TileId> tiles, const std::string& name,
                       std::uint64_t bytes, MemoryKind kind = MemoryKind::kStandard);
  // The same in standard memory from the start of a memory element, so that words at equal places
  // of two such buffers can be accessed in one slot.
  std::uint32_t element_buffer(std::span<const arch::TileId> tiles, const std::string& name,
                               std::uint64_t bytes);
  void data(arch::TileId tile, std::uint32_t address, std::vector<std::uint32_t> words);
  void superstep(Superstep superstep) { supersteps_.push_back(std::move(superstep)); }
  // A one-dimensional tensor of f32, u32 or f16 elements, one piece a tile, in the tiles' order.
  void tensor(const std::string& name, arch::ElementType type, std::span<const arch::TileId> tiles,
              std::uint32_t address, std::uint64_t elements);

  [[nodiscard]] const std::vector<Superstep>& supersteps() const { return supersteps_; }
  [[nodiscard]] const std::vector<TileData>& data() const { return data_; }
  [[nodiscard]] const std::vector<arch::TensorInfo>& tensors() const { return tensors_; }

 private:
  const arch::Machine& machine_;
  MemoryPlanner& memory_;
  const std::vector<std::uint64_t>& code_bytes_;
  GroupTable groups_;
  std::vector<arch::TileId> tiles_;
  std::vector<Superstep> supersteps_;
  std::vector<TileData> data_;
  std::vector<arch::TensorInfo> tensors_;
};

// The logical tile at a place of the grid; throws CompileError if there is none.
[[nodiscard]] arch::TileId tile_at(const arch::Machine& machine, std::uint64_t physical);
// Tiles 0 .. tiles - 1, or all; throws CompileError if the chip has fewer.
[[nodiscard]] std::vector<arch::TileId> first_tiles(const arch::Machine& machine,
                                                    const MicroSpec& spec);
// An f32 in [-1, 1) that depends on its place alone.
[[nodiscard]] float micro_number(std::uint64_t stream, std::uint64_t index);
[[nodiscard]] std::vector<std::uint32_t> micro_numbers(std::uint64_t stream, std::uint64_t count);
// A superstep in which each of these tiles makes one call, with the same arguments.
[[nodiscard]] Superstep same_call(std::span<const arch::TileId> tiles, const std::string& kind,
                                  const Call& call);

}  // namespace bspike::kernels
