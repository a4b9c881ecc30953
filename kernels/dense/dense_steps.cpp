// Owns the list of supersteps of a dense step, and how partial sums come together.
#include "kernels/dense/dense_steps.hpp"

#include <algorithm>
#include <bit>

namespace bspike::kernels::dense {
namespace {

constexpr std::uint32_t kRowBytes = 64;  // of 16 f32 elements

// Rows of a tile's share of the sums.
Range chunk_rows(const SumParts& sums, std::size_t part) {
  const std::uint32_t first = std::min(sums.rows, word(part) * sums.chunk);
  return {first, std::min(sums.rows, first + sums.chunk) - first};
}

std::uint32_t float_bits(float value) { return std::bit_cast<std::uint32_t>(value); }

std::uint32_t group_of(const DenseContext& context, std::size_t count, const auto& tile) {
  std::vector<arch::TileId> tiles;
  for (std::size_t i = 0; i < count; ++i) tiles.push_back(tile(i));
  return context.groups.intern(std::move(tiles));
}

}  // namespace

std::vector<ProductTile> product_tiles(const DenseContext& context, const ProductLayout& product) {
  std::vector<ProductTile> result;
  const Grid& grid = product.grid;
  for (std::size_t s = 0; s < grid.samples.size(); ++s) {
    const std::uint32_t first = grid.samples[s].first * kBlock;
    const std::uint32_t rows =
        std::min(context.job.batch(), first + grid.samples[s].count * kBlock) - first;
    for (std::size_t i = 0; i < grid.inputs.size(); ++i) {
      for (std::size_t o = 0; o < grid.outputs.size(); ++o) {
        result.push_back({product.tile(s, i, o), s, i, o, grid.samples[s], grid.inputs[i],
                          grid.outputs[o], rows});
      }
    }
  }
  return result;
}

std::uint32_t input_group(const DenseContext& context, const ProductLayout& product,
                          std::size_t sample, std::size_t input) {
  return group_of(context, product.grid.outputs.size(),
                  [&](std::size_t o) { return product.tile(sample, input, o); });
}

std::uint32_t output_group(const DenseContext& context, const ProductLayout& product,
                           std::size_t sample, std::size_t output) {
  return group_of(context, product.grid.inputs.size(),
                  [&](std::size_t i) { return product.tile(sample, i, output); });
}

void add_passes(const DenseContext& context, arch::TileId tile,
                const std::vector<MatrixPass>& first, const std::vector<MatrixPass>& others,
                WorkTable& work) {
  const std::uint32_t workers = context.job.base.machine.worker.contexts;
  const bool half = context.job.half;
  if (!first.empty()) {
    work.add(tile, {half ? "matrix_mixed" : "matrix_f32", matrix_words(first, workers), true});
  }
  if (others.empty()) return;
  work.add(tile,
           {half ? "matrix_mixed_add" : "matrix_f32_add", matrix_words(others, workers), true});
}

Call panels_call(const DenseContext& context, std::uint32_t rows, std::uint32_t source,
                 std::uint32_t destination, std::uint32_t panel_bytes) {
  if (context.job.half) return narrow_call(rows, source, destination, 1.0F);
  return call_of("panels_f32", {{"rows", rows},
                                {"source", source},
                                {"destination", destination},
                                {"panel_bytes", panel_bytes}});
}

Call narrow_call(std::uint32_t rows, std::uint32_t source, std::uint32_t destination, float scale) {
  return call_of("narrow_f16", {{"pairs", rows * (kBlock / 4)},
                                {"source", source},
                                {"destination", destination},
                                {"scale", float_bits(scale)}});
}

Call scale_call(std::uint32_t rows, std::uint32_t values, float factor) {
  return call_of(
      "scale_pairs",
      {{"pairs", rows * (kBlock / 2)}, {"values", values}, {"factor", float_bits(factor)}});
}

// In rounds, so that sources meet at a receiver as little as can be.
void scatter_partials(const DenseContext& context, const SumParts& sums,
                      std::vector<arch::Transfer>& transfers) {
  const std::size_t parts = sums.tiles.size();
  for (std::size_t round = 0; round < parts; ++round) {
    for (std::size_t from = 0; from < parts; ++from) {
      const std::size_t to = (from + round) % parts;
      const Range rows = chunk_rows(sums, to);
      if (rows.count == 0) continue;
      const std::uint32_t group = context.groups.single(sums.tiles[to]);
      for (std::uint32_t block = 0; block < sums.blocks; ++block) {
        const std::uint32_t place = (word(from) * sums.block_room + block) * sums.chunk;
        transfers.push_back({sums.tiles[from], group,
                             sums.partial + (block * sums.samples + rows.first) * kRowBytes,
                             sums.gathered + place * kRowBytes, rows.count * kRowBytes});
      }
    }
  }
}

void reduce_partials(const SumParts& sums, WorkTable& work) {
  for (std::size_t part = 0; part < sums.tiles.size(); ++part) {
    if (chunk_rows(sums, part).count == 0) continue;
    work.add(sums.tiles[part],
             call_of("reduce_blocks", {{"pairs", sums.blocks * sums.chunk * (kRowBytes / 8)},
                                       {"source", sums.gathered},
                                       {"blocks", sums.tiles.size()},
                                       {"block_stride", sums.block_room * sums.chunk * kRowBytes},
                                       {"destination", sums.sum}}));
  }
}

void gather_sums(const DenseContext& context, const SumParts& sums,
                 std::vector<arch::Transfer>& transfers) {
  const bool single = sums.tiles.size() == 1;
  const std::uint32_t from = single ? sums.partial : sums.sum;
  const std::uint32_t block_rows = single ? sums.samples : sums.chunk;
  for (std::size_t part = 0; part < sums.tiles.size(); ++part) {
    const Range rows = single ? Range{0, sums.rows} : chunk_rows(sums, part);
    if (rows.count == 0) continue;
    for (std::uint32_t block = 0; block < sums.blocks; ++block) {
      const TileBuffer& owner = sums.owners[block];
      transfers.push_back({sums.tiles[part], context.groups.single(owner.tile),
                           from + block * block_rows * kRowBytes,
                           owner.address + rows.first * kRowBytes, rows.count * kRowBytes});
    }
  }
}

std::vector<Superstep> summed(const DenseContext& context, Superstep partials,
                              const std::string& reduce_kind, const std::vector<SumParts>& sums) {
  std::vector<arch::Transfer> transfers;
  if (sums.front().tiles.size() == 1) {
    for (const SumParts& part : sums) gather_sums(context, part, transfers);
    partials.exchange.push_back(std::move(transfers));
    return {std::move(partials)};
  }
  WorkTable work;
  for (const SumParts& part : sums) {
    scatter_partials(context, part, transfers);
    reduce_partials(part, work);
  }
  partials.exchange.push_back(std::move(transfers));
  Superstep reduce{partials.phase, partials.layer, reduce_kind, work.take(), {}};
  transfers.clear();
  for (const SumParts& part : sums) gather_sums(context, part, transfers);
  reduce.exchange.push_back(std::move(transfers));
  return {std::move(partials), std::move(reduce)};
}

DenseSteps dense_steps(const DenseContext& context) {
  DenseSteps steps;
  const Job& job = context.job.base;
  const auto append = [](std::vector<Superstep>& to, std::vector<Superstep> more) {
    std::ranges::move(more, std::back_inserter(to));
  };
  steps.start = spread_weights(context);
  steps.zero = dense_zero(context);
  steps.slice_input.push_back(dense_input(context));
  for (std::uint32_t layer = 0; layer < job.network.layers(); ++layer) {
    append(steps.forward, dense_forward_steps(context, layer));
  }
  if (!job.training()) return steps;
  if (job.each_step_loss()) {
    steps.loss_step.push_back(loss_step_superstep(context.base()));
  } else {
    steps.final_loss = final_loss_supersteps(context.base());
  }
  steps.slice_backward.push_back(dense_backward_input(context));
  for (std::uint32_t layer = 0; layer < job.network.layers(); ++layer) {
    std::vector<Superstep> of_layer = dense_backward_steps(context, layer);
    std::ranges::reverse(of_layer);
    append(steps.backward, std::move(of_layer));
  }
  steps.update = dense_update_steps(context);
  return steps;
}

}  // namespace bspike::kernels::dense
