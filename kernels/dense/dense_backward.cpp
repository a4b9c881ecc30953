// Owns the supersteps of the backward pass: what a time step reads again, a layer's time step, the
// update. In f16, gradients of currents are multiplied by the mapping's gradient_scale before they
// are rounded, and what comes of them is divided by it in f32.
#include <algorithm>

#include "kernels/dense/dense_steps.hpp"

namespace bspike::kernels::dense {
namespace {

constexpr std::uint32_t kRowBytes = 64;  // of 16 f32 elements

float gradient_scale(const DenseContext& context) {
  return static_cast<float>(context.job.base.mapping.gradient_scale);
}

Call transpose_call(const DenseContext& context, const SourceBlock& source) {
  const bool half = context.job.half;
  return call_of(half ? "transpose_f16" : "transpose_f32",
                 {{"blocks", context.job.sample_blocks() * 2},
                  {"source", source.rows},
                  {"destination", source.transposed},
                  {"pair_stride", half ? kMatrixBlockBytes : 2 * kMatrixBlockBytes},
                  {"half_offset", half ? kMatrixInputBytes / 2 : kMatrixBlockBytes},
                  {"row_stride", kMatrixInputBytes}});
}

// Transposed inputs of a layer to the tiles of its product; a piece for each pass over samples.
void add_transposed_transfers(const DenseContext& context, std::uint32_t layer,
                              std::vector<arch::Transfer>& transfers) {
  const ProductLayout& p = context.layout.products[layer];
  const std::uint32_t halves = context.job.passes_a_block();
  for (std::size_t part = 0; part < p.grid.inputs.size(); ++part) {
    const Range& inputs = p.grid.inputs[part];
    for (std::uint32_t local = 0; local < inputs.count; ++local) {
      const SourceBlock& source = context.layout.sources[layer][inputs.first + local];
      for (std::size_t s = 0; s < p.grid.samples.size(); ++s) {
        const std::uint32_t passes = p.grid.samples[s].count * halves;
        arch::Transfer transfer{
            source.tile, input_group(context, p, s, part),
            source.transposed + p.grid.samples[s].first * halves * kMatrixBlockBytes,
            p.transposed_source + local * kMatrixBlockBytes, passes * kMatrixBlockBytes};
        if (passes > 1 && p.input_blocks > 1) {
          transfer.piece_bytes = kMatrixBlockBytes;
          transfer.piece_stride = p.input_blocks * kMatrixBlockBytes;
        }
        transfers.push_back(transfer);
      }
    }
  }
}

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
  const LossLayout& loss = context.layout.base.loss;
  work.add(loss.tile, call_of("copy_slice", {{"source_base", loss.gradient},
                                             {"stride", loss.source_bytes},
                                             {"counter", context.layout.base.counter},
                                             {"divisor", 1},
                                             {"destination", loss.gradient_send},
                                             {"pairs", loss.source_bytes / 8}}));
  step.exchange.push_back(loss_gradient_transfers(context.base()));
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

// Gradients of the currents to the tiles of the product.
std::vector<arch::Transfer> current_transfers(const DenseContext& context, std::uint32_t layer) {
  const ProductLayout& p = context.layout.products[layer];
  const std::uint32_t row = kBlock * context.job.element_bytes();
  std::vector<arch::Transfer> transfers;
  for (std::size_t part = 0; part < p.grid.outputs.size(); ++part) {
    const Range& outputs = p.grid.outputs[part];
    for (std::uint32_t local = 0; local < outputs.count; ++local) {
      const std::uint32_t slice = outputs.first + local;
      const std::uint32_t from = context.layout.gradient_halves[layer][slice];
      for (std::size_t s = 0; s < p.grid.samples.size(); ++s) {
        const Range& samples = p.grid.samples[s];
        transfers.push_back({context.layout.base.layers[layer].slices[slice].slice.tile,
                             output_group(context, p, s, part), from + samples.first * kBlock * row,
                             p.current_gradient + local * p.samples * row,
                             samples.count * kBlock * row});
      }
    }
  }
  return transfers;
}

Superstep neuron_superstep(const DenseContext& context, std::uint32_t layer) {
  const Job& job = context.job.base;
  const auto& slices = context.layout.base.layers[layer].slices;
  const bool scaled = context.job.half && layer < job.last_layer();
  WorkTable work;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const SliceLayout& slice = slices[i];
    const arch::TileId tile = slice.slice.tile;
    if (scaled) {
      work.add(tile,
               scale_call(context.job.batch(), slice.spike_gradient, 1 / gradient_scale(context)));
    }
    work.add(tile, neuron_call(context, slice));
    if (job.network.projection(layer).bias) {
      work.add(tile, call_of("bias_gradient", {{"bias_gradient", slice.gradient},
                                               {"planes", slice.planes},
                                               {"batch", context.job.batch()},
                                               {"current_gradient", slice.current_gradient}}));
    }
    if (context.job.half) {
      work.add(tile,
               narrow_call(context.job.batch(), slice.current_gradient,
                           context.layout.gradient_halves[layer][i], gradient_scale(context)));
    }
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
      const SliceLayout& slice =
          context.layout.base.layers[layer - 1].slices[at.inputs.first + block];
      const std::uint32_t row = at.samples.first * kBlock;
      sums.owners.push_back({slice.slice.tile, slice.spike_gradient + row * kRowBytes, 0});
    }
    result.push_back(std::move(sums));
  }
  return result;
}

