// Owns Images built by hand for tests: one program, a few tiles, vertices, exchanges, a schedule.
// Every tile has the same memory map; addresses are offsets from the base of SRAM:
//   code at 0, vertex state at 0x2000, stacks at 0x4000, control at 0x5000, buffers at 0x6000.
#pragma once

#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arch/isa/assembly.hpp"
#include "arch/program/image.hpp"

namespace bspike::tests {

class ImageBuilder {
 public:
  static constexpr std::uint32_t kVertexOffset = 0x2000, kStackOffset = 0x4000,
                                 kControlOffset = 0x5000, kBufferOffset = 0x6000,
                                 kBufferBytes = 0x4000;

  // A supervisor that runs the multi-worker vertices of its launch table one after the other, then
  // the first single-worker vertex on worker 0.
  static constexpr const char* kSupervisor = R"(
.supervisor
  ld32 m0, m12, m15, 0
  ld32 m1, m12, m15, 1
  addi m2, m12, 8
multi:
  brz m0, single
  ld32 m3, m2, m15, 0
  ld32 m4, m2, m15, 1
  addi m2, m2, 8
  runall m3, m4
  lsync
  addi m0, m0, -1
  br multi
single:
  brz m1, end
  ld32 m3, m2, m15, 0
  ld32 m4, m2, m15, 1
  run m3, m4, 0
end:
  lsync
  done
)";

  ImageBuilder(const arch::Machine& machine, const std::string& program)
      : base_(static_cast<std::uint32_t>(machine.sram.base_address)),
        stack_bytes_(
            static_cast<std::uint32_t>(machine.worker.contexts * machine.worker.stack_bytes)) {
    image_.machine_name = machine.name;
    image_.tiles = machine.chip.tiles;
    image_.sram_base = machine.sram.base_address;
    image_.sram_bytes = machine.sram.bytes;
    image_.workers = machine.worker.contexts;
    image_.programs.push_back(arch::isa::assemble(program, "test.tasm"));
    image_.step.nodes.push_back({});  // the root sequence
  }

  [[nodiscard]] arch::Image& image() { return image_; }
  [[nodiscard]] std::uint32_t buffer(std::uint32_t offset = 0) const {
    return base_ + kBufferOffset + offset;
  }
  [[nodiscard]] std::uint32_t control() const { return base_ + kControlOffset; }

  // Makes a tile that runs the program; calling it again changes nothing.
  void add_tile(arch::TileId tile) { (void)tile_image(tile); }

  // Initial words of a tile's buffers.
  void fill(arch::TileId tile, std::uint32_t address, const std::vector<std::uint32_t>& words) {
    add_data(tile, address, words);
  }

  struct Vertex {
    std::string codelet;
    bool multi_worker = true;
    std::vector<std::uint32_t> arguments;
  };
  using Work = std::map<arch::TileId, std::vector<Vertex>>;

  [[nodiscard]] std::uint32_t add_compute_set(const Work& work) {
    arch::ComputeSet set;
    set.name = "set" + std::to_string(image_.compute_sets.size());
    for (const auto& [tile, vertices] : work) set.work.push_back(make_work(tile, vertices));
    image_.compute_sets.push_back(std::move(set));
    return static_cast<std::uint32_t>(image_.compute_sets.size() - 1);
  }

  [[nodiscard]] std::uint32_t add_group(const std::vector<arch::TileId>& tiles) {
    for (std::size_t i = 0; i < image_.groups.size(); ++i)
      if (image_.groups[i] == tiles) return static_cast<std::uint32_t>(i);
    for (const arch::TileId tile : tiles) add_tile(tile);
    image_.groups.push_back(tiles);
    return static_cast<std::uint32_t>(image_.groups.size() - 1);
  }

  struct Message {
    arch::TileId source = 0;
    std::vector<arch::TileId> receivers;
    std::uint32_t words = 1;
    std::uint32_t source_offset = 0;  // in the buffers
    std::uint32_t destination_offset = 0x2000;
  };
  [[nodiscard]] std::uint32_t add_exchange(const std::vector<Message>& messages) {
    arch::ExchangePlan plan;
    plan.name = "exchange" + std::to_string(image_.exchanges.size());
    for (const Message& message : messages) {
      add_tile(message.source);
      plan.transfers.push_back({message.source, add_group(message.receivers),
                                buffer(message.source_offset), buffer(message.destination_offset),
                                message.words * 4});
    }
    image_.exchanges.push_back(std::move(plan));
    return static_cast<std::uint32_t>(image_.exchanges.size() - 1);
  }

  [[nodiscard]] std::uint32_t label(const std::string& name) {
    for (std::size_t i = 0; i < image_.labels.size(); ++i)
      if (image_.labels[i] == name) return static_cast<std::uint32_t>(i);
    image_.labels.push_back(name);
    return static_cast<std::uint32_t>(image_.labels.size() - 1);
  }

