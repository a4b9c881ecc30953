// Owns the supersteps of the backward pass: what a time step reads again, a layer's time step. In
// f16, gradients of currents are multiplied by the mapping's gradient_scale before they are
// rounded, and what comes of them is divided by it in f32.
#include <algorithm>

#include "kernels/dense/dense_steps.hpp"

namespace bspike::kernels::dense {
namespace {

constexpr std::uint32_t kRowBytes = 64;  // of 16 f32 elements

void read_again(const DenseContext& context, std::uint32_t layer, WorkTable& work) {
  const auto& slices = context.layout.base.layers[layer].slices;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const SliceLayout& slice = slices[i];
    work.add(slice.slice.tile, call_of("spikes_from_history",
                                       {{"pairs", slice.step_pairs()},
                                        {"history_base", slice.history},
                                        {"stride", slice.step_bytes},
                                        {"counter", context.layout.base.counter},
                                        {"spikes", slice.spikes}},
                                       &context.job.base.codelets.layers[layer].numbers));
    work.add(slice.slice.tile, transpose_call(context, context.layout.sources[layer + 1][i]));
  }
}

void add_loss_gradient(const DenseContext& context, WorkTable& work, Superstep& step) {
  for (const LossPart& part : context.layout.losses) {
    const LossLayout& loss = part.loss;
    work.add(loss.tile, call_of("copy_slice", {{"source_base", loss.gradient},
                                               {"stride", loss.source_bytes},
                                               {"counter", context.layout.base.counter},
                                               {"divisor", 1},
                                               {"destination", loss.gradient_send},
                                               {"pairs", loss.source_bytes / 8}}));
  }
  step.exchange.push_back(loss_gradient_transfers(context));
}

Call neuron_call(const DenseContext& context, const SliceLayout& slice) {
  const LayerCodelets& codelets = context.job.base.codelets.layers[slice.slice.layer];
  return call_of(codelets.backward,
                 {{"pairs", slice.step_pairs()},
                  {"spike_gradient", slice.spike_gradient},
                  {"history_base", slice.history},
                  {"stride", slice.step_bytes},
                  {"counter", context.layout.base.counter},
                  {"carry", slice.carry},
                  {"current_gradient", slice.current_gradient}},
                 &codelets.numbers);
}

void add_neuron(const DenseContext& context, const SliceLayout& slice, const CellLayout& cell,
                WorkTable& work) {
  const Job& job = context.job.base;
  const arch::TileId tile = slice.slice.tile;
  const std::uint32_t rows = slice.slice.samples;
  if (context.job.half && slice.slice.layer < job.last_layer()) {
    work.add(tile, scale_call(rows, slice.spike_gradient, 1 / gradient_scale(context)));
  }
  work.add(tile, neuron_call(context, slice));
  if (job.network.projection(slice.slice.layer).bias) {
    work.add(tile, call_of("bias_gradient", {{"bias_gradient", slice.gradient},
                                             {"planes", slice.planes},
                                             {"batch", rows},
                                             {"current_gradient", slice.current_gradient}}));
  }
  if (context.job.half) {
    work.add(tile, narrow_call(rows, slice.current_gradient, cell.gradient_rows,
                               gradient_scale(context)));
  }
}

Superstep neuron_superstep(const DenseContext& context, std::uint32_t layer) {
  const auto& slices = context.layout.base.layers[layer].slices;
  WorkTable work;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    add_neuron(context, slices[i], context.layout.cells[layer][i], work);
  }
  Superstep step{"backward", layer_label(layer), "backward", work.take(), {}};
  step.exchange.push_back(current_transfers(context, layer));
  return step;
}

// Weights of a pass: gradients of some samples; rows: the inputs of these samples.
void add_weight_gradient(const DenseContext& context, const ProductLayout& p, const ProductTile& at,
                         WorkTable& work) {
  const std::uint32_t passes = at.samples.count * context.job.passes_a_block();
  const std::uint32_t block_bytes = p.samples * kBlock * context.job.element_bytes();
  std::vector<MatrixPass> others;
  for (std::uint32_t block = 0; block < at.outputs.count; ++block) {
    const std::uint32_t sums = p.gradient + block * p.input_blocks * kBlock * kRowBytes;
    for (std::uint32_t pass = 0; pass < passes; ++pass) {
      others.push_back({p.current_gradient + block * block_bytes + pass * kMatrixBlockBytes,
                        p.transposed_source + pass * p.input_blocks * kMatrixBlockBytes, sums, sums,
                        at.inputs.count * kBlock});
    }
  }
  add_passes(context, at.tile, {}, others, work);
}

