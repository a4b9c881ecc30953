// Owns the supersteps of the forward pass: zeroing and the forms of the weights, input, a layer's
// time step.
#include <algorithm>

#include "kernels/dense/dense_steps.hpp"

namespace bspike::kernels::dense {
namespace {

constexpr std::uint32_t kRowBytes = 64;  // of 16 f32 elements

void add_zero(WorkTable& work, arch::TileId tile, std::uint32_t address, std::uint64_t bytes) {
  work.add(tile, call_of("fill_zero", {{"address", address}, {"pairs", bytes / 8}}));
}

void zero_slice(const DenseContext& context, const SliceLayout& slice, WorkTable& work) {
  const Job& job = context.job.base;
  const arch::TileId tile = slice.slice.tile;
  if (slice.slice.layer == job.last_layer()) add_zero(work, tile, slice.count, slice.step_bytes);
  if (!job.training()) return add_zero(work, tile, slice.history, slice.step_bytes);
  add_zero(work, tile, slice.gradient, slice.parameter_bytes);
  add_zero(work, tile, slice.carry, slice.step_bytes);
}

// The weights of each block of outputs, for products with gradients.
void transpose_weights(const DenseContext& context, const ProductLayout& p, arch::TileId tile,
                       WorkTable& work) {
  const std::uint32_t row = kBlock * context.job.element_bytes();
  for (std::uint32_t block = 0; block < p.output_blocks; ++block) {
    work.add(tile, call_of(context.job.half ? "transpose_f16" : "transpose_f32",
                           {{"blocks", p.input_blocks * 2},
                            {"source", p.weights + block * p.input_blocks * kBlock * kRowBytes},
                            {"destination", p.transposed_weights + block * kBlock * row},
                            {"pair_stride", p.output_blocks * kBlock * row},
                            {"half_offset", row / 2},
                            {"row_stride", row}}));
  }
}

void prepare_product(const DenseContext& context, std::uint32_t layer, WorkTable& work) {
  const ProductLayout& p = context.layout.products[layer];
  for (const arch::TileId tile : p.tiles) {
    if (context.job.half) {
      work.add(tile, narrow_call(p.weight_rows(), p.weights, p.half_weights, 1.0F));
    }
    if (!context.job.base.training()) continue;
    add_zero(work, tile, p.gradient, std::uint64_t{p.weight_rows()} * kRowBytes);
    if (layer > 0) transpose_weights(context, p, tile, work);
  }
}

// Panels of the inputs of a layer to the tiles of its product.
std::vector<arch::Transfer> source_transfers(const DenseContext& context, std::uint32_t layer) {
  const ProductLayout& p = context.layout.products[layer];
  const std::uint32_t all = context.job.sample_blocks() * kBlock;
  const std::uint32_t halves = context.job.passes_a_block();
  std::vector<arch::Transfer> transfers;
  for (std::size_t part = 0; part < p.grid.inputs.size(); ++part) {
    const Range& inputs = p.grid.inputs[part];
    for (std::uint32_t local = 0; local < inputs.count; ++local) {
      const SourceBlock& source = context.layout.sources[layer][inputs.first + local];
      for (std::size_t s = 0; s < p.grid.samples.size(); ++s) {
        const Range& samples = p.grid.samples[s];
        const std::uint32_t group = input_group(context, p, s, part);
        for (std::uint32_t half = 0; half < halves; ++half) {
          const std::uint32_t from = half * all + samples.first * kBlock;
          const std::uint32_t to = (local * halves + half) * p.samples;
          transfers.push_back({source.tile, group, source.panels + from * kMatrixInputBytes,
                               p.source + to * kMatrixInputBytes,
                               samples.count * kBlock * kMatrixInputBytes});
        }
      }
    }
  }
  return transfers;
}

void add_product(const DenseContext& context, const ProductLayout& p, const ProductTile& at,
                 WorkTable& work) {
  const std::uint32_t halves = context.job.passes_a_block();
  const std::uint32_t weights = context.job.half ? p.half_weights : p.weights;
  std::vector<MatrixPass> first, others;
  for (std::uint32_t block = 0; block < at.outputs.count; ++block) {
    const std::uint32_t sums = p.partial + block * p.samples * kRowBytes;
    for (std::uint32_t pass = 0; pass < at.inputs.count * halves; ++pass) {
      const std::uint32_t place = block * p.input_blocks * halves + pass;
      (pass == 0 ? first : others)
          .push_back({weights + place * kMatrixBlockBytes,
                      p.source + pass * p.samples * kMatrixInputBytes, sums, sums, at.rows});
    }
  }
  add_passes(context, at.tile, first, others, work);
}

std::vector<SumParts> forward_sums(const DenseContext& context, std::uint32_t layer) {
  const ProductLayout& p = context.layout.products[layer];
  const std::size_t parts = p.grid.inputs.size();
  std::vector<SumParts> result;
  for (const ProductTile& at : product_tiles(context, p)) {
    if (at.input != 0) continue;
    SumParts sums{{},
                  p.partial,
                  p.gathered,
                  p.sum,
                  p.samples,
                  p.chunk(parts),
                  p.output_blocks,
                  at.outputs.count,
                  at.rows,
                  {}};
    for (std::size_t i = 0; i < parts; ++i) sums.tiles.push_back(p.tile(at.sample, i, at.output));
    for (std::uint32_t block = 0; block < at.outputs.count; ++block) {
      const SliceLayout& slice = context.layout.base.layers[layer].slices[at.outputs.first + block];
      const std::uint32_t row = at.samples.first * kBlock;
      sums.owners.push_back({slice.slice.tile, slice.current + row * kRowBytes, 0});
    }
    result.push_back(std::move(sums));
  }
  return result;
}

Call neuron_call(const DenseContext& context, const SliceLayout& slice) {
  const LayerCodelets& codelets = context.job.base.codelets.layers[slice.slice.layer];
  return call_of(codelets.forward,
                 {{"pairs", slice.step_pairs()},
                  {"current", slice.current},
                  {"history_base", slice.history},
                  {"stride", context.job.base.training() ? slice.step_bytes : 0},
                  {"counter", context.layout.base.counter},
                  {"spikes", slice.spikes}},
                 &codelets.numbers);
}

Superstep neuron_superstep(const DenseContext& context, std::uint32_t layer) {
  const Job& job = context.job.base;
  const LayerLayout& made = context.layout.base.layers[layer];
  const bool last = layer == job.last_layer();
  WorkTable work;
  for (std::size_t i = 0; i < made.slices.size(); ++i) {
    const SliceLayout& slice = made.slices[i];
    const arch::TileId tile = slice.slice.tile;
    if (job.network.projection(layer).bias) {
      work.add(tile, call_of("add_bias_rows", {{"rows", context.job.batch()},
                                               {"values", slice.current},
                                               {"bias", slice.parameters}}));
    }
    work.add(tile, neuron_call(context, slice));
    if (last) {
      work.add(tile, count_call(slice));
    } else {
      const SourceBlock& above = context.layout.sources[layer + 1][i];
      work.add(tile, panels_call(context, context.job.batch(), above.rows, above.panels,
                                 context.job.sample_blocks() * kBlock * kMatrixInputBytes));
    }
  }
  Superstep step{"forward", layer_label(layer), "forward", work.take(), {}};
  if (last) {
    send_spikes(context.base(), layer, step);
  } else {
    step.exchange.push_back(source_transfers(context, layer + 1));
  }
  return step;
}

}  // namespace

Superstep dense_zero(const DenseContext& context) {
  const Job& job = context.job.base;
  WorkTable work;
  for (std::uint32_t layer = 0; layer < job.network.layers(); ++layer) {
    for (const SliceLayout& slice : context.layout.base.layers[layer].slices) {
      zero_slice(context, slice, work);
    }
    prepare_product(context, layer, work);
  }
  if (job.training() && job.each_step_loss()) {
    const std::uint32_t bytes = (context.job.batch() + 1) / 2 * 8;
    add_zero(work, context.layout.base.loss.tile, context.layout.base.loss.loss, bytes);
  }
  return {"forward", "", "zero", work.take(), {}};
}

Superstep dense_input(const DenseContext& context) {
  WorkTable work;
  const std::uint32_t batch = context.job.batch();
  for (const SourceBlock& input : context.layout.sources.front()) {
    work.add(input.tile, call_of("copy_slice", {{"source_base", input.store},
                                                {"stride", batch * kRowBytes},
                                                {"counter", context.layout.base.counter},
                                                {"divisor", 1},
                                                {"destination", input.rows},
                                                {"pairs", batch * kRowBytes / 8}}));
    work.add(input.tile, panels_call(context, batch, input.rows, input.panels,
                                     context.job.sample_blocks() * kBlock * kMatrixInputBytes));
  }
  Superstep step{"forward", "", "slice_input", work.take(), {}};
  step.exchange.push_back(source_transfers(context, 0));
  return step;
}

std::vector<Superstep> dense_forward_steps(const DenseContext& context, std::uint32_t layer) {
  const ProductLayout& p = context.layout.products[layer];
  WorkTable work;
  for (const ProductTile& at : product_tiles(context, p)) add_product(context, p, at, work);
  std::vector<Superstep> steps =
      summed(context, {"forward", layer_label(layer), "product", work.take(), {}}, "reduce",
             forward_sums(context, layer));
  steps.push_back(neuron_superstep(context, layer));
  return steps;
}

}  // namespace bspike::kernels::dense
