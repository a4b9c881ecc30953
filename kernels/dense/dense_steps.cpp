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

}  // namespace

std::vector<ProductTile> product_tiles(const DenseContext& context, const ProductLayout& product) {
  std::vector<ProductTile> result;
  const Grid& grid = product.grid;
  for (std::size_t s = 0; s < grid.samples.size(); ++s) {
    const std::uint32_t rows = samples_in(context, grid.samples[s]).count;
    for (std::size_t i = 0; i < grid.inputs.size(); ++i) {
      for (std::size_t o = 0; o < grid.outputs.size(); ++o) {
        result.push_back({product.tile(s, i, o), s, i, o, grid.samples[s], grid.inputs[i],
                          grid.outputs[o], rows});
      }
    }
  }
  return result;
}

Range samples_in(const DenseContext& context, const Range& blocks) {
  return common_range({0, context.job.batch()}, {blocks.first * kBlock, blocks.count * kBlock});
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

Call panels_call(const DenseContext& context, const SourceCell& source) {
  return panels_call(context, source.samples.count, source.rows, source.panels,
                     source.room * kMatrixInputBytes);
}

Call copy_input_call(const DenseContext& context, const SourceCell& source) {
  const std::uint32_t bytes = source.samples.count * kRowBytes;
  return call_of("copy_slice", {{"source_base", source.store},
                                {"stride", bytes},
                                {"counter", context.layout.base.counter},
                                {"divisor", 1},
                                {"destination", source.rows},
                                {"pairs", bytes / 8}});
}

Call transpose_call(const DenseContext& context, const SourceCell& source) {
  const bool half = context.job.half;
  return call_of(half ? "transpose_f16" : "transpose_f32",
                 {{"blocks", source.room / 8},
                  {"source", source.rows},
                  {"destination", source.transposed},
                  {"pair_stride", half ? kMatrixBlockBytes : 2 * kMatrixBlockBytes},
                  {"half_offset", half ? kMatrixInputBytes / 2 : kMatrixBlockBytes},
                  {"row_stride", kMatrixInputBytes}});
}

float gradient_scale(const DenseContext& context) {
  return static_cast<float>(context.job.base.mapping.gradient_scale);
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

std::vector<SumOwner> sum_owners(const DenseContext& context, std::uint32_t layer,
                                 std::size_t block, const Range& samples,
                                 std::uint32_t (*of)(const SliceLayout&)) {
  std::vector<SumOwner> owners;
  for (std::size_t cut = 0; cut < context.job.cuts[layer + 1].size(); ++cut) {
    const SliceLayout& slice =
        context.layout.base.layers[layer].slices[cell_index(context, layer + 1, block, cut)];
    const Range rows = common_range({slice.slice.first_sample, slice.slice.samples}, samples);
    if (rows.count == 0) continue;
    owners.push_back({slice.slice.tile,
                      of(slice) + (rows.first - slice.slice.first_sample) * kRowBytes,
                      {rows.first - samples.first, rows.count}});
  }
  return owners;
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
      for (const SumOwner& owner : sums.owners[block]) {
        const Range sent = common_range(rows, owner.rows);
        if (sent.count == 0) continue;
        const std::uint32_t place = block * block_rows + sent.first - rows.first;
        transfers.push_back(
            {sums.tiles[part], context.groups.single(owner.tile), from + place * kRowBytes,
             owner.address + (sent.first - owner.rows.first) * kRowBytes, sent.count * kRowBytes});
      }
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
  steps.prepare = dense_prepare(context);
  for (std::uint32_t layer = 0; layer < job.network.layers(); ++layer) {
    append(steps.forward, dense_forward_steps(context, layer));
  }
  // A time step begins with its input, or with the first layer where that needs none.
  if (context.job.hoists()) {
    steps.slice_input.push_back(std::move(steps.forward.front()));
    steps.forward.erase(steps.forward.begin());
  } else {
    steps.slice_input.push_back(dense_input(context));
  }
  if (!job.training()) return steps;
  if (job.each_step_loss()) {
    steps.loss_step.push_back(dense_loss_step(context));
  } else {
    steps.final_loss = dense_final_loss(context);
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
