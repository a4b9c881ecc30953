// Owns the packing of tables and the sizes of maps.
#include "kernels/conv/conv_layout.hpp"

#include <bit>

namespace bspike::kernels::conv {
namespace {

using arch::MemoryCategory;

constexpr std::size_t kAlign = 8;

// Appends a table and returns where it begins.
template <class T>
std::uint32_t pack(const std::vector<T>& table, std::vector<std::byte>& bytes) {
  const auto begin = static_cast<std::uint32_t>(bytes.size());
  const auto data = std::as_bytes(std::span(table));
  bytes.insert(bytes.end(), data.begin(), data.end());
  bytes.resize((bytes.size() + kAlign - 1) / kAlign * kAlign);
  return begin;
}

std::vector<std::uint32_t> words_of(const std::vector<Run>& runs) {
  std::vector<std::uint32_t> words;
  for (const Run& run : runs)
    words.insert(words.end(), {run.from, run.from_sample, run.to, run.to_sample, run.words});
  return words;
}

std::vector<Block> blocks_below(const ConvBelow& below) {
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < below.slices.size(); ++i)
    blocks.push_back({below.slices[i].first_neuron, below.slices[i].neurons, below.block_offsets[i],
                      below.grain});
  return blocks;
}

void pack_tables(const ConvBelow& below, ConvLayer& layer) {
  const Tables tables = tables_of(layer.shape, !layer.from_ids);
  std::vector<std::byte>& bytes = layer.tables;
  layer.taps = pack(tables.taps, bytes);
  layer.positions = pack(tables.positions, bytes);
  layer.meetings = pack(tables.meetings, bytes);
  layer.windows = pack(tables.windows, bytes);
  layer.cells = pack(tables.cells, bytes);
  layer.gradient_windows = pack(tables.gradient_windows, bytes);
  layer.gradient_cells = pack(tables.gradient_cells, bytes);
  layer.codes = pack(tables.codes, bytes);
  if (layer.from_ids) {
    layer.places = pack(tables.places, bytes);
    return;
  }
  layer.back_taps = pack(tables.back_taps, bytes);
  layer.back_positions = pack(tables.back_positions, bytes);
  const std::vector<Block> blocks = blocks_below(below);
  const std::vector<Run> gather = gather_runs(layer.shape, blocks);
  const std::vector<Run> scatter = scatter_runs(layer.shape, blocks);
  layer.gather = pack(words_of(gather), bytes);
  layer.scatter = pack(words_of(scatter), bytes);
  layer.gather_entries = static_cast<std::uint32_t>(gather.size());
  layer.scatter_entries = static_cast<std::uint32_t>(scatter.size());
}

void move_tables(std::uint32_t base, ConvLayer& layer) {
  layer.table_base = base;
  for (std::uint32_t* table :
       {&layer.taps, &layer.positions, &layer.meetings, &layer.windows, &layer.cells,
        &layer.gradient_windows, &layer.gradient_cells, &layer.codes, &layer.places,
        &layer.back_taps, &layer.back_positions, &layer.gather, &layer.scatter})
    *table += base;
}

}  // namespace

ConvLayer plan_conv_layer(const models::Network& network, std::uint32_t index,
                          const ConvBelow& below, std::span<const arch::TileId> tiles,
                          MemoryPlanner& memory) {
  ConvLayer layer;
  layer.shape = network.projection(index).convolution;
  layer.from_ids = below.slices.empty();
  pack_tables(below, layer);
  layer.gradient_positions =
      static_cast<std::uint32_t>(gradient_map(layer.shape, !layer.from_ids).shape.positions());
  const std::string prefix = "layer" + std::to_string(index) + ".";
  move_tables(memory.allocate_common(tiles, {prefix + "conv_tables", MemoryCategory::kVertexState,
                                             layer.tables.size()}),
              layer);
  layer.source = memory.allocate_common(tiles, {prefix + "source_map", MemoryCategory::kNeuronState,
                                                network.batch * source_bytes(layer.shape)});
  return layer;
}

ConvSlice conv_slice(const models::Convolution& conv, const Slice& slice) {
  const auto positions = static_cast<std::uint32_t>(conv.output().positions());
  ConvSlice result;
  result.first_channel = slice.first_neuron / positions;
  result.channels = slice.neurons / positions;
  result.planes = (result.channels + 1) / 2;
  const auto factor = static_cast<float>(conv.pool.factor());
  for (std::uint32_t plane = 0; plane < result.planes; ++plane) {
    const bool both = 2 * plane + 1 < result.channels;
    result.plane_words.insert(result.plane_words.end(),
                              {both ? 4 * positions : 0, 0, std::bit_cast<std::uint32_t>(factor),
                               both ? std::bit_cast<std::uint32_t>(factor) : 0});
  }
  return result;
}

void allocate_conv(const ConvLayer& layer, const ConvNeeds& needs, const TakeFn& take,
                   ConvSlice& slice) {
  const std::uint64_t planes = needs.batch * slice.planes;
  slice.plane_table = take("planes", MemoryCategory::kVertexState,
                           slice.plane_words.size() * sizeof(std::uint32_t));
  slice.sums = take("sums", MemoryCategory::kNeuronState, planes * sums_plane_bytes(layer.shape));
  if (layer.shape.pool.is_max())
    slice.winners =
        take("winners", needs.training ? MemoryCategory::kHistory : MemoryCategory::kNeuronState,
             needs.slots * needs.step_bytes);
  if (!needs.training) return;
  slice.map_gradient =
      take("map_gradient", MemoryCategory::kNeuronState, planes * layer.gradient_positions * 8);
  if (needs.goes_down)
    slice.result = take("map_below_gradient", MemoryCategory::kNeuronState,
                        needs.batch * result_bytes(layer.shape));
}

}  // namespace bspike::kernels::conv