Call optimizer_call(const DenseContext& context, std::uint32_t pairs, std::uint32_t parameters,
                    std::uint32_t gradient, const std::vector<std::uint32_t>& states) {
  const NetworkCodelets& codelets = context.job.base.codelets;
  std::vector<NamedWord> words{{"pairs", pairs},
                               {"parameters", parameters},
                               {"gradient", gradient},
                               {"scalars", context.layout.base.scalars}};
  for (std::size_t i = 0; i < states.size(); ++i) {
    words.push_back({codelets.optimizer_states[i], states[i]});
  }
  return call_of(codelets.optimizer, words, &codelets.optimizer_numbers);
}

void add_update(const DenseContext& context, const ProductLayout& p, const ProductTile& at,
                WorkTable& work) {
  const Range rows = updated_rows(p, at.sample);
  if (rows.count == 0) return;
  if (p.grid.samples.size() > 1) {
    work.add(at.tile, call_of("reduce_blocks", {{"pairs", rows.count * (kRowBytes / 8)},
                                                {"source", p.gradient_gathered},
                                                {"blocks", p.grid.samples.size()},
                                                {"block_stride", p.update_rows() * kRowBytes},
                                                {"destination", p.gradient_sum}}));
  }
  if (context.job.half) {
    work.add(at.tile, scale_call(rows.count, p.gradient_sum, 1 / gradient_scale(context)));
  }
  work.add(at.tile,
           optimizer_call(context, rows.count * (kRowBytes / 8), p.weights + rows.first * kRowBytes,
                          p.gradient_sum, p.optimizer_states));
}

// Each tile's share of the gradient from all parts of samples.
void add_gradient_transfers(const DenseContext& context, const ProductLayout& p,
                            std::vector<arch::Transfer>& transfers) {
  const std::size_t parts = p.grid.samples.size();
  if (parts == 1) return;
  for (const ProductTile& at : product_tiles(context, p)) {
    for (std::size_t round = 0; round < parts; ++round) {
      const std::size_t to = (at.sample + round) % parts;
      const Range rows = updated_rows(p, to);
      if (rows.count == 0) continue;
      const arch::TileId owner = p.tile(to, at.input, at.output);
      transfers.push_back({at.tile, context.groups.single(owner),
                           p.gradient + rows.first * kRowBytes,
                           p.gradient_gathered + word(at.sample) * p.update_rows() * kRowBytes,
                           rows.count * kRowBytes});
    }
  }
}

void add_weight_transfers(const DenseContext& context, const ProductLayout& p,
                          std::vector<arch::Transfer>& transfers) {
  const std::size_t parts = p.grid.samples.size();
  if (parts == 1) return;
  for (const ProductTile& at : product_tiles(context, p)) {
    const Range rows = updated_rows(p, at.sample);
    if (rows.count == 0) continue;
    std::vector<arch::TileId> others;
    for (std::size_t s = 0; s < parts; ++s) {
      if (s != at.sample) others.push_back(p.tile(s, at.input, at.output));
    }
    const std::uint32_t address = p.weights + rows.first * kRowBytes;
    transfers.push_back({at.tile, context.groups.intern(std::move(others)), address, address,
                         rows.count * kRowBytes});
  }
}

void add_bias_updates(const DenseContext& context, std::uint32_t layer, WorkTable& work) {
  if (!context.job.base.network.projection(layer).bias) return;
  for (const SliceLayout& slice : context.layout.base.layers[layer].slices) {
    work.add(slice.slice.tile, optimizer_call(context, kRowBytes / 8, slice.parameters,
                                              slice.gradient, slice.optimizer_states));
  }
}

}  // namespace

Range updated_rows(const ProductLayout& product, std::size_t sample_part) {
  const std::uint32_t first =
      std::min(product.weight_rows(), word(sample_part) * product.update_rows());
  return {first, std::min(product.weight_rows(), first + product.update_rows()) - first};
}

std::vector<Superstep> spread_weights(const DenseContext& context) {
  std::vector<arch::Transfer> transfers;
  for (const ProductLayout& p : context.layout.products) {
    add_weight_transfers(context, p, transfers);
  }
  if (transfers.empty()) return {};
  Superstep step{"forward", "", "spread_weights", {}, {}};
  step.exchange.push_back(std::move(transfers));
  return {std::move(step)};
}

Superstep dense_backward_input(const DenseContext& context) {
  const Job& job = context.job.base;
  const std::uint32_t batch = context.job.batch();
  WorkTable work;
  Superstep step{"backward", "", "slice_backward", {}, {}};
  for (const SourceBlock& input : context.layout.sources.front()) {
    work.add(input.tile, call_of("copy_slice", {{"source_base", input.store},
                                                {"stride", batch * kRowBytes},
                                                {"counter", context.layout.base.counter},
                                                {"divisor", 1},
                                                {"destination", input.rows},
                                                {"pairs", batch * kRowBytes / 8}}));
    work.add(input.tile, transpose_call(context, input));
  }
  for (std::uint32_t layer = 0; layer < job.last_layer(); ++layer) read_again(context, layer, work);
  std::vector<arch::Transfer> transfers;
  for (std::uint32_t layer = 0; layer < job.network.layers(); ++layer) {
    add_transposed_transfers(context, layer, transfers);
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

std::vector<Superstep> dense_update_steps(const DenseContext& context) {
  WorkTable work;
  std::vector<arch::Transfer> gradients;
  for (std::uint32_t layer = 0; layer < context.job.base.network.layers(); ++layer) {
    const ProductLayout& p = context.layout.products[layer];
    for (const ProductTile& at : product_tiles(context, p)) add_update(context, p, at, work);
    add_gradient_transfers(context, p, gradients);
    add_bias_updates(context, layer, work);
  }
  Superstep update{"update", "", "update", work.take(), {}};
  if (gradients.empty()) return {std::move(update)};
  Superstep gather{"update", "", "gather_gradient", {}, {}};
  gather.exchange.push_back(std::move(gradients));
  return {std::move(gather), std::move(update)};
}

}  // namespace bspike::kernels::dense
