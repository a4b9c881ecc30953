// Owns what layers send to the tiles of products, and what the output layer and the loss exchange:
// the samples that a cell and a part of the product have in common.
#include "kernels/dense/dense_steps.hpp"

namespace bspike::kernels::dense {
namespace {

constexpr std::uint32_t kRowBytes = 64;  // of 16 f32 elements

std::uint32_t group_of(const DenseContext& context, std::size_t count, const auto& tile) {
  std::vector<arch::TileId> tiles;
  for (std::size_t i = 0; i < count; ++i) tiles.push_back(tile(i));
  return context.groups.intern(std::move(tiles));
}

// The tiles of a projection that share a part of samples and of inputs, or of outputs.
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

// Pieces at equal distances, where there is more than one.
void lay_out(arch::Transfer& transfer, std::uint32_t piece, std::uint32_t stride) {
  if (transfer.bytes == piece || piece == stride) return;
  transfer.piece_bytes = piece;
  transfer.piece_stride = stride;
}

// A part of a product's samples, where they begin in it, and who hears them.
struct Receiver {
  Range samples;
  std::uint32_t group = 0;
};

// Rows of 32 bytes: both halves of a row at once where the whole cell is sent.
void send_panels(const DenseContext& context, const ProductLayout& p, const SourceCell& source,
                 const Receiver& to, std::uint32_t block, std::vector<arch::Transfer>& transfers) {
  const Range rows = common_range(source.samples, to.samples);
  if (rows.count == 0) return;
  const std::uint32_t halves = context.job.passes_a_block();
  const std::uint32_t piece = rows.count * kMatrixInputBytes;
  const std::uint32_t stride = p.samples * kMatrixInputBytes;
  const bool whole = rows.count == source.room;
  for (std::uint32_t half = 0; half < (whole ? 1 : halves); ++half) {
    const std::uint32_t from = half * source.room + rows.first - source.samples.first;
    const std::uint32_t place = (block * halves + half) * p.samples + rows.first - to.samples.first;
    arch::Transfer transfer{source.tile, to.group, source.panels + from * kMatrixInputBytes,
                            p.source + place * kMatrixInputBytes, (whole ? halves : 1) * piece};
    lay_out(transfer, piece, stride);
    transfers.push_back(transfer);
  }
}

// A piece for each pass over samples.
void send_transposed(const DenseContext& context, const ProductLayout& p, const SourceCell& source,
                     const Receiver& to, std::uint32_t block,
                     std::vector<arch::Transfer>& transfers) {
  const std::uint32_t unit = context.job.pass_inputs();
  const Range cell{source.samples.first / unit, source.room / unit};
  const Range part{to.samples.first / unit, context.job.room(to.samples.count) / unit};
  const Range passes = common_range(cell, part);
  if (passes.count == 0) return;
  const std::uint32_t place = (passes.first - part.first) * p.input_blocks + block;
  arch::Transfer transfer{
      source.tile, to.group, source.transposed + (passes.first - cell.first) * kMatrixBlockBytes,
      p.transposed_source + place * kMatrixBlockBytes, passes.count * kMatrixBlockBytes};
  lay_out(transfer, kMatrixBlockBytes, p.input_blocks * kMatrixBlockBytes);
  transfers.push_back(transfer);
}

// What all cells below a layer send to its product.
template <class SendFn>
std::vector<arch::Transfer> source_pieces(const DenseContext& context, std::uint32_t layer,
                                          const SendFn& send) {
  const ProductLayout& p = context.layout.products[layer];
  const std::vector<SourceCell>& sources = context.layout.sources[layer];
  std::vector<arch::Transfer> transfers;
  for (std::size_t part = 0; part < p.grid.inputs.size(); ++part) {
    const Range& inputs = p.grid.inputs[part];
    for (std::uint32_t local = 0; local < inputs.count; ++local) {
      for (std::size_t cut = 0; cut < context.job.cuts[layer].size(); ++cut) {
        const std::size_t cell = cell_index(context, layer, inputs.first + local, cut);
        for (std::size_t s = 0; s < p.grid.samples.size(); ++s) {
          const Receiver to{samples_in(context, p.grid.samples[s]),
                            input_group(context, p, s, part)};
          send(context, p, sources[cell], to, local, transfers);
        }
      }
    }
  }
  return transfers;
}

// Rows that a cell of the output layer and a tile of the loss share, as byte offsets.
struct LossRows {
  std::uint32_t in_cell = 0, in_loss = 0, bytes = 0;
};

template <class RowsFn>
void for_loss_rows(const DenseContext& context, const RowsFn& rows_fn) {
  const std::uint32_t level = context.job.base.network.layers();
  for (const LossPart& part : context.layout.losses) {
    for (std::size_t block = 0; block < part.loss.block_offsets.size(); ++block) {
      for (std::size_t cut = 0; cut < context.job.cuts[level].size(); ++cut) {
        const SliceLayout& slice =
            context.layout.base.layers.back().slices[cell_index(context, level, block, cut)];
        const Range cell{slice.slice.first_sample, slice.slice.samples};
        const Range rows = common_range(cell, part.samples);
        if (rows.count == 0) continue;
        rows_fn(part.loss, slice,
                {(rows.first - cell.first) * kRowBytes,
                 part.loss.block_offsets[block] + (rows.first - part.samples.first) * kRowBytes,
                 rows.count * kRowBytes});
      }
    }
  }
}

}  // namespace

std::vector<arch::Transfer> source_transfers(const DenseContext& context, std::uint32_t layer) {
  return source_pieces(context, layer, send_panels);
}

std::vector<arch::Transfer> transposed_transfers(const DenseContext& context, std::uint32_t layer) {
  return source_pieces(context, layer, send_transposed);
}

std::vector<arch::Transfer> current_transfers(const DenseContext& context, std::uint32_t layer) {
  const ProductLayout& p = context.layout.products[layer];
  const std::uint32_t row = kBlock * context.job.element_bytes();
  std::vector<arch::Transfer> transfers;
  for (std::size_t part = 0; part < p.grid.outputs.size(); ++part) {
    const Range& outputs = p.grid.outputs[part];
    for (std::uint32_t local = 0; local < outputs.count; ++local) {
      for (std::size_t cut = 0; cut < context.job.cuts[layer + 1].size(); ++cut) {
        const std::size_t cell = cell_index(context, layer + 1, outputs.first + local, cut);
        const Slice& slice = context.layout.base.layers[layer].slices[cell].slice;
        const std::uint32_t from = context.layout.cells[layer][cell].gradient_rows;
        for (std::size_t s = 0; s < p.grid.samples.size(); ++s) {
          const Range samples = samples_in(context, p.grid.samples[s]);
          const Range rows = common_range({slice.first_sample, slice.samples}, samples);
          if (rows.count == 0) continue;
          const std::uint32_t place = local * p.samples + rows.first - samples.first;
          transfers.push_back({slice.tile, output_group(context, p, s, part),
                               from + (rows.first - slice.first_sample) * row,
                               p.current_gradient + place * row, rows.count * row});
        }
      }
    }
  }
  return transfers;
}

std::vector<arch::Transfer> loss_source_transfers(const DenseContext& context) {
  std::vector<arch::Transfer> transfers;
  for_loss_rows(context, [&](const LossLayout& loss, const SliceLayout& slice, const LossRows& at) {
    transfers.push_back({slice.slice.tile, context.groups.single(loss.tile),
                         slice.loss_record + at.in_cell, loss.source + at.in_loss, at.bytes});
  });
  return transfers;
}

std::vector<arch::Transfer> loss_gradient_transfers(const DenseContext& context) {
  std::vector<arch::Transfer> transfers;
  for_loss_rows(context, [&](const LossLayout& loss, const SliceLayout& slice, const LossRows& at) {
    transfers.push_back({loss.tile, context.groups.single(slice.slice.tile),
                         loss.gradient_send + at.in_loss, slice.loss_gradient + at.in_cell,
                         at.bytes});
  });
  return transfers;
}

}  // namespace bspike::kernels::dense
