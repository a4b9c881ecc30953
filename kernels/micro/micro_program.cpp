// Owns the allocation behind a micro workload.
#include "kernels/micro/micro_program.hpp"

#include <bit>
#include <numeric>
#include <utility>

#include "arch/base/diagnostics.hpp"
#include "arch/base/random.hpp"
#include "arch/exchange/topology.hpp"

namespace bspike::kernels {

using arch::MemoryCategory;
using arch::base::CompileError;

MicroProgram::MicroProgram(const arch::Machine& machine, MemoryPlanner& memory,
                           const std::vector<std::uint64_t>& code_bytes)
    : machine_(machine), memory_(memory), code_bytes_(code_bytes) {}

void MicroProgram::use(std::vector<arch::TileId> tiles) {
  tiles_ = std::move(tiles);
  for (const arch::TileId tile : tiles_) {
    memory_.allocate(tile, {"code", MemoryCategory::kCode, code_bytes_[tile]});
  }
  const std::uint64_t scratch = machine_.worker.stack_bytes * machine_.worker.contexts;
  memory_.allocate_common(tiles_, {"scratch", MemoryCategory::kStack, scratch});
}

std::uint32_t MicroProgram::buffer(std::span<const arch::TileId> tiles, const std::string& name,
                                   std::uint64_t bytes, MemoryKind kind) {
  const std::uint32_t address =
      memory_.allocate_common(tiles, {name, MemoryCategory::kExchangeBuffer, bytes, 16, kind});
  // Before the host makes gigabytes of numbers for it.
  if (bytes > machine_.sram.bytes) memory_.check_fit();
  return address;
}

std::uint32_t MicroProgram::element_buffer(std::span<const arch::TileId> tiles,
                                           const std::string& name, std::uint64_t bytes) {
  const auto element = static_cast<std::uint32_t>(machine_.sram.element_bytes);
  const std::uint32_t address =
      memory_.allocate_common(tiles, {name, MemoryCategory::kExchangeBuffer, bytes, element});
  if (bytes > machine_.sram.bytes) memory_.check_fit();
  return address;
}

void MicroProgram::data(arch::TileId tile, std::uint32_t address,
                        std::vector<std::uint32_t> words) {
  data_.push_back({tile, address, std::move(words)});
}

void MicroProgram::tensor(const std::string& name, arch::ElementType type,
                          std::span<const arch::TileId> tiles, std::uint32_t address,
                          std::uint64_t elements) {
  arch::TensorInfo info;
  info.name = name;
  info.role = arch::TensorRole::kOutput;
  info.type = type;
  info.shape = {tiles.size(), elements};
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    arch::TensorPiece piece;
    piece.tile = tiles[i];
    piece.address = address;
    piece.first_index = i * elements;
    piece.count = {1, 1, static_cast<std::uint32_t>(elements)};
    piece.byte_stride[2] = arch::element_bytes(type);
    piece.index_stride[2] = 1;
    info.pieces.push_back(piece);
  }
  tensors_.push_back(std::move(info));
}

arch::TileId tile_at(const arch::Machine& machine, std::uint64_t physical) {
  for (arch::TileId tile = 0; tile < machine.chip.tiles; ++tile) {
    if (arch::position(machine, tile).physical == physical) return tile;
  }
  arch::base::raise<CompileError>(
      {}, "micro", machine.name + " has no tile at physical place " + std::to_string(physical));
}

std::vector<arch::TileId> first_tiles(const arch::Machine& machine, const MicroSpec& spec) {
  const std::uint64_t count = spec.tiles == 0 ? machine.chip.tiles : spec.tiles;
  if (count > machine.chip.tiles) {
    arch::base::raise<CompileError>({}, "micro.tiles",
                                    machine.name + " has " + std::to_string(machine.chip.tiles) +
                                        " tiles, " + std::to_string(count) + " are asked for");
  }
  std::vector<arch::TileId> tiles(count);
  std::iota(tiles.begin(), tiles.end(), arch::TileId{0});
  return tiles;
}

float micro_number(std::uint64_t stream, std::uint64_t index) {
  const std::uint64_t bits = arch::base::random_bits(stream, index);
  return static_cast<float>(static_cast<double>(bits >> 40) / (1 << 23) - 1.0);
}

std::vector<std::uint32_t> micro_numbers(std::uint64_t stream, std::uint64_t count) {
  std::vector<std::uint32_t> words(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    words[i] = std::bit_cast<std::uint32_t>(micro_number(stream, i));
  }
  return words;
}

Superstep same_call(std::span<const arch::TileId> tiles, const std::string& kind,
                    const Call& call) {
  Superstep superstep;
  superstep.phase = "micro";
  superstep.kind = kind;
  for (const arch::TileId tile : tiles) superstep.work.push_back({tile, {call}});
  return superstep;
}

}  // namespace bspike::kernels
