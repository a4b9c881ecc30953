// Owns the supersteps before the loop over time: the host's input becomes list 0, state and lists
// become zero.
#include "kernels/sparse/call_shape.hpp"
#include "kernels/sparse/sparse_steps.hpp"

namespace bspike::kernels::sparse {
namespace {

// A sliceable list 0's words of every time step, from the stream's [batch][T][words a sample].
Transfers transpose(const SparseContext& context, const Sliceable& stream, Address source,
                    const Sliceable& list, Address history, std::uint32_t sample_words) {
  const SparseJob& job = context.job;
  Transfers transfers;
  for (std::uint32_t sample = 0; sample < job.batch; ++sample) {
    for (std::uint32_t t = 0; t < job.time_steps; ++t) {
      const std::uint32_t from = (sample * job.time_steps + t) * sample_words;
      for (const WordRun& run : word_runs(stream, from, sample_words)) {
        const std::uint32_t to = sample * sample_words + run.first - from;
        std::uint32_t at = run.offset;
        for (const WordRun& piece : word_runs(list, to, run.words)) {
          transfers.push_back({run.tile, context.groups.single(piece.tile), source + at,
                               history + (t + 1) * list.per_tile * 4 + piece.offset,
                               piece.words * 4});
          at += piece.words * 4;
        }
      }
    }
  }
  return transfers;
}

SparseStep cast_step(const char* kind, const Sliceable& stream, Address source) {
  WorkTable work;
  add_casts(work, "cast_to_unsigned", stream, 1, source, source);
  return make_step("forward", kind, work);
}

SparseStep zero_step(const SparseContext& context) {
  static const CallShape kZero("fill_zero", {"address", "pairs"});
  WorkTable work;
  for (const SparseLayer& layer : context.job.layers) {
    const LayerAddresses& at = context.layout.layers[layer.index];
    for (const TileId tile : layer_tiles(layer)) {
      work.add(tile, kZero({at.membrane, at.state_bytes / 8}));
    }
  }
  for (std::uint32_t list = 1; list < context.job.lists(); ++list) {
    const SpikeListLayout& at = context.layout.lists[list];
    add_zeros(work, at.ids, at.now.ids);
    add_zeros(work, at.counts, at.now.counts);
  }
  return make_step("forward", "I1.zero", work);
}

}  // namespace

SparseSteps start_steps(const SparseContext& context) {
  const SparseLayout& layout = context.layout;
  const SpikeListLayout& input = layout.lists.front();
  SparseSteps rows;
  rows.push_back(cast_step("I0.cast_ids", layout.stream_ids, layout.stream.ids));
  rows.back().superstep.exchange.push_back(transpose(context, layout.stream_ids, layout.stream.ids,
                                                     input.ids, input.history.ids, input.capacity));
  rows.push_back(cast_step("I0.cast_counts", layout.stream_counts, layout.stream.counts));
  rows.back().superstep.exchange.push_back(transpose(
      context, layout.stream_counts, layout.stream.counts, input.counts, input.history.counts, 1));
  SparseSteps steps;
  append_library(context, steps, std::move(rows));
  steps.push_back(zero_step(context));
  return steps;
}

}  // namespace bspike::kernels::sparse
