// Owns one forward time step: F0 to F8.
#include <algorithm>

#include "kernels/sparse/call_shape.hpp"
#include "kernels/sparse/sparse_steps.hpp"

namespace bspike::kernels::sparse {
namespace {

constexpr const char* kPhase = "forward";
constexpr std::uint32_t kThresholds = 2;

std::vector<TileId> tiles_of(const Sliceable& map) { return tile_range(0, map.tiles()); }

SparseStep control_step(const SparseContext& context) {
  static const CallShape kAdd("index_add", {"source", "addend", "destination"});
  const ControlLayout& control = context.layout.control;
  WorkTable work;
  work.add(kControlTile, kAdd({control.counter, 0, control.index}));
  return make_step(kPhase, "F0.control", work);
}

// List 0 of t out of its history.
SparseStep slice_step(const SparseContext& context, const char* kind, const Sliceable& map,
                      Address history, Address words) {
  WorkTable work;
  add_slices(work, {map, history, words, context.layout.index});
  SparseStep step = make_step(kPhase, kind, work);
  step.index_tiles = tiles_of(map);
  return step;
}

SparseStep copy_step(const SparseContext& context, const char* kind,
                     Sliceable SpikeListLayout::*map, Address ListBuffer::*part) {
  WorkTable work;
  for (std::uint32_t list = 1; list + 1 < context.job.lists(); ++list) {
    const SpikeListLayout& at = context.layout.lists[list];
    add_copies(work, at.*map, at.now.*part, at.in.*part);
  }
  return make_step(kPhase, kind, work);
}

// F2's operands: ids and c0 of the list below to every tile of the layer.
std::vector<Transfers> list_broadcasts(const SparseContext& context) {
  std::vector<Transfers> parts;
  for (const SparseLayer& layer : context.job.layers) {
    const SpikeListLayout& list = context.layout.lists[layer.index];
    const LayerAddresses& at = context.layout.layers[layer.index];
    const std::uint32_t group = layer_group(context, layer);
    Transfers& transfers = parts.emplace_back();
    append_broadcast(transfers, list.ids, list.in.ids, group, at.received.ids);
    append_count_broadcast(transfers, list, list.in.counts, 0, context.job.batch, group,
                           at.received.counts);
  }
  return parts;
}

// K1 for two neurons a tile, K2 for more pairs of them, scalar code for an odd number.
const CallShape& state_update_shape(const SparseJob& job) {
  static const CallShape kPair("sparse_state_update_pair",
                               {"weights", "state", "ids", "count", "alpha", "gain", "threshold"});
  static const CallShape kRows("sparse_state_update", {"weights", "state", "ids", "count", "alpha",
                                                       "gain", "threshold", "pairs"});
  static const CallShape kScalar(
      "sparse_state_update_scalar",
      {"weights", "state", "ids", "count", "alpha", "gain", "threshold", "neurons"});
  if (job.odd()) return kScalar;
  return job.neurons_per_tile == 2 ? kPair : kRows;
}

void add_state_updates(const SparseContext& context, const SparseLayer& layer, WorkTable& work) {
  const CallShape& shape = state_update_shape(context.job);
  const LayerAddresses& at = context.layout.layers[layer.index];
  const std::uint32_t neurons = context.job.neurons_per_tile;
  for (const TileId tile : layer_tiles(layer)) {
    for (std::uint32_t b = 0; b < context.job.batch; ++b) {
      work.add(tile,
               shape({at.weights, at.membrane + b * neurons * 4,
                      at.received.ids + b * layer.capacity_below * 4, at.received.counts + b * 4,
                      at.alpha, at.gain, at.threshold, context.job.row_length()}));
    }
  }
}

SparseStep state_step(const SparseContext& context) {
  WorkTable work;
  for (const SparseLayer& layer : context.job.layers) add_state_updates(context, layer, work);
  SparseStep step = make_step(kPhase, "F2.state_update", work);
  step.before = list_broadcasts(context);
  return step;
}

// Address of the flag of a neuron of a tile, for a sample and threshold.
Address flag_address(const SparseContext& context, const SparseLayer& layer, std::uint32_t neuron,
                     std::uint32_t sample, std::uint32_t threshold) {
  const std::uint32_t local = neuron % context.job.neurons_per_tile;
  const std::uint32_t word = (local * context.job.batch + sample) * kThresholds + threshold;
  return context.layout.layers[layer.index].flags + word * 4;
}

void add_flags(const SparseContext& context, const SparseLayer& layer, WorkTable& work) {
  static const CallShape kFlags("spike_flags", {"state", "threshold", "second_threshold", "flags"});
  const std::uint32_t per_tile = context.job.neurons_per_tile;
  const LayerAddresses& at = context.layout.layers[layer.index];
  for (std::uint32_t neuron = 0; neuron < layer.neurons; ++neuron) {
    const std::uint32_t local = neuron % per_tile;
    for (std::uint32_t b = 0; b < context.job.batch; ++b) {
      work.add(
          layer.first_tile + neuron / per_tile,
          kFlags({at.membrane + (b * per_tile + local) * 4, at.threshold + local * 4,
                  at.second_threshold + local * 4, flag_address(context, layer, neuron, b, 0)}));
    }
  }
}

// Flags of every (sample, threshold) to its parts, word by word; tiles start at different samples
// so that receivers are not all asked at once.
Transfers gather_flags(const SparseContext& context, const SparseLayer& layer) {
  const ListBuilding& building = context.layout.building[layer.index];
  const std::uint32_t per_tile = context.job.neurons_per_tile;
  const std::uint32_t rounds = context.job.batch * kThresholds;
  Transfers transfers;
  transfers.reserve(std::size_t{rounds} * layer.neurons);
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (std::uint32_t neuron = 0; neuron < layer.neurons; ++neuron) {
      const std::uint32_t list = (neuron / per_tile + round) % rounds;
      const ListPart* part = &building.parts[std::size_t{list} * layer.spread];
      while (neuron >= part->first_neuron + part->neurons) ++part;
      transfers.push_back({layer.first_tile + neuron / per_tile, context.groups.single(part->tile),
                           flag_address(context, layer, neuron, part->sample, part->threshold),
                           part->flags + (neuron - part->first_neuron) * 4, 4});
    }
  }
  return transfers;
}

SparseStep flags_step(const SparseContext& context) {
  WorkTable work;
  for (const SparseLayer& layer : context.job.layers) add_flags(context, layer, work);
  SparseStep step = make_step(kPhase, "F3.flags", work);
  for (const SparseLayer& layer : context.job.layers) {
    step.superstep.exchange.push_back(gather_flags(context, layer));
  }
  return step;
}

SparseStep draw_step(const SparseContext& context, const SparseLayer& layer) {
  static const CallShape kDraw("draw_uniform", {"destination", "words", "seed", "index"});
  WorkTable work;
  const ListBuilding& building = context.layout.building[layer.index];
  for (std::size_t i = 0; i < building.parts.size(); ++i) {
    const ListPart& part = building.parts[i];
    work.add(part.tile, kDraw({part.draw, context.job.workers, i, context.layout.index}));
  }
  return make_step(kPhase, "F4.draw", work, layer.index);
}

SparseStep build_step(const SparseContext& context) {
  static const CallShape kBuild("flags_to_list",
                                {"flags", "neurons", "first_neuron", "capacity", "ids", "count"});
  WorkTable work;
  const std::uint32_t workers = context.job.workers;
  for (const SparseLayer& layer : context.job.layers) {
    const ListBuilding& building = context.layout.building[layer.index];
    for (const ListPart& part : building.parts) {
      for (std::uint32_t worker = 0; worker < workers; ++worker) {
        const Share share =
            even_share(layer.neurons, layer.list_workers(workers), part.part * workers + worker);
        work.add(part.tile, kBuild({part.flags + (share.first - part.first_neuron) * 4, share.count,
                                    share.first, building.worker_capacity,
                                    part.worker_ids + worker * building.worker_capacity * 4,
                                    part.worker_counts + worker * 4}));
      }
    }
  }
  return make_step(kPhase, "F5.build_lists", work);
}

// A part's list and count to its sample's merge, if that is on another tile.
Transfers gather_parts(const SparseContext& context, const SparseLayer& layer) {
  const ListBuilding& building = context.layout.building[layer.index];
  Transfers transfers;
  for (const ListPart& part : building.parts) {
    const ListMerge& merge = building.merges[part.sample];
    if (part.tile == merge.tile) continue;
    const std::uint32_t slot = part.threshold * layer.spread + part.part;
    const std::uint32_t group = context.groups.single(merge.tile);
    const std::uint32_t bytes = building.part_capacity * 4;
    if (bytes > 0) {
      transfers.push_back({part.tile, group, part.merged_ids, merge.lists + slot * bytes, bytes});
    }
    transfers.push_back({part.tile, group, part.merged_count, merge.list_count + slot * 4, 4});
  }
  return transfers;
}

SparseStep merge_workers_step(const SparseContext& context) {
  static const CallShape kMerge(
      "merge_lists", {"lists", "list_stride", "counts", "parts", "capacity", "ids", "count"});
  WorkTable work;
  for (const ListBuilding& building : context.layout.building) {
    for (const ListPart& part : building.parts) {
      work.add(part.tile, kMerge({part.worker_ids, building.worker_capacity * 4ull,
                                  part.worker_counts, context.job.workers, building.part_capacity,
                                  part.merged_ids, part.merged_count}));
    }
  }
  SparseStep step = make_step(kPhase, "F6.merge_workers", work);
  for (const SparseLayer& layer : context.job.layers) {
    step.superstep.exchange.push_back(gather_parts(context, layer));
  }
  return step;
}

// The finished lists to where the sliceable mapping keeps them.
Transfers scatter_lists(const SparseContext& context, const SparseLayer& layer) {
  const SpikeListLayout& list = context.layout.lists[layer.index + 1];
  Transfers transfers;
  const auto scatter = [&](const ListMerge& merge, const Sliceable& map, std::uint32_t words,
                           Address source, Address destination) {
    for (const WordRun& run : word_runs(map, merge.sample * words, words)) {
      transfers.push_back({merge.tile, context.groups.single(run.tile),
                           source + (run.first - merge.sample * words) * 4,
                           destination + run.offset, run.words * 4});
    }
  };
  for (const ListMerge& merge : context.layout.building[layer.index].merges) {
    scatter(merge, list.ids, list.capacity, merge.ids, list.now.ids);
    scatter(merge, list.counts, 2, merge.counts, list.now.counts);
  }
  return transfers;
}

SparseStep merge_final_step(const SparseContext& context) {
  static const CallShape kMerge("merge_thresholds", {"lists", "list_stride", "counts", "parts",
                                                     "capacity", "ids", "list_counts"});
  WorkTable work;
  for (const SparseLayer& layer : context.job.layers) {
    const ListBuilding& building = context.layout.building[layer.index];
    for (const ListMerge& merge : building.merges) {
      work.add(merge.tile, kMerge({merge.lists, building.part_capacity * 4ull, merge.list_count,
                                   layer.spread, layer.capacity, merge.ids, merge.counts}));
    }
  }
  SparseStep step = make_step(kPhase, "F7.merge_final", work);
  for (const SparseLayer& layer : context.job.layers) {
    step.superstep.exchange.push_back(scatter_lists(context, layer));
  }
  return step;
}

SparseStep update_state_step(const SparseContext& context, const SparseLayer& layer) {
  static const CallShape kUpdate("update_pairs",
                                 {"source", "destination_base", "stride", "index", "pairs"});
  const LayerAddresses& at = context.layout.layers[layer.index];
  WorkTable work;
  for (const TileId tile : layer_tiles(layer)) {
    work.add(tile, kUpdate({at.membrane, at.history + at.state_bytes, at.state_bytes,
                            context.layout.index, at.state_bytes / 8}));
  }
  SparseStep step = make_step(kPhase, "F8.update_state", work, layer.index);
  step.index_tiles = layer_tiles(layer);
  return step;
}

SparseStep update_list_step(const SparseContext& context, const SparseLayer& layer,
                            const char* kind, Sliceable SpikeListLayout::*map,
                            Address ListBuffer::*part) {
  const SpikeListLayout& list = context.layout.lists[layer.index + 1];
  WorkTable work;
  add_updates(work, {list.*map, list.history.*part, list.now.*part, context.layout.index});
  SparseStep step = make_step(kPhase, kind, work, layer.index);
  step.index_tiles = tiles_of(list.*map);
  return step;
}

void append_updates(const SparseContext& context, SparseSteps& steps) {
  SparseSteps states, lists;
  for (const SparseLayer& layer : context.job.layers) {
    states.push_back(update_state_step(context, layer));
  }
  for (const SparseLayer& layer : context.job.layers) {
    lists.push_back(
        update_list_step(context, layer, "F8.update_ids", &SpikeListLayout::ids, &ListBuffer::ids));
  }
  for (const SparseLayer& layer : context.job.layers) {
    lists.push_back(update_list_step(context, layer, "F8.update_counts", &SpikeListLayout::counts,
                                     &ListBuffer::counts));
  }
  append_library(context, steps, std::move(states));
  append_library(context, steps, std::move(lists));
}

}  // namespace

SparseSteps forward_steps(const SparseContext& context) {
  const SpikeListLayout& input = context.layout.lists.front();
  SparseSteps steps;
  steps.push_back(control_step(context));
  SparseSteps slices, copies, draws;
  slices.push_back(slice_step(context, "F1.slice_ids", input.ids, input.history.ids, input.in.ids));
  slices.push_back(
      slice_step(context, "F1.slice_counts", input.counts, input.history.counts, input.in.counts));
  append_library(context, steps, std::move(slices));
  copies.push_back(copy_step(context, "F1.copy_ids", &SpikeListLayout::ids, &ListBuffer::ids));
  copies.push_back(
      copy_step(context, "F1.copy_counts", &SpikeListLayout::counts, &ListBuffer::counts));
  append_library(context, steps, std::move(copies));
  steps.push_back(state_step(context));
  steps.push_back(flags_step(context));
  for (const SparseLayer& layer : context.job.layers) draws.push_back(draw_step(context, layer));
  append_library(context, steps, std::move(draws));
  steps.push_back(build_step(context));
  steps.push_back(merge_workers_step(context));
  steps.push_back(merge_final_step(context));
  append_updates(context, steps);
  return steps;
}

}  // namespace bspike::kernels::sparse
