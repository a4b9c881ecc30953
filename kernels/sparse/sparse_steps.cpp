// Owns what rows of the sparse program share, and their chaining.
#include "kernels/sparse/sparse_steps.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "kernels/sparse/call_shape.hpp"

namespace bspike::kernels::sparse {
namespace {

void append_parts(std::vector<Transfers>& to, std::vector<Transfers> from) {
  std::ranges::move(from, std::back_inserter(to));
}

// The time index, or that of the step before, from the control tile.
Transfers index_transfer(const SparseContext& context, SparseStep& step) {
  const ControlLayout& control = context.layout.control;
  return {{kControlTile, context.groups.intern(std::move(step.index_tiles)),
           step.previous ? control.previous : control.index,
           step.previous ? context.layout.previous : context.layout.index, 4}};
}

// What a row needs goes into the exchange of the row in front of it.
std::vector<Superstep> chained(const SparseContext& context, SparseSteps steps) {
  std::vector<Superstep> result;
  for (SparseStep& step : steps) {
    if (!step.index_tiles.empty()) step.before.push_back(index_transfer(context, step));
    if (!result.empty()) append_parts(result.back().exchange, std::move(step.before));
    result.push_back(std::move(step.superstep));
  }
  return result;
}

// One superstep that does what all of the rows do.
SparseStep merged(SparseSteps rows) {
  SparseStep result = std::move(rows.front());
  std::map<TileId, std::vector<Call>> calls;
  std::set<TileId> index_tiles(result.index_tiles.begin(), result.index_tiles.end());
  const auto take = [&](std::vector<TileCalls>& work) {
    for (TileCalls& tile : work)
      std::ranges::move(tile.calls, std::back_inserter(calls[tile.tile]));
  };
  take(result.superstep.work);
  for (auto row = rows.begin() + 1; row != rows.end(); ++row) {
    take(row->superstep.work);
    append_parts(result.superstep.exchange, std::move(row->superstep.exchange));
    append_parts(result.before, std::move(row->before));
    index_tiles.insert(row->index_tiles.begin(), row->index_tiles.end());
    if (row->superstep.layer != result.superstep.layer) result.superstep.layer.clear();
  }
  result.index_tiles.assign(index_tiles.begin(), index_tiles.end());
  result.superstep.work.clear();
  for (auto& [tile, list] : calls) result.superstep.work.push_back({tile, std::move(list)});
  return result;
}

}  // namespace

SparseProgram sparse_program(const SparseContext& context) {
  SparseProgram program;
  program.start = chained(context, start_steps(context));
  program.forward = chained(context, forward_steps(context));
  program.loss = chained(context, loss_steps(context));
  program.backward_start = chained(context, backward_start_steps(context));
  SparseSteps backward = gradient_steps(context);
  SparseSteps reductions = reduction_steps(context);
  program.backward_reductions = reductions.size();
  std::ranges::move(reductions, std::back_inserter(backward));
  program.backward = chained(context, std::move(backward));
  program.update = chained(context, update_steps(context));
  return program;
}

SparseStep make_step(const char* phase, const char* kind, WorkTable& work) {
  return {{phase, "", kind, work.take(), {}}, {}, {}};
}

SparseStep make_step(const char* phase, const char* kind, WorkTable& work, std::uint32_t layer) {
  return {{phase, layer_label(layer), kind, work.take(), {}}, {}, {}};
}

void append_library(const SparseContext& context, SparseSteps& steps, SparseSteps rows) {
  if (rows.empty()) return;
  if (context.job.mapping.merge_library_steps) {
    steps.push_back(merged(std::move(rows)));
    return;
  }
  std::ranges::move(rows, std::back_inserter(steps));
}

std::vector<WordRun> word_runs(const Sliceable& map, std::uint32_t first, std::uint32_t count) {
  std::vector<WordRun> runs;
  const std::uint32_t end = first + count;
  while (first < end) {
    const TileId tile = map.tile_of(first);
    const std::uint32_t words = std::min(end, (tile + 1) * map.per_tile) - first;
    runs.push_back({tile, first, (first - tile * map.per_tile) * 4, words});
    first += words;
  }
  return runs;
}

std::vector<WordRun> word_runs(const Sliceable& map) { return word_runs(map, 0, map.words); }

void append_broadcast(Transfers& transfers, const Sliceable& map, Address source,
                      std::uint32_t group, Address destination) {
  for (const WordRun& run : word_runs(map)) {
    transfers.push_back({run.tile, group, source, destination + run.first * 4, run.words * 4});
  }
}

void append_count_broadcast(Transfers& transfers, const SpikeListLayout& list, Address source,
                            std::uint32_t offset, std::uint32_t batch, std::uint32_t group,
                            Address destination) {
  for (std::uint32_t sample = 0; sample < batch; ++sample) {
    const WordRun run = word_runs(list.counts, sample * list.counts_per_sample + offset, 1).front();
    transfers.push_back({run.tile, group, source + run.offset, destination + sample * 4, 4});
  }
}

std::vector<TileId> layer_tiles(const SparseLayer& layer) {
  return tile_range(layer.first_tile, layer.tiles);
}

std::uint32_t layer_group(const SparseContext& context, const SparseLayer& layer) {
  return context.groups.intern(layer_tiles(layer));
}

void add_slices(WorkTable& work, const HistoryWords& at) {
  static const CallShape kSlice("slice_words",
                                {"source_base", "stride", "index", "destination", "words"});
  const std::uint32_t stride = at.map.per_tile * 4;
  for (const WordRun& run : word_runs(at.map)) {
    work.add(run.tile, kSlice({at.history + stride, stride, at.index, at.words, run.words}));
  }
}

void add_updates(WorkTable& work, const HistoryWords& at) {
  static const CallShape kUpdate("update_words",
                                 {"source", "destination_base", "stride", "index", "words"});
  const std::uint32_t stride = at.map.per_tile * 4;
  for (const WordRun& run : word_runs(at.map)) {
    work.add(run.tile, kUpdate({at.words, at.history + stride, stride, at.index, run.words}));
  }
}

void add_copies(WorkTable& work, const Sliceable& map, Address source, Address destination) {
  static const CallShape kCopy("copy_words", {"source", "destination", "words"});
  for (const WordRun& run : word_runs(map)) {
    work.add(run.tile, kCopy({source, destination, run.words}));
  }
}

void add_zeros(WorkTable& work, const Sliceable& map, Address words) {
  static const CallShape kZero("fill_zero_words", {"address", "words"});
  for (const WordRun& run : word_runs(map)) work.add(run.tile, kZero({words, run.words}));
}

void add_casts(WorkTable& work, const char* codelet, const Sliceable& map, std::uint32_t slots,
               Address source, Address destination) {
  const CallShape cast(codelet, {"source", "destination", "words"});
  for (const WordRun& run : word_runs(map)) {
    work.add(run.tile, cast({source, destination, std::uint64_t{slots} * map.per_tile}));
  }
}

}  // namespace bspike::kernels::sparse
