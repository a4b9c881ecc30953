// Owns the host streams of a dense step on the matrix unit.
#include "kernels/dense/dense_tables.hpp"

namespace bspike::kernels::dense {
namespace {

constexpr std::uint32_t kRowBytes = 64;  // of 16 f32 elements

// Blocks of 16 inputs; in each all time steps and samples, or the samples of a constant input.
arch::StreamInfo input_stream(const DenseContext& context) {
  const bool constant = context.job.constant();
  arch::StreamInfo stream{constant ? "input.constant" : "input.dense", true, {}};
  const std::uint32_t steps = constant ? 1 : context.job.base.network.time_steps;
  const std::uint32_t row = constant ? kRowBytes / 2 : kRowBytes;
  const std::vector<SourceCell>& cells = context.layout.sources.front();
  const std::size_t parts = context.job.cuts.front().size();
  for (std::size_t first = 0; first < cells.size(); first += parts) {
    for (std::uint32_t t = 0; t < steps; ++t) {
      for (std::size_t part = 0; part < parts; ++part) {
        const SourceCell& cell = cells[first + part];
        const std::uint32_t bytes = cell.samples.count * row;
        stream.pieces.push_back({context.groups.single(cell.tile), cell.store + t * bytes, bytes});
      }
    }
  }
  return stream;
}

arch::StreamInfo loss_stream(const DenseContext& context, const char* name, bool to_chip,
                             std::uint32_t (*address)(const LossLayout&)) {
  arch::StreamInfo stream{name, to_chip, {}};
  for (const LossPart& part : context.layout.losses) {
    stream.pieces.push_back(
        {context.groups.single(part.loss.tile), address(part.loss), part.samples.count * 4});
  }
  return stream;
}

// For `steps` slots from `address` of each cell on, for b: the outputs.
arch::StreamInfo output_stream(const DenseContext& context, const char* name, std::uint32_t steps,
                               std::uint32_t (*address)(const SliceLayout&, const CellLayout&)) {
  arch::StreamInfo stream{name, false, {}};
  const auto& slices = context.layout.base.layers.back().slices;
  const auto& cells = context.layout.cells.back();
  const std::vector<Range>& cuts = context.job.cuts.back();
  for (std::uint32_t t = 0; t < steps; ++t) {
    for (std::size_t part = 0; part < cuts.size(); ++part) {
      for (std::uint32_t b = 0; b < cuts[part].count; ++b) {
        for (std::size_t i = part; i < slices.size(); i += cuts.size()) {
          const SliceLayout& slice = slices[i];
          stream.pieces.push_back(
              {context.groups.single(slice.slice.tile),
               address(slice, cells[i]) + t * word(slice.step_bytes) + b * kRowBytes,
               slice.slice.neurons * 4});
        }
      }
    }
  }
  return stream;
}

}  // namespace

void add_streams(const DenseContext& context, arch::Image& image) {
  const Layout& base = context.layout.base;
  image.streams.push_back(input_stream(context));
  if (context.job.base.training()) {
    image.streams.push_back(
        loss_stream(context, "labels", true, [](const LossLayout& loss) { return loss.labels; }));
  }
  if (base.scalar_bytes > 0) {
    image.streams.push_back(
        {"optimizer.scalars",
         true,
         {{context.groups.intern(context.layout.update_tiles), base.scalars, base.scalar_bytes}}});
  }
  if (!context.job.returns_spikes()) {
    image.streams.push_back(
        output_stream(context, "output.counts", 1,
                      [](const SliceLayout& slice, const CellLayout&) { return slice.count; }));
    return;
  }
  image.streams.push_back(
      output_stream(context, "output.spikes", context.job.base.network.time_steps,
                    [](const SliceLayout&, const CellLayout& cell) { return cell.returned; }));
  image.streams.push_back(
      loss_stream(context, "output.loss", false, [](const LossLayout& loss) { return loss.loss; }));
}

}  // namespace bspike::kernels::dense
