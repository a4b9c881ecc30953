// Owns the host streams of a compiled network.
#include "kernels/training_tables.hpp"

namespace bspike::kernels {
namespace {

arch::StreamInfo input_stream(const Job& job, const Layout& layout, GroupTable& groups,
                              const char* name, std::uint64_t offset, std::uint64_t bytes) {
  arch::StreamInfo stream{name, true, {}};
  const std::size_t tiles = layout.inputs.size();
  for (std::uint32_t t = 0; t < job.network.time_steps; ++t) {
    const InputTileLayout& input = layout.inputs[t % tiles];
    const std::uint64_t record = t / tiles;
    stream.pieces.push_back({groups.single(input.tile),
                             input.store + word(record * layout.record.bytes + offset),
                             word(bytes)});
  }
  return stream;
}

arch::StreamInfo count_stream(const Job& job, const Layout& layout, GroupTable& groups) {
  arch::StreamInfo stream{"output.counts", false, {}};
  for (std::uint32_t b = 0; b < job.network.batch; ++b) {
    for (const SliceLayout& slice : layout.layers.back().slices) {
      stream.pieces.push_back({groups.single(slice.slice.tile), slice.count + b * slice.planes * 8,
                               slice.slice.neurons * 4});
    }
  }
  return stream;
}

}  // namespace

void add_streams(const Job& job, const Layout& layout, GroupTable& groups, arch::Image& image) {
  const std::uint32_t batch = job.network.batch;
  image.streams.push_back(
      input_stream(job, layout, groups, "input.ids", 0, batch * layout.record.id_stride));
  image.streams.push_back(
      input_stream(job, layout, groups, "input.counts", layout.record.counts_offset, batch * 4));
  if (job.training()) {
    image.streams.push_back(
        {"labels", true, {{groups.single(layout.loss.tile), layout.loss.labels, batch * 4}}});
  }
  if (layout.scalar_bytes > 0) {
    image.streams.push_back(
        {"optimizer.scalars",
         true,
         {{groups.intern(layout.neuron_tiles), layout.scalars, layout.scalar_bytes}}});
  }
  image.streams.push_back(count_stream(job, layout, groups));
}

}  // namespace bspike::kernels
