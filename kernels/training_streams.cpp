// Owns the host streams of a compiled network.
#include "kernels/training_tables.hpp"

namespace bspike::kernels {
namespace {

using Layouts = std::span<const Layout>;

// A time step's samples, replica after replica.
arch::StreamInfo input_stream(const Job& job, Layouts layouts, GroupTable& groups, const char* name,
                              std::uint64_t offset, std::uint64_t bytes) {
  arch::StreamInfo stream{name, true, {}};
  for (std::uint32_t t = 0; t < job.network.time_steps; ++t) {
    for (const Layout& layout : layouts) {
      const std::size_t tiles = layout.inputs.size();
      const InputTileLayout& input = layout.inputs[t % tiles];
      const std::uint64_t record = t / tiles;
      stream.pieces.push_back({groups.single(input.tile),
                               input.store + word(record * layout.record.bytes + offset),
                               word(bytes)});
    }
  }
  return stream;
}

arch::StreamInfo label_stream(const Job& job, Layouts layouts, GroupTable& groups) {
  arch::StreamInfo stream{"labels", true, {}};
  for (const Layout& layout : layouts)
    stream.pieces.push_back(
        {groups.single(layout.loss.tile), layout.loss.labels, job.network.batch * 4});
  return stream;
}

arch::StreamInfo scalar_stream(Layouts layouts, GroupTable& groups) {
  std::vector<arch::TileId> tiles;
  for (const Layout& layout : layouts)
    tiles.insert(tiles.end(), layout.neuron_tiles.begin(), layout.neuron_tiles.end());
  const Layout& first = layouts.front();
  return {"optimizer.scalars", true, {{groups.intern(tiles), first.scalars, first.scalar_bytes}}};
}

arch::StreamInfo count_stream(const Job& job, Layouts layouts, GroupTable& groups) {
  arch::StreamInfo stream{"output.counts", false, {}};
  for (const Layout& layout : layouts) {
    for (std::uint32_t b = 0; b < job.network.batch; ++b) {
      for (const SliceLayout& slice : layout.layers.back().slices) {
        stream.pieces.push_back({groups.single(slice.slice.tile),
                                 slice.count + b * slice.planes * 8, slice.slice.neurons * 4});
      }
    }
  }
  return stream;
}

}  // namespace

void add_streams(const Job& job, Layouts layouts, GroupTable& groups, arch::Image& image) {
  const std::uint32_t batch = job.network.batch;
  const InputRecord& record = layouts.front().record;
  image.streams.push_back(
      input_stream(job, layouts, groups, "input.ids", 0, batch * record.id_stride));
  image.streams.push_back(
      input_stream(job, layouts, groups, "input.counts", record.counts_offset, batch * 4));
  if (job.training()) image.streams.push_back(label_stream(job, layouts, groups));
  if (layouts.front().scalar_bytes > 0) image.streams.push_back(scalar_stream(layouts, groups));
  image.streams.push_back(count_stream(job, layouts, groups));
}

}  // namespace bspike::kernels