void add_input_gradient(const DenseContext& context, const ProductLayout& p, const ProductTile& at,
                        WorkTable& work) {
  const std::uint32_t halves = context.job.passes_a_block();
  const std::uint32_t panel = p.samples * kMatrixInputBytes;
  if (!context.job.half) {
    for (std::uint32_t block = 0; block < at.outputs.count; ++block) {
      work.add(at.tile,
               panels_call(context, at.rows, p.current_gradient + block * p.samples * kRowBytes,
                           p.gradient_panels + block * 2 * panel, panel));
    }
  }
  std::vector<MatrixPass> first, others;
  for (std::uint32_t block = 0; block < at.inputs.count; ++block) {
    const std::uint32_t sums = p.back_partial + block * p.samples * kRowBytes;
    for (std::uint32_t pass = 0; pass < at.outputs.count * halves; ++pass) {
      const std::uint32_t place = block * p.output_blocks * halves + pass;
      (pass == 0 ? first : others)
          .push_back({p.transposed_weights + place * kMatrixBlockBytes,
                      p.gradient_panels + pass * panel, sums, sums, at.rows});
    }
  }
  add_passes(context, at.tile, first, others, work);
}

std::vector<SumParts> backward_sums(const DenseContext& context, std::uint32_t layer) {
  const ProductLayout& p = context.layout.products[layer];
  const std::size_t parts = p.grid.outputs.size();
  std::vector<SumParts> result;
  for (const ProductTile& at : product_tiles(context, p)) {
    if (at.output != 0) continue;
    SumParts sums{{},
                  p.back_partial,
                  p.back_gathered,
                  p.back_sum,
                  p.samples,
                  p.chunk(parts),
                  p.input_blocks,
                  at.inputs.count,
                  at.rows,
                  {}};
    for (std::size_t o = 0; o < parts; ++o) sums.tiles.push_back(p.tile(at.sample, at.input, o));
    for (std::uint32_t block = 0; block < at.inputs.count; ++block) {
      sums.owners.push_back(
          sum_owners(context, layer - 1, at.inputs.first + block, samples_in(context, at.samples),
                     [](const SliceLayout& slice) { return slice.spike_gradient; }));
    }
    result.push_back(std::move(sums));
  }
  return result;
}

}  // namespace

Superstep dense_backward_input(const DenseContext& context) {
  const Job& job = context.job.base;
  WorkTable work;
  Superstep step{"backward", "", "slice_backward", {}, {}};
  for (const SourceCell& input : context.layout.sources.front()) {
    if (context.job.constant()) break;
    work.add(input.tile, copy_input_call(context, input));
    work.add(input.tile, transpose_call(context, input));
  }
  for (std::uint32_t layer = 0; layer < job.last_layer(); ++layer) read_again(context, layer, work);
  std::vector<arch::Transfer> transfers;
  for (std::uint32_t layer = context.job.hoists() ? 1 : 0; layer < job.network.layers(); ++layer) {
    std::ranges::move(transposed_transfers(context, layer), std::back_inserter(transfers));
  }
  step.exchange.push_back(std::move(transfers));
  if (job.each_step_loss()) add_loss_gradient(context, work, step);
  step.work = work.take();
  return step;
}

std::vector<Superstep> dense_backward_steps(const DenseContext& context, std::uint32_t layer) {
  const ProductLayout& p = context.layout.products[layer];
  WorkTable work;
  for (const ProductTile& at : product_tiles(context, p)) {
    add_weight_gradient(context, p, at, work);
    if (layer > 0) add_input_gradient(context, p, at, work);
  }
  std::vector<Superstep> steps{neuron_superstep(context, layer)};
  Superstep products{"backward", layer_label(layer), "gradients", work.take(), {}};
  if (layer == 0) {
    steps.push_back(std::move(products));
    return steps;
  }
  std::ranges::move(
      summed(context, std::move(products), "reduce_gradient", backward_sums(context, layer)),
      std::back_inserter(steps));
  return steps;
}

}  // namespace bspike::kernels::dense
