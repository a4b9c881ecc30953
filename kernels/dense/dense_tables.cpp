// Owns tensors and initial data of a dense step on the matrix unit.
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
// updates) and `of_cell` (for the cell that updates biases) give.
template <class RowsFn, class CellFn>
void add_parameters(const DenseContext& context, std::uint32_t layer, const std::string& suffix,
                    TensorRole role, const RowsFn& of_rows, const CellFn& of_cell,
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
  const auto& slices = context.layout.base.layers[layer].slices;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const Slice& slice = slices[i].slice;
    if (slice.first_sample != 0) continue;
    bias.pieces.push_back(tensor_piece(slice.tile,
                                       of_cell(slices[i], context.layout.cells[layer][i]),
                                       slice.first_neuron, {}, {}, {slice.neurons, 4, 1}));
  }
  image.tensors.push_back(std::move(bias));
}

void add_layer(const DenseContext& context, std::uint32_t layer, arch::Image& image) {
  const ProductLayout& p = context.layout.products[layer];
  add_parameters(
      context, layer, "", TensorRole::kParameter,
      [&](Range rows) { return p.weights + rows.first * kRowBytes; },
      [](const SliceLayout& slice, const CellLayout&) { return slice.parameters; }, image);
  if (!context.job.base.training()) return;
  add_parameters(
      context, layer, ".grad", TensorRole::kGradient, [&](Range) { return p.gradient_sum; },
      [](const SliceLayout&, const CellLayout& cell) { return cell.bias_sum; }, image);
  const std::vector<std::string>& states = context.job.base.codelets.optimizer_states;
  for (std::size_t i = 0; i < p.optimizer_states.size(); ++i) {
    add_parameters(
        context, layer, "." + states[i], TensorRole::kOptimizerState,
        [&](Range) { return p.optimizer_states[i]; },
        [i](const SliceLayout& slice, const CellLayout&) { return slice.optimizer_states[i]; },
        image);
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
    tensor.pieces.push_back(
        tensor_piece(slice.slice.tile, slice.history + slice.step_bytes,
                     slice.slice.first_sample * neurons + slice.slice.first_neuron,
                     {steps, slice.step_bytes, batch * neurons},
                     {slice.slice.samples, kRowBytes, neurons}, {slice.slice.neurons, 4, 1}));
  }
  image.tensors.push_back(std::move(tensor));
}

void add_output_count(const DenseContext& context, arch::Image& image) {
  const models::Network& network = context.job.base.network;
  const std::uint64_t neurons = network.layer(context.job.base.last_layer()).size;
  TensorInfo tensor{
      "output.count", TensorRole::kOutput, ElementType::kF32, {network.batch, neurons}, {}};
  for (const SliceLayout& slice : context.layout.base.layers.back().slices) {
    tensor.pieces.push_back(
        tensor_piece(slice.slice.tile, slice.count,
                     slice.slice.first_sample * neurons + slice.slice.first_neuron, {},
                     {slice.slice.samples, kRowBytes, neurons}, {slice.slice.neurons, 4, 1}));
  }
  image.tensors.push_back(std::move(tensor));
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

void add_tensors(const DenseContext& context, arch::Image& image) {
  const Job& job = context.job.base;
  for (std::uint32_t layer = 0; layer < job.network.layers(); ++layer) {
    add_layer(context, layer, image);
    if (job.training()) add_history(context, layer, image);
  }
  if (context.job.counts_spikes()) add_output_count(context, image);
  if (!job.training()) return;
  TensorInfo tensor{"loss", TensorRole::kOther, ElementType::kF32, {context.job.batch()}, {}};
  for (const LossPart& part : context.layout.losses) {
    tensor.pieces.push_back(tensor_piece(part.loss.tile, part.loss.loss, part.samples.first, {}, {},
                                         {part.samples.count, 4, 1}));
  }
  image.tensors.push_back(std::move(tensor));
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
  for (const LossPart& part : context.layout.losses) {
    const LossLayout& loss = part.loss;
    writer.add_data(loss.tile, loss.segment_table, std::as_bytes(std::span(loss.segments)));
    if (loss.class_segments.empty()) continue;
    writer.add_data(loss.tile, loss.class_segment_table,
                    std::as_bytes(std::span(loss.class_segments)));
  }
}

}  // namespace bspike::kernels::dense
