// Owns the supersteps around the update: gradients of all parts of the samples to those that update
// with them, the update, and what it changed back to all.
#include <algorithm>
#include <span>

#include "kernels/dense/dense_steps.hpp"

namespace bspike::kernels::dense {
namespace {

constexpr std::uint32_t kRowBytes = 64;  // of 16 f32 elements

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

// The cells of a block of neurons, the first of which updates its biases.
struct BlockCells {
  const SliceLayout& owner;
  const CellLayout& sums;
  std::span<const SliceLayout> all;
};

std::vector<BlockCells> bias_blocks(const DenseContext& context, std::uint32_t layer) {
  if (!context.job.base.network.projection(layer).bias) return {};
  const auto& slices = context.layout.base.layers[layer].slices;
  const std::size_t parts = context.job.cuts[layer + 1].size();
  std::vector<BlockCells> result;
  for (std::size_t first = 0; first < slices.size(); first += parts) {
    result.push_back({slices[first], context.layout.cells[layer][first],
                      std::span(slices).subspan(first, parts)});
  }
  return result;
}

void add_bias_updates(const DenseContext& context, std::uint32_t layer, WorkTable& work) {
  for (const BlockCells& block : bias_blocks(context, layer)) {
    const arch::TileId tile = block.owner.slice.tile;
    if (block.all.size() > 1) {
      work.add(tile, call_of("reduce_blocks", {{"pairs", kRowBytes / 8},
                                               {"source", block.sums.bias_gathered},
                                               {"blocks", block.all.size()},
                                               {"block_stride", kRowBytes},
                                               {"destination", block.sums.bias_sum}}));
    }
    work.add(tile, optimizer_call(context, kRowBytes / 8, block.owner.parameters,
                                  block.sums.bias_sum, block.owner.optimizer_states));
  }
}

void add_bias_gradient_transfers(const DenseContext& context, std::uint32_t layer,
                                 std::vector<arch::Transfer>& transfers) {
  for (const BlockCells& block : bias_blocks(context, layer)) {
    if (block.all.size() == 1) continue;
    for (std::size_t part = 0; part < block.all.size(); ++part) {
      transfers.push_back({block.all[part].slice.tile,
                           context.groups.single(block.owner.slice.tile), block.all[part].gradient,
                           block.sums.bias_gathered + word(part) * kRowBytes, kRowBytes});
    }
  }
}

void add_bias_transfers(const DenseContext& context, std::uint32_t layer,
                        std::vector<arch::Transfer>& transfers) {
  for (const BlockCells& block : bias_blocks(context, layer)) {
    for (const SliceLayout& slice : block.all.subspan(1)) {
      transfers.push_back({block.owner.slice.tile, context.groups.single(slice.slice.tile),
                           block.owner.parameters, slice.parameters, kRowBytes});
    }
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
  for (std::uint32_t layer = 0; layer < context.job.base.network.layers(); ++layer) {
    add_weight_transfers(context, context.layout.products[layer], transfers);
    add_bias_transfers(context, layer, transfers);
  }
  if (transfers.empty()) return {};
  Superstep step{"forward", "", "spread_weights", {}, {}};
  step.exchange.push_back(std::move(transfers));
  return {std::move(step)};
}

std::vector<Superstep> dense_update_steps(const DenseContext& context) {
  WorkTable work;
  std::vector<arch::Transfer> gradients;
  for (std::uint32_t layer = 0; layer < context.job.base.network.layers(); ++layer) {
    const ProductLayout& p = context.layout.products[layer];
    for (const ProductTile& at : product_tiles(context, p)) add_update(context, p, at, work);
    add_gradient_transfers(context, p, gradients);
    add_bias_gradient_transfers(context, layer, gradients);
    add_bias_updates(context, layer, work);
  }
  Superstep update{"update", "", "update", work.take(), {}};
  if (gradients.empty()) return {std::move(update)};
  Superstep gather{"update", "", "gather_gradient", {}, {}};
  gather.exchange.push_back(std::move(gradients));
  return {std::move(gather), std::move(update)};
}

}  // namespace bspike::kernels::dense
