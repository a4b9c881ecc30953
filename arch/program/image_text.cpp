// Owns the text forms of an Image: summary, schedule, memory maps, streams, tensors; plans; code.
// Contract: works for Images that verify_image would refuse; equal Images give equal text.
#include <algorithm>
#include <array>

#include "arch/isa/assembly.hpp"
#include "arch/program/image_tools.hpp"
#include "arch/program/tensor_access.hpp"
#include "arch/program/text_forms.hpp"

namespace bspike::arch {

namespace {

std::string number(std::uint64_t value) { return std::to_string(value); }

// Name of an entry that may not exist.
template <class Named>
std::string name_of(const std::vector<Named>& table, std::uint32_t index) {
  if (index == kNoIndex) return "-";
  return index < table.size() ? table[index].name : "?";
}

std::string group_text(const Image& image, std::uint32_t group) {
  if (group == kNoIndex) return "-";
  return group < image.groups.size() ? tiles_text(image.groups[group]) : "?";
}

std::string summary_text(const Image& image) {
  std::string text = "image for machine " + image.machine_name + ": " + number(image.tiles) +
                     " tiles, " + number(image.workers) + " workers, " + number(image.sram_bytes) +
                     " bytes of tile memory at " + hex(image.sram_base) + "\n";
  text += number(image.tile_images.size()) + " tiles hold something, " +
          number(image.programs.size()) + " programs, " + number(image.compute_sets.size()) +
          " compute sets, " + number(image.exchanges.size()) + " exchanges, " +
          number(image.data.size()) + " bytes of initial data\n";
  return text;
}

std::string programs_text(const Image& image) {
  std::string text = "\nprograms\n";
  for (const TileProgram& program : image.programs) {
    text += "  " + program.name + ": " + number(program.words.size()) + " words\n";
    for (const CodeletEntry& codelet : program.codelets)
      text += "    " + codelet.name + " at word " + number(codelet.entry_word) + "\n";
  }
  return text;
}

std::string repeat_text(const Image& image, const ScheduleNode& node) {
  return "repeat " + number(node.count) + " times, counter " + hex(node.counter_address) +
         " from " + std::to_string(node.first) + " by " + std::to_string(node.step) + " on tiles " +
         group_text(image, node.group);
}

std::string superstep_text(const Image& image, const ScheduleNode& node) {
  return "superstep " + label_text(image, node.kind_label) + " (" +
         label_text(image, node.phase_label) + ", " + label_text(image, node.layer_label) +
         "): compute " + name_of(image.compute_sets, node.compute_set) + ", exchange " +
         name_of(image.exchanges, node.exchange);
}

std::string node_text(const Image& image, const ScheduleNode& node) {
  switch (node.kind) {
    case ScheduleKind::kSequence:
      return "sequence";
    case ScheduleKind::kRepeat:
      return repeat_text(image, node);
    case ScheduleKind::kSuperstep:
      return superstep_text(image, node);
    case ScheduleKind::kHostIn:
      return "host-in " + name_of(image.streams, node.stream);
    case ScheduleKind::kHostOut:
      return "host-out " + name_of(image.streams, node.stream);
  }
  return "?";
}

// Depth first. Each node is printed at most once, so a damaged tree cannot loop or explode.
std::string schedule_text(const Image& image, const char* name, const Schedule& schedule) {
  std::string text = "\n" + std::string(name) + "\n";
  struct Open {
    std::uint32_t node;
    std::size_t depth;
  };
  std::vector<bool> printed(schedule.nodes.size());
  std::vector<Open> stack;
  if (!schedule.nodes.empty()) stack.push_back({0, 1});
  while (!stack.empty()) {
    const Open open = stack.back();
    stack.pop_back();
    if (open.node >= printed.size() || printed[open.node]) continue;
    printed[open.node] = true;
    const ScheduleNode& node = schedule.nodes[open.node];
    text +=
        std::string(2 * std::min<std::size_t>(open.depth, 64), ' ') + node_text(image, node) + "\n";
    for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
      stack.push_back({*child, open.depth + 1});
  }
  return text;
}

std::string category_text(MemoryCategory category) {
  return static_cast<std::size_t>(category) < kMemoryCategories ? std::string(key(category)) : "?";
}

std::string map_text(const Image& image, const TileImage& tile) {
  std::string text = ", program " + name_of(image.programs, tile.program) + "\n";
  for (const MemoryRegion& region : tile.regions)
    text += "    " + hex(region.address) + "  " + number(region.bytes) + "  " +
            category_text(region.category) + "  " + label_text(image, region.name) + "\n";
  return text;
}

// Tiles with the same map are printed together.
std::string memory_text(const Image& image) {
  std::string text = "\nmemory maps (address, bytes, category, name)\n";
  std::vector<TileId> tiles;
  std::string map;
  const auto flush = [&] {
    if (!tiles.empty()) text += "  tiles " + tiles_text(tiles) + map;
    tiles.clear();
  };
  for (const TileImage& tile : image.tile_images) {
    std::string next = map_text(image, tile);
    if (next != map) flush();
    map = std::move(next);
    tiles.push_back(tile.tile);
  }
  flush();
  return text;
}

std::string streams_text(const Image& image) {
  std::string text = "\nstreams\n";
  for (const StreamInfo& stream : image.streams)
    text += "  " + stream.name + ": " + number(stream.total_bytes()) + " bytes " +
            (stream.to_chip ? "to the chip" : "from the chip") + " in " +
            number(stream.pieces.size()) + " pieces\n";
  return text;
}

std::string type_text(ElementType type) {
  static constexpr std::array kNames{"f32", "f16", "u32", "u16", "u8"};
  const auto index = static_cast<std::size_t>(type);
  return index < kNames.size() ? kNames[index] : "?";
}

std::string tensors_text(const Image& image) {
  std::string text = "\ntensors\n";
  for (const TensorInfo& tensor : image.tensors) {
    text += "  " + tensor.name + " " + type_text(tensor.type) + " [";
    for (std::size_t i = 0; i < tensor.shape.size(); ++i)
      text += (i == 0 ? "" : ", ") + number(tensor.shape[i]);
    text += "] in " + number(tensor.pieces.size()) + " pieces\n";
  }
  text += "\nseries\n";
  for (const ResultSeries& series : image.series)
    text += "  " + series.name + " from " + name_of(image.tensors, series.tensor) + "\n";
  return text;
}

std::string pieces_text(const Transfer& transfer) {
  if (transfer.pieces() < 2) return "";
  return " in pieces of " + number(transfer.piece_bytes) + ", " + number(transfer.piece_stride) +
         " apart,";
}

std::string transfer_text(const Image& image, const Transfer& transfer) {
  return "  tile " + number(transfer.source) + " " + hex(transfer.source_address) + " -> " +
         hex(transfer.destination_address) + "  " + number(transfer.bytes) + " bytes" +
         pieces_text(transfer) + " to tiles " + group_text(image, transfer.group) + "\n";
}

}  // namespace

std::string image_text(const Image& image) {
  return summary_text(image) + programs_text(image) + schedule_text(image, "setup", image.setup) +
         schedule_text(image, "step", image.step) + memory_text(image) + streams_text(image) +
         tensors_text(image);
}

std::string plan_text(const Image& image) {
  std::string text;
  for (const ExchangePlan& plan : image.exchanges) {
    text += "exchange " + plan.name + ": " + number(plan.transfers.size()) + " transfers\n";
    for (const Transfer& transfer : plan.transfers) text += transfer_text(image, transfer);
  }
  return text;
}

std::string assembly_text(const Image& image) {
  std::string text;
  for (const TileProgram& program : image.programs) text += isa::disassemble(program) + "\n";
  return text;
}

}  // namespace bspike::arch
