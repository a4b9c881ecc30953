// Owns streams, tensors and series of the sparse program.
#include "kernels/sparse/sparse_tables.hpp"

#include <algorithm>
#include <string>

#include "kernels/tensor_piece.hpp"

namespace bspike::kernels::sparse {
namespace {

using arch::ElementType;
using arch::TensorInfo;
using arch::TensorRole;

arch::StreamInfo sliceable_stream(const SparseContext& context, const char* name,
                                  const Sliceable& map, Address address) {
  arch::StreamInfo stream{name, true, {}};
  for (const WordRun& run : word_runs(map)) {
    stream.pieces.push_back({context.groups.single(run.tile), address, run.words * 4});
  }
  return stream;
}

std::vector<TileId> neuron_tiles(const SparseContext& context) {
  const SparseLayer& last = context.job.output();
  return tile_range(kFirstNeuronTile, last.first_tile + last.tiles - kFirstNeuronTile);
}

// Neurons of a tile of the layer.
std::uint32_t neurons_on(const SparseContext& context, const SparseLayer& layer, std::uint32_t i) {
  const std::uint32_t per_tile = context.job.neurons_per_tile;
  return std::min(per_tile, layer.neurons - i * per_tile);
}

void add_weights(const SparseContext& context, const SparseLayer& layer, const std::string& suffix,
                 TensorRole role, Address address, arch::Image& image) {
  const std::uint64_t fan_in = layer.fan_in;
  const std::uint32_t per_tile = context.job.neurons_per_tile;
  TensorInfo tensor{context.job.network.projection(layer.index).name + ".weight" + suffix,
                    role,
                    ElementType::kF32,
                    {layer.neurons, fan_in},
                    {}};
  for (std::uint32_t i = 0; i < layer.tiles; ++i) {
    tensor.pieces.push_back(tensor_piece(layer.first_tile + i, address, i * per_tile * fan_in, {},
                                         {neurons_on(context, layer, i), 4, fan_in},
                                         {fan_in, per_tile * 4ull, 1}));
  }
  image.tensors.push_back(std::move(tensor));
}

std::string membrane_name(std::uint32_t layer) { return "n" + std::to_string(layer) + ".mem"; }
std::string list_name(std::uint32_t layer, const char* what) {
  return "n" + std::to_string(layer) + ".list." + what;
}

void add_membrane(const SparseContext& context, const SparseLayer& layer, arch::Image& image) {
  const std::uint64_t steps = context.job.time_steps;
  const std::uint64_t batch = context.job.batch;
  const std::uint32_t per_tile = context.job.neurons_per_tile;
  const LayerAddresses& at = context.layout.layers[layer.index];
  TensorInfo tensor{membrane_name(layer.index),
                    TensorRole::kHistory,
                    ElementType::kF32,
                    {steps, batch, layer.neurons},
                    {}};
  for (std::uint32_t i = 0; i < layer.tiles; ++i) {
    tensor.pieces.push_back(tensor_piece(
        layer.first_tile + i, at.history + at.state_bytes, i * per_tile,
        {steps, at.state_bytes, batch * layer.neurons}, {batch, per_tile * 4ull, layer.neurons},
        {neurons_on(context, layer, i), 4, 1}));
  }
  image.tensors.push_back(std::move(tensor));
}

void add_list_ids(const SparseContext& context, const SparseLayer& layer, arch::Image& image) {
  const SpikeListLayout& list = context.layout.lists[layer.index + 1];
  const std::uint64_t steps = context.job.time_steps;
  const std::uint64_t stride = list.ids.per_tile * 4ull;
  TensorInfo tensor{list_name(layer.index, "ids"),
                    TensorRole::kHistory,
                    ElementType::kU32,
                    {steps, context.job.batch, list.capacity},
                    {}};
  for (const WordRun& run : word_runs(list.ids)) {
    tensor.pieces.push_back(tensor_piece(run.tile, list.history.ids + stride, run.first, {},
                                         {steps, stride, list.ids.words}, {run.words, 4, 1}));
  }
  image.tensors.push_back(std::move(tensor));
}

// c0 or c1 of every sample and time step.
void add_list_counts(const SparseContext& context, const SparseLayer& layer, const char* what,
                     std::uint32_t offset, arch::Image& image) {
  const SpikeListLayout& list = context.layout.lists[layer.index + 1];
  const std::uint64_t steps = context.job.time_steps;
  const std::uint64_t stride = list.counts.per_tile * 4ull;
  TensorInfo tensor{list_name(layer.index, what),
                    TensorRole::kHistory,
                    ElementType::kU32,
                    {steps, context.job.batch},
                    {}};
  for (std::uint32_t sample = 0; sample < context.job.batch; ++sample) {
    const WordRun run = word_runs(list.counts, sample * 2 + offset, 1).front();
    tensor.pieces.push_back(tensor_piece(run.tile, list.history.counts + stride + run.offset,
                                         sample, {}, {}, {steps, stride, context.job.batch}));
  }
  image.tensors.push_back(std::move(tensor));
}

void add_layer_tensors(const SparseContext& context, const SparseLayer& layer, arch::Image& image) {
  const LayerAddresses& at = context.layout.layers[layer.index];
  add_weights(context, layer, "", TensorRole::kParameter, at.weights, image);
  add_weights(context, layer, ".grad", TensorRole::kGradient, at.gradient, image);
  const std::vector<std::string>& states = context.job.learning.optimizer_states;
  for (std::size_t i = 0; i < states.size(); ++i) {
    add_weights(context, layer, "." + states[i], TensorRole::kOptimizerState,
                at.optimizer_states[i], image);
  }
  add_membrane(context, layer, image);
  add_list_ids(context, layer, image);
  add_list_counts(context, layer, "spikes", 0, image);
  add_list_counts(context, layer, "entries", 1, image);
}

void add_layer_series(const SparseContext& context, const SparseLayer& layer, arch::Image& image) {
  const double lists = static_cast<double>(context.job.time_steps) * context.job.batch;
  const std::string suffix = ".layer" + std::to_string(layer.index);
  const auto threshold =
      static_cast<float>(context.job.network.layer(layer.index).parameters.at("threshold"));
  image.series.push_back({"training.spike_rates" + suffix,
                          image.tensor_index(membrane_name(layer.index)),
                          arch::Reduction::kCountAbove, threshold, 1 / (lists * layer.neurons)});
  image.series.push_back({"training.list_spikes" + suffix,
                          image.tensor_index(list_name(layer.index, "spikes")),
                          arch::Reduction::kSum, 0, 1 / lists});
  image.series.push_back({"training.list_entries" + suffix,
                          image.tensor_index(list_name(layer.index, "entries")),
                          arch::Reduction::kSum, 0, 1 / lists});
}

}  // namespace

void add_streams(const SparseContext& context, arch::Image& image) {
  const SparseLayout& layout = context.layout;
  image.streams.push_back(
      sliceable_stream(context, "input.sparse_ids", layout.stream_ids, layout.stream.ids));
  image.streams.push_back(
      sliceable_stream(context, "input.sparse_counts", layout.stream_counts, layout.stream.counts));
  image.streams.push_back(
      {"labels",
       true,
       {{context.groups.single(layout.loss.tile), layout.loss.labels, context.job.batch * 4}}});
  if (layout.scalar_bytes == 0) return;
  image.streams.push_back(
      {"optimizer.scalars",
       true,
       {{context.groups.intern(neuron_tiles(context)), layout.scalars, layout.scalar_bytes}}});
}

void add_tensors(const SparseContext& context, arch::Image& image) {
  for (const SparseLayer& layer : context.job.layers) add_layer_tensors(context, layer, image);
  const SparseLossLayout& loss = context.layout.loss;
  const std::uint64_t batch = context.job.batch;
  const std::uint64_t classes = context.job.classes();
  image.tensors.push_back({"output.count",
                           TensorRole::kOutput,
                           ElementType::kF32,
                           {batch, classes},
                           {tensor_piece(loss.tile, loss.source, 0, {},
                                         {batch, loss.row_bytes, classes}, {classes, 4, 1})}});
  image.tensors.push_back({"loss",
                           TensorRole::kOther,
                           ElementType::kF32,
                           {batch},
                           {tensor_piece(loss.tile, loss.loss, 0, {}, {}, {batch, 4, 1})}});
}

void add_series(const SparseContext& context, arch::Image& image) {
  image.series.push_back(
      {"training.loss", image.tensor_index("loss"), arch::Reduction::kSum, 0, 1});
  for (const SparseLayer& layer : context.job.layers) add_layer_series(context, layer, image);
}

}  // namespace bspike::kernels::sparse
