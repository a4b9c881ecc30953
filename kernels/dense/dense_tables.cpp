// Owns streams, tensors and initial data of a dense step on the matrix unit.
#include "kernels/dense/dense_tables.hpp"

#include <algorithm>
#include <string>

#include "kernels/tensor_piece.hpp"

namespace bspike::kernels::dense {
namespace {

using arch::ElementType;
using arch::TensorInfo;
using arch::TensorRole;

constexpr std::uint64_t kRowBytes = 64;  // of 16 f32 elements

struct LayerShape {
  std::uint64_t neurons = 0, inputs = 0;
};

LayerShape shape_of(const DenseContext& context, std::uint32_t layer) {
  const models::Network& network = context.job.base.network;
  return {network.layer(layer).size, network.fan_in(layer)};
}

std::uint32_t elements_in(const Range& blocks, std::uint64_t all) {
  const std::uint64_t first = std::uint64_t{blocks.first} * kBlock;
  return word(std::min<std::uint64_t>(std::uint64_t{blocks.count} * kBlock, all - first));
}

// Rows of weights from `rows.first` on lie at `address`: their part of each block of outputs.
void add_weight_pieces(const ProductLayout& p, const ProductTile& at, const LayerShape& shape,
                       Range rows, std::uint64_t address, TensorInfo& tensor) {
  const std::uint32_t inputs = elements_in(at.inputs, shape.inputs);
  for (std::uint32_t block = 0; block < at.outputs.count; ++block) {
    const std::uint32_t base = block * p.input_blocks * kBlock;
    const std::uint32_t first = std::max(base, rows.first);
    const std::uint32_t end = std::min(base + inputs, rows.first + rows.count);
    if (first >= end) continue;
    const std::uint32_t output = at.outputs.first + block;
    const std::uint64_t neuron = std::uint64_t{output} * kBlock;
    const std::uint64_t input = std::uint64_t{at.inputs.first} * kBlock + first - base;
    tensor.pieces.push_back(tensor_piece(
        at.tile, address + (first - rows.first) * kRowBytes, neuron * shape.inputs + input, {},
        {end - first, kRowBytes, 1}, {elements_in({output, 1}, shape.neurons), 4, shape.inputs}));
  }
}

// Adds weight and bias tensors at the addresses that `of_rows` (for the first row that a tile
// updates) and `of_slice` give.
template <class RowsFn, class SliceFn>
void add_parameters(const DenseContext& context, std::uint32_t layer, const std::string& suffix,
                    TensorRole role, const RowsFn& of_rows, const SliceFn& of_slice,
                    arch::Image& image) {
  const ProductLayout& p = context.layout.products[layer];
  const models::Projection& projection = context.job.base.network.projection(layer);
  const LayerShape shape = shape_of(context, layer);
  TensorInfo weight{projection.name + ".weight" + suffix,
                    role,
                    ElementType::kF32,
                    {shape.neurons, shape.inputs},
                    {}};
  for (const ProductTile& at : product_tiles(context, p)) {
    const Range rows = updated_rows(p, at.sample);
    add_weight_pieces(p, at, shape, rows, of_rows(rows), weight);
  }
  image.tensors.push_back(std::move(weight));
  if (!projection.bias) return;
  TensorInfo bias{projection.name + ".bias" + suffix, role, ElementType::kF32, {shape.neurons}, {}};
  for (const SliceLayout& slice : context.layout.base.layers[layer].slices) {
    bias.pieces.push_back(tensor_piece(slice.slice.tile, of_slice(slice), slice.slice.first_neuron,
                                       {}, {}, {slice.slice.neurons, 4, 1}));
  }
  image.tensors.push_back(std::move(bias));
}

void add_layer(const DenseContext& context, std::uint32_t layer, arch::Image& image) {
  const ProductLayout& p = context.layout.products[layer];
  add_parameters(
      context, layer, "", TensorRole::kParameter,
      [&](Range rows) { return p.weights + rows.first * kRowBytes; },
      [](const SliceLayout& slice) { return slice.parameters; }, image);
  if (!context.job.base.training()) return;
  add_parameters(
      context, layer, ".grad", TensorRole::kGradient, [&](Range) { return p.gradient_sum; },
      [](const SliceLayout& slice) { return slice.gradient; }, image);
  const std::vector<std::string>& states = context.job.base.codelets.optimizer_states;
  for (std::size_t i = 0; i < p.optimizer_states.size(); ++i) {
    add_parameters(
        context, layer, "." + states[i], TensorRole::kOptimizerState,
        [&](Range) { return p.optimizer_states[i]; },
        [i](const SliceLayout& slice) { return slice.optimizer_states[i]; }, image);
  }
}

void add_history(const DenseContext& context, std::uint32_t layer, arch::Image& image) {
  const models::Network& network = context.job.base.network;
  const std::uint64_t steps = network.time_steps, batch = network.batch,
                      neurons = network.layer(layer).size;
  TensorInfo tensor{"n" + std::to_string(layer) + ".mem",
                    TensorRole::kHistory,
                    ElementType::kF32,
                    {steps, batch, neurons},
                    {}};
  for (const SliceLayout& slice : context.layout.base.layers[layer].slices) {
    tensor.pieces.push_back(tensor_piece(slice.slice.tile, slice.history + slice.step_bytes,
                                         slice.slice.first_neuron,
                                         {steps, slice.step_bytes, batch * neurons},
                                         {batch, kRowBytes, neurons}, {slice.slice.neurons, 4, 1}));
  }
  image.tensors.push_back(std::move(tensor));
}

void add_output_count(const DenseContext& context, arch::Image& image) {
  const models::Network& network = context.job.base.network;
  const std::uint64_t neurons = network.layer(context.job.base.last_layer()).size;
  TensorInfo tensor{
      "output.count", TensorRole::kOutput, ElementType::kF32, {network.batch, neurons}, {}};
  for (const SliceLayout& slice : context.layout.base.layers.back().slices) {
    tensor.pieces.push_back(tensor_piece(slice.slice.tile, slice.count, slice.slice.first_neuron,
                                         {}, {network.batch, kRowBytes, neurons},
                                         {slice.slice.neurons, 4, 1}));
  }
  image.tensors.push_back(std::move(tensor));
}

arch::StreamInfo count_stream(const DenseContext& context) {
  arch::StreamInfo stream{"output.counts", false, {}};
  for (std::uint32_t b = 0; b < context.job.batch(); ++b) {
    for (const SliceLayout& slice : context.layout.base.layers.back().slices) {
      stream.pieces.push_back({context.groups.single(slice.slice.tile),
                               slice.count + b * word(kRowBytes), slice.slice.neurons * 4});
    }
  }
  return stream;
}

std::vector<float> weights_of(const DenseContext& context, std::uint32_t layer,
                              const ProductTile& at, const std::vector<float>& parameters) {
  const ProductLayout& p = context.layout.products[layer];
  const LayerShape shape = shape_of(context, layer);
  std::vector<float> result(std::size_t{p.weight_rows()} * kBlock);
  const std::uint32_t inputs = elements_in(at.inputs, shape.inputs);
  for (std::uint32_t block = 0; block < at.outputs.count; ++block) {
    const std::uint32_t output = at.outputs.first + block;
    for (std::uint32_t n = 0; n < elements_in({output, 1}, shape.neurons); ++n) {
      const float* row = parameters.data() + (std::uint64_t{output} * kBlock + n) * shape.inputs +
                         std::uint64_t{at.inputs.first} * kBlock;
      float* to = result.data() + std::size_t{block} * p.input_blocks * kBlock * kBlock + n;
      for (std::uint32_t i = 0; i < inputs; ++i) to[std::size_t{i} * kBlock] = row[i];
    }
  }
  return result;
}

void add_bias_data(const SliceLayout& slice, const std::vector<float>& parameters,
                   ImageWriter& writer) {
  std::vector<float> bias(kBlock);
  std::copy_n(parameters.begin() + slice.slice.first_neuron, slice.slice.neurons, bias.begin());
  writer.add_data(slice.slice.tile, slice.parameters, std::as_bytes(std::span(bias)));
}

}  // namespace

void add_streams(const DenseContext& context, arch::Image& image) {
  const std::uint32_t batch = context.job.batch();
  const Layout& base = context.layout.base;
  arch::StreamInfo input{"input.dense", true, {}};
  for (const SourceBlock& block : context.layout.sources.front()) {
    input.pieces.push_back({context.groups.single(block.tile), block.store,
                            word(context.job.base.network.time_steps * batch * kRowBytes)});
  }
  image.streams.push_back(std::move(input));
  if (context.job.base.training()) {
    image.streams.push_back(
        {"labels", true, {{context.groups.single(base.loss.tile), base.loss.labels, batch * 4}}});
  }
  if (base.scalar_bytes > 0) {
    image.streams.push_back(
        {"optimizer.scalars",
         true,
         {{context.groups.intern(context.layout.update_tiles), base.scalars, base.scalar_bytes}}});
  }
  image.streams.push_back(count_stream(context));
}

void add_tensors(const DenseContext& context, arch::Image& image) {
  const Job& job = context.job.base;
  for (std::uint32_t layer = 0; layer < job.network.layers(); ++layer) {
    add_layer(context, layer, image);
    if (job.training()) add_history(context, layer, image);
  }
  add_output_count(context, image);
  if (!job.training()) return;
  const std::uint64_t batch = context.job.batch();
  const LossLayout& loss = context.layout.base.loss;
  image.tensors.push_back({"loss",
                           TensorRole::kOther,
                           ElementType::kF32,
                           {batch},
                           {tensor_piece(loss.tile, loss.loss, 0, {}, {}, {batch, 4, 1})}});
}

void add_data(const DenseContext& context, const models::ParameterSet& parameters,
              ImageWriter& writer) {
  const Job& job = context.job.base;
  for (std::uint32_t layer = 0; layer < job.network.layers(); ++layer) {
    const std::string& name = job.network.projection(layer).name;
    const ProductLayout& p = context.layout.products[layer];
    for (const ProductTile& at : product_tiles(context, p)) {
      const auto words = weights_of(context, layer, at, parameters.at(name + ".weight"));
      writer.add_data(at.tile, p.weights, std::as_bytes(std::span(words)));
    }
    if (!job.network.projection(layer).bias) continue;
    for (const SliceLayout& slice : context.layout.base.layers[layer].slices) {
      add_bias_data(slice, parameters.at(name + ".bias"), writer);
    }
  }
  if (!job.training()) return;
  const LossLayout& loss = context.layout.base.loss;
  writer.add_data(loss.tile, loss.segment_table, std::as_bytes(std::span(loss.segments)));
}

}  // namespace bspike::kernels::dense