  // Appends to the children of a node of the step schedule (0: the root).
  std::uint32_t add_node(arch::ScheduleNode node, std::uint32_t parent = 0) {
    const auto index = static_cast<std::uint32_t>(image_.step.nodes.size());
    image_.step.nodes.push_back(std::move(node));
    image_.step.nodes[parent].children.push_back(index);
    return index;
  }
  std::uint32_t add_superstep(std::uint32_t compute_set, std::uint32_t exchange = arch::kNoIndex,
                              const std::string& kind = "work", std::uint32_t parent = 0) {
    arch::ScheduleNode node;
    node.kind = arch::ScheduleKind::kSuperstep;
    node.compute_set = compute_set;
    node.exchange = exchange;
    node.phase_label = label("phase");
    node.kind_label = label(kind);
    return add_node(node, parent);
  }
  std::uint32_t add_repeat(std::uint32_t count, const std::vector<arch::TileId>& tiles,
                           std::uint32_t parent = 0) {
    arch::ScheduleNode node;
    node.kind = arch::ScheduleKind::kRepeat;
    node.count = count;
    node.counter_address = control();
    node.group = add_group(tiles);
    return add_node(node, parent);
  }
  std::uint32_t add_host(bool to_chip, const std::string& stream,
                         const std::vector<arch::StreamPiece>& pieces) {
    image_.streams.push_back({stream, to_chip, pieces});
    arch::ScheduleNode node;
    node.kind = to_chip ? arch::ScheduleKind::kHostIn : arch::ScheduleKind::kHostOut;
    node.stream = static_cast<std::uint32_t>(image_.streams.size() - 1);
    return add_node(node);
  }

  // A vector of words in one tile's buffers, as a tensor.
  std::uint32_t add_tensor(const std::string& name, arch::TileId tile, std::uint32_t address,
                           std::uint32_t count, arch::ElementType type = arch::ElementType::kU32) {
    arch::TensorInfo tensor;
    tensor.name = name;
    tensor.role = arch::TensorRole::kOutput;
    tensor.type = type;
    tensor.shape = {count};
    arch::TensorPiece piece;
    piece.tile = tile;
    piece.address = address;
    piece.count = {count, 1, 1};
    piece.byte_stride = {arch::element_bytes(type), 0, 0};
    piece.index_stride = {1, 0, 0};
    tensor.pieces = {piece};
    image_.tensors.push_back(std::move(tensor));
    return static_cast<std::uint32_t>(image_.tensors.size() - 1);
  }

 private:
  arch::TileImage& tile_image(arch::TileId tile) {
    auto place = image_.tile_images.begin();
    while (place != image_.tile_images.end() && place->tile < tile) ++place;
    if (place != image_.tile_images.end() && place->tile == tile) return *place;
    return *image_.tile_images.insert(place, new_tile(tile));
  }

  arch::TileImage new_tile(arch::TileId tile) {
    using Category = arch::MemoryCategory;
    arch::TileImage made;
    made.tile = tile;
    made.program = 0;
    const auto code_bytes = static_cast<std::uint32_t>(image_.programs[0].code_bytes());
    made.regions = {
        {label("code"), Category::kCode, base_, code_bytes},
        {label("vertices"), Category::kVertexState, base_ + kVertexOffset, 0x2000},
        {label("stack"), Category::kStack, base_ + kStackOffset, stack_bytes_},
        {label("control"), Category::kControl, base_ + kControlOffset, 8},
        {label("buffers"), Category::kExchangeBuffer, base_ + kBufferOffset, kBufferBytes}};
    next_vertex_address_[tile] = base_ + kVertexOffset;
    return made;
  }

  void add_data(arch::TileId tile, std::uint32_t address, const std::vector<std::uint32_t>& words) {
    const std::size_t offset = image_.data.size();
    image_.data.resize(offset + words.size() * 4);
    if (!words.empty()) std::memcpy(image_.data.data() + offset, words.data(), words.size() * 4);
    tile_image(tile).data.push_back(
        {address, static_cast<std::uint32_t>(words.size() * 4), offset});
  }

  std::uint32_t place(arch::TileId tile, const std::vector<std::uint32_t>& words) {
    add_tile(tile);
    std::uint32_t& next = next_vertex_address_[tile];
    const std::uint32_t address = next;
    next += static_cast<std::uint32_t>((words.size() * 4 + 7) / 8 * 8);
    if (!words.empty()) add_data(tile, address, words);
    return address;
  }

  [[nodiscard]] std::uint32_t codelet(const std::string& name) const {
    const auto& codelets = image_.programs[0].codelets;
    for (std::size_t i = 0; i < codelets.size(); ++i)
      if (codelets[i].name == name) return static_cast<std::uint32_t>(i);
    throw std::invalid_argument("no codelet " + name);
  }

  arch::TileWork make_work(arch::TileId tile, const std::vector<Vertex>& vertices) {
    arch::TileWork work;
    work.tile = tile;
    std::vector<std::uint32_t> table = {0, 0};
    for (const Vertex& vertex : vertices) {
      const std::uint32_t index = codelet(vertex.codelet);
      const std::uint32_t arguments = place(tile, vertex.arguments);
      work.vertices.push_back({index, arguments, vertex.multi_worker});
      ++table[vertex.multi_worker ? 0 : 1];
      table.push_back(image_.programs[0].codelets[index].entry_word * 4);
      table.push_back(arguments);
    }
    work.launch_address = place(tile, table);
    return work;
  }

  arch::Image image_;
  std::uint32_t base_;
  std::uint32_t stack_bytes_;
  std::map<arch::TileId, std::uint32_t> next_vertex_address_;
};

}  // namespace bspike::tests
