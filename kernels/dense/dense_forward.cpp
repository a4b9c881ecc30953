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

void zero_slice(const DenseContext& context, const SliceLayout& slice, const CellLayout& cell,
                WorkTable& work) {
  const Job& job = context.job.base;
  const arch::TileId tile = slice.slice.tile;
  if (slice.count != 0) add_zero(work, tile, slice.count, slice.step_bytes);
  if (cell.membranes != 0) add_zero(work, tile, slice.loss_record, slice.step_bytes);
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
      sums.owners.push_back(sum_owners(context, layer, at.outputs.first + block,
                                       samples_in(context, at.samples),
                                       [](const SliceLayout& slice) { return slice.current; }));
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

void add_bias(const DenseContext& context, const SliceLayout& slice, WorkTable& work) {
  if (!context.job.base.network.projection(slice.slice.layer).bias) return;
  work.add(slice.slice.tile, call_of("add_bias_rows", {{"rows", slice.slice.samples},
                                                       {"values", slice.current},
                                                       {"bias", slice.parameters}}));
}

// What is kept of the outputs of a time step.
void add_output(const DenseContext& context, const SliceLayout& slice, const CellLayout& cell,
                WorkTable& work) {
  const arch::TileId tile = slice.slice.tile;
  const StepContext base = context.base();
  if (slice.count != 0) work.add(tile, count_call(slice));
  if (cell.returned != 0) work.add(tile, keep_call(base, slice, slice.spikes, cell.returned));
  if (cell.membranes == 0) return;
  work.add(tile, fetch_call(base, slice, slice.history + word(slice.slot_bytes), slice.slot_bytes,
                            cell.membranes));
  work.add(tile, call_of("count_spikes", {{"pairs", slice.step_pairs()},
                                          {"spikes", cell.membranes},
                                          {"count", slice.loss_record}}));
}

Superstep neuron_superstep(const DenseContext& context, std::uint32_t layer) {
  const Job& job = context.job.base;
  const LayerLayout& made = context.layout.base.layers[layer];
  const bool last = layer == job.last_layer();
  WorkTable work;
  for (std::size_t i = 0; i < made.slices.size(); ++i) {
    const SliceLayout& slice = made.slices[i];
    if (layer > 0 || !context.job.hoists()) add_bias(context, slice, work);
    work.add(slice.slice.tile, neuron_call(context, slice));
    if (last) {
      add_output(context, slice, context.layout.cells[layer][i], work);
    } else {
      work.add(slice.slice.tile, panels_call(context, context.layout.sources[layer + 1][i]));
    }
  }
  Superstep step{"forward", layer_label(layer), "forward", work.take(), {}};
  if (!last) {
    step.exchange.push_back(source_transfers(context, layer + 1));
  } else if (job.training() && job.each_step_loss()) {
    step.exchange.push_back(loss_source_transfers(context));
  }
  return step;
}

// The sums of a layer's product, as they arrive at its cells.
std::vector<Superstep> product_supersteps(const DenseContext& context, std::uint32_t layer) {
  const ProductLayout& p = context.layout.products[layer];
  WorkTable work;
  for (const ProductTile& at : product_tiles(context, p)) add_product(context, p, at, work);
  return summed(context, {"forward", layer_label(layer), "product", work.take(), {}}, "reduce",
                forward_sums(context, layer));
}

// What products read of a constant input, for all time steps.
Superstep convert_input(const DenseContext& context) {
  const bool training = context.job.base.training();
  WorkTable work;
  for (const SourceCell& input : context.layout.sources.front()) {
    if (training || !context.job.half) {
      work.add(input.tile, call_of("widen_f16", {{"pairs", input.room * (kBlock / 4)},
                                                 {"source", input.store},
                                                 {"destination", input.rows}}));
    }
    if (!context.job.half) work.add(input.tile, panels_call(context, input));
    if (training) work.add(input.tile, transpose_call(context, input));
  }
  return {"forward", "", "convert_input", work.take(), {}};
}

}  // namespace

Superstep dense_zero(const DenseContext& context) {
  const Job& job = context.job.base;
  WorkTable work;
  for (std::uint32_t layer = 0; layer < job.network.layers(); ++layer) {
    const auto& slices = context.layout.base.layers[layer].slices;
    for (std::size_t i = 0; i < slices.size(); ++i) {
      zero_slice(context, slices[i], context.layout.cells[layer][i], work);
    }
    prepare_product(context, layer, work);
  }
  for (const LossPart& part : context.layout.losses) {
    if (!job.each_step_loss()) break;
    add_zero(work, part.loss.tile, part.loss.loss, (part.samples.count + 1) / 2 * 8);
  }
  return {"forward", "", "zero", work.take(), {}};
}

// Hoisted, the currents with their bias wait at the first layer's cells, and the transposed input
// at the tiles of the product.
std::vector<Superstep> dense_prepare(const DenseContext& context) {
  if (!context.job.constant()) return {};
  std::vector<Superstep> steps{convert_input(context)};
  if (!context.job.hoists()) return steps;
  std::vector<arch::Transfer> transfers = source_transfers(context, 0);
  if (context.job.base.training()) {
    std::ranges::move(transposed_transfers(context, 0), std::back_inserter(transfers));
  }
  steps.front().exchange.push_back(std::move(transfers));
  std::ranges::move(product_supersteps(context, 0), std::back_inserter(steps));
  if (!context.job.base.network.projection(0).bias) return steps;
  WorkTable work;
  for (const SliceLayout& slice : context.layout.base.layers.front().slices) {
    add_bias(context, slice, work);
  }
  steps.push_back({"forward", layer_label(0), "hoisted_bias", work.take(), {}});
  return steps;
}

Superstep dense_input(const DenseContext& context) {
  WorkTable work;
  for (const SourceCell& input : context.layout.sources.front()) {
    if (context.job.constant()) break;
    work.add(input.tile, copy_input_call(context, input));
    work.add(input.tile, panels_call(context, input));
  }
  Superstep step{"forward", "", "slice_input", work.take(), {}};
  step.exchange.push_back(source_transfers(context, 0));
  return step;
}

std::vector<Superstep> dense_forward_steps(const DenseContext& context, std::uint32_t layer) {
  std::vector<Superstep> steps;
  if (layer > 0 || !context.job.hoists()) steps = product_supersteps(context, layer);
  steps.push_back(neuron_superstep(context, layer));
  return steps;
}

}  // namespace bspike::kernels::dense
