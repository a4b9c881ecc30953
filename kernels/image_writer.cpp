// Owns the words that reach tile memory: argument blocks, launch tables, data segments.
#include "kernels/image_writer.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <string_view>

#include "arch/exchange/exchange_code.hpp"

namespace bspike::kernels {

std::uint64_t DataPool::add(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::size_t hash = std::hash<std::string_view>{}(text);
  const auto [begin, end] = ranges_.equal_range(hash);
  for (auto range = begin; range != end; ++range) {
    const auto [offset, length] = range->second;
    if (length == bytes.size() && std::memcmp(bytes_.data() + offset, bytes.data(), length) == 0) {
      return offset;
    }
  }
  const std::uint64_t offset = bytes_.size();
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  ranges_.emplace(hash, Range{offset, bytes.size()});
  return offset;
}

ImageWriter::ImageWriter(const arch::Machine& machine, const ProgramSet& programs,
                         LabelTable& labels, MemoryPlanner& memory, arch::Image& image)
    : machine_(machine),
      programs_(programs),
      labels_(labels),
      memory_(memory),
      image_(image),
      tiles_(machine.chip.tiles) {
  image.machine_name = machine.name;
  image.tiles = machine.chip.tiles;
  image.sram_base = machine.sram.base_address;
  image.sram_bytes = machine.sram.bytes;
  image.workers = machine.worker.contexts;
}

ImageWriter::TileState& ImageWriter::state_of(arch::TileId tile) {
  TileState& state = tiles_[tile];
  if (!state.started) state.base = memory_.next_address(tile, 8);
  state.started = true;
  return state;
}

arch::TileWork ImageWriter::launch(const TileCalls& calls) {
  TileState& state = state_of(calls.tile);
  const std::uint32_t program = programs_.of_tile[calls.tile];
  arch::TileWork work{calls.tile, 0, {}};
  const auto multi = std::count_if(calls.calls.begin(), calls.calls.end(),
                                   [](const Call& call) { return call.multi_worker; });
  const std::size_t all = calls.calls.size();
  std::vector<std::uint32_t> table{
      static_cast<std::uint32_t>(multi),
      static_cast<std::uint32_t>(all) - static_cast<std::uint32_t>(multi)};
  for (const bool multi_worker : {true, false}) {
    for (const Call& call : calls.calls) {
      if (call.multi_worker != multi_worker) continue;
      const std::uint32_t codelet = programs_.codelets[program].find(call.codelet)->second;
      const std::uint32_t arguments = state.base + state.vertices.add(call.words);
      table.push_back(programs_.programs[program].codelets[codelet].entry_word * 4);
      table.push_back(arguments);
      work.vertices.push_back({codelet, arguments, multi_worker});
    }
  }
  work.launch_address = state.base + state.vertices.add(table);
  return work;
}

std::uint32_t ImageWriter::add_exchange(const std::string& name, const Superstep& superstep) {
  std::vector<arch::Transfer> transfers;
  for (const std::vector<arch::Transfer>& part : superstep.exchange) {
    exchange_parts_.intern(name, part);
    transfers.insert(transfers.end(), part.begin(), part.end());
  }
  return plans_.intern(name, transfers);
}

arch::ScheduleNode ImageWriter::add_superstep(const Superstep& superstep) {
  arch::ScheduleNode node;
  node.kind = arch::ScheduleKind::kSuperstep;
  const std::string name =
      superstep.layer.empty() ? superstep.kind : superstep.kind + "." + superstep.layer;
  if (!superstep.work.empty()) {
    node.compute_set = static_cast<std::uint32_t>(image_.compute_sets.size());
    arch::ComputeSet& set = image_.compute_sets.emplace_back();
    set.name = name;
    for (const TileCalls& calls : superstep.work) set.work.push_back(launch(calls));
  }
  node.exchange = add_exchange(name, superstep);
  node.phase_label = labels_.intern(superstep.phase);
  if (!superstep.layer.empty()) node.layer_label = labels_.intern(superstep.layer);
  node.kind_label = labels_.intern(superstep.kind);
  return node;
}

std::vector<arch::ScheduleNode> ImageWriter::add_supersteps(
    const std::vector<Superstep>& supersteps) {
  std::vector<arch::ScheduleNode> nodes;
  for (const Superstep& superstep : supersteps) nodes.push_back(add_superstep(superstep));
  return nodes;
}

void ImageWriter::add_data(arch::TileId tile, std::uint32_t address,
                           std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  tiles_[tile].data.push_back(
      {address, static_cast<std::uint32_t>(bytes.size()), pool_.add(bytes)});
}

// Parts are routines that the supervisor calls one after the other, so that what several plans have
// in common (the spikes of a layer, forward and backward, whatever tile keeps the input) is stored
// once.
void ImageWriter::allocate_exchange_code(std::span<const arch::TileId> tiles) {
  std::vector<std::uint64_t> instructions(machine_.chip.tiles, 0);
  for (const arch::ExchangePlan& part : exchange_parts_.plans()) {
    const auto counts = arch::exchange_instructions(machine_, part, image_.groups);
    for (std::size_t tile = 0; tile < counts.size(); ++tile) instructions[tile] += counts[tile];
  }
  for (const arch::TileId tile : tiles) {
    memory_.allocate(tile, {"exchange code", arch::MemoryCategory::kCode,
                            instructions[tile] * machine_.exchange.instruction_bytes, 8});
  }
}

void ImageWriter::close_memory(std::span<const arch::TileId> tiles,
                               const std::vector<std::vector<arch::TileId>>& groups) {
  image_.groups = groups;
  image_.exchanges = plans_.plans();
  for (const arch::TileId tile : tiles) {
    const VertexState& vertices = tiles_[tile].vertices;
    memory_.allocate(tile,
                     {"vertex state", arch::MemoryCategory::kVertexState, vertices.bytes(), 8});
  }
  allocate_exchange_code(tiles);
  memory_.check_fit();
}

void ImageWriter::finish(std::span<const arch::TileId> tiles) {
  for (const arch::TileId tile : tiles) {
    TileState& state = tiles_[tile];
    add_data(tile, state.base, std::as_bytes(std::span(state.vertices.words())));
    image_.tile_images.push_back(
        {tile, programs_.of_tile[tile], memory_.regions(tile), std::move(state.data)});
  }
  image_.programs = programs_.programs;
  image_.labels = labels_.names();
  image_.data = pool_.take();
}

}  // namespace bspike::kernels
