// Owns the first half of one backward time step: B0 to B6, up to the weight gradient.
#include <algorithm>
#include <iterator>

#include "kernels/sparse/call_shape.hpp"
#include "kernels/sparse/sparse_steps.hpp"

namespace bspike::kernels::sparse {
namespace {

constexpr const char* kPhase = "backward";

SparseStep control_step(const char* kind, Address source, std::uint32_t addend,
                        Address destination) {
  static const CallShape kAdd("index_add", {"source", "addend", "destination"});
  WorkTable work;
  work.add(kControlTile, kAdd({source, addend, destination}));
  return make_step(kPhase, kind, work);
}

void append_control(const SparseContext& context, SparseSteps& steps) {
  const ControlLayout& at = context.layout.control;
  constexpr std::uint32_t kMinusOne = 0xffffffff;
  steps.push_back(control_step("B0.control", at.counter, 0, at.condition));
  steps.push_back(control_step("B0.index", at.condition, 0, at.index));
  steps.push_back(control_step("B0.previous", at.index, kMinusOne, at.previous));
}

// A list of t, or of t - 1, out of a history.
SparseStep slice_step(const SparseContext& context, const char* kind, const Sliceable& map,
                      Address history, Address words, bool previous = false) {
  WorkTable work;
  const Address index = previous ? context.layout.previous : context.layout.index;
  add_slices(work, {map, history, words, index});
  SparseStep step = make_step(kPhase, kind, work);
  step.index_tiles = tile_range(0, map.tiles());
  step.previous = previous;
  return step;
}

void append_input_slices(const SparseContext& context, SparseSteps& steps) {
  const SpikeListLayout& input = context.layout.lists.front();
  SparseSteps rows;
  rows.push_back(
      slice_step(context, "B1.slice_input_ids", input.ids, input.history.ids, input.below.ids));
  rows.push_back(slice_step(context, "B1.slice_input_counts", input.counts, input.history.counts,
                            input.below.counts));
  append_library(context, steps, std::move(rows));
}

// One row a list; `rows` get the label of the layer that reads it.
void add_list_rows(const SparseContext& context, SparseSteps& rows, const char* kind,
                   ListBuffer SpikeListLayout::*buffer, Sliceable SpikeListLayout::*map,
                   Address ListBuffer::*part, bool boundary) {
  const std::uint32_t lists = context.job.lists() - (boundary ? 1 : 0);
  for (std::uint32_t index = 1; index < lists; ++index) {
    const SpikeListLayout& list = context.layout.lists[index];
    SparseStep row =
        slice_step(context, kind, list.*map, list.back.*part, (list.*buffer).*part, boundary);
    row.superstep.layer = layer_label(boundary ? index : index - 1);
    rows.push_back(std::move(row));
  }
}

void append_boundary_slices(const SparseContext& context, SparseSteps& steps) {
  SparseSteps rows;
  add_list_rows(context, rows, "B1.slice_boundary_ids", &SpikeListLayout::below,
                &SpikeListLayout::ids, &ListBuffer::ids, true);
  add_list_rows(context, rows, "B1.slice_boundary_counts", &SpikeListLayout::below,
                &SpikeListLayout::counts, &ListBuffer::counts, true);
  append_library(context, steps, std::move(rows));
}

// The output's list gradient has no slot for what comes before the first step.
SparseStep output_gradient_step(const SparseContext& context) {
  const SpikeListLayout& list = context.layout.lists.back();
  return slice_step(context, "B1.slice_gradient", list.ids,
                    list.gradient_history - list.ids.per_tile * 4, list.gradient);
}

SparseStep slice_state_step(const SparseContext& context, const SparseLayer& layer) {
  static const CallShape kSlice("slice_pairs",
                                {"source_base", "stride", "index", "destination", "pairs"});
  const LayerAddresses& at = context.layout.layers[layer.index];
  WorkTable work;
  for (const TileId tile : layer_tiles(layer)) {
    work.add(tile, kSlice({at.history + at.state_bytes, at.state_bytes, context.layout.index,
                           at.membrane_now, at.state_bytes / 8}));
  }
  SparseStep step = make_step(kPhase, "B1.slice_state", work, layer.index);
  step.index_tiles = layer_tiles(layer);
  return step;
}

void append_own_slices(const SparseContext& context, SparseSteps& steps) {
  SparseSteps lists, states;
  add_list_rows(context, lists, "B1.slice_ids", &SpikeListLayout::own, &SpikeListLayout::ids,
                &ListBuffer::ids, false);
  add_list_rows(context, lists, "B1.slice_counts", &SpikeListLayout::own, &SpikeListLayout::counts,
                &ListBuffer::counts, false);
  for (const SparseLayer& layer : context.job.layers) {
    states.push_back(slice_state_step(context, layer));
  }
  append_library(context, steps, std::move(lists));
  append_library(context, steps, std::move(states));
}

SparseStep scale_step(const SparseContext& context, const SparseLayer& layer, const char* kind,
                      Address data, Address factors) {
  static const CallShape kPairs("scale_rows", {"data", "factors", "rows", "pairs"});
  static const CallShape kScalar("scale_rows_scalar", {"data", "factors", "rows", "columns"});
  const CallShape& shape = context.job.odd() ? kScalar : kPairs;
  WorkTable work;
  for (const TileId tile : layer_tiles(layer)) {
    work.add(tile, shape({data, factors, context.job.batch, context.job.row_length()}));
  }
  return make_step(kPhase, kind, work, layer.index);
}

SparseStep copy_step(const SparseContext& context, const SparseLayer& layer) {
  static const CallShape kCopy("copy_pairs", {"source", "destination", "pairs"});
  const LayerAddresses& at = context.layout.layers[layer.index];
  WorkTable work;
  for (const TileId tile : layer_tiles(layer)) {
    work.add(tile, kCopy({at.state_gradient, at.scaled, at.state_bytes / 8}));
  }
  return make_step(kPhase, "B4.copy", work, layer.index);
}

// --- B3 on one tile a sample ------------------------------------------------------------------

// A sample's membranes, thresholds and state gradients from every tile of the layer; tiles start at
// different samples.
Transfers gather_states(const SparseContext& context, const SparseLayer& layer) {
  const LayerAddresses& at = context.layout.layers[layer.index];
  const auto& jobs = context.layout.state_gradients[layer.index];
  const std::uint32_t batch = context.job.batch;
  const std::uint32_t bytes = context.job.neurons_per_tile * 4;
  Transfers transfers;
  for (std::uint32_t round = 0; round < batch; ++round) {
    for (std::uint32_t i = 0; i < layer.tiles; ++i) {
      const std::uint32_t sample = (i + round) % batch;
      const StateGradientJob& to = jobs[sample];
      const TileId from = layer.first_tile + i;
      const std::uint32_t group = context.groups.single(to.tile);
      transfers.push_back(
          {from, group, at.membrane_now + sample * bytes, to.membrane + i * bytes, bytes});
      transfers.push_back({from, group, at.threshold, to.threshold + i * bytes, bytes});
      transfers.push_back(
          {from, group, at.state_gradient + sample * bytes, to.state_gradient + i * bytes, bytes});
    }
  }
  return transfers;
}

// A sample's list of t with its gradient and c1.
Transfers gather_lists(const SparseContext& context, const SparseLayer& layer) {
  const SpikeListLayout& list = context.layout.lists[layer.index + 1];
  Transfers transfers;
  for (std::uint32_t sample = 0; sample < context.job.batch; ++sample) {
    const StateGradientJob& to = context.layout.state_gradients[layer.index][sample];
    const std::uint32_t group = context.groups.single(to.tile);
    const std::uint32_t first = sample * list.capacity;
    for (const WordRun& run : word_runs(list.ids, first, list.capacity)) {
      const std::uint32_t at = (run.first - first) * 4;
      const std::uint32_t bytes = run.words * 4;
      transfers.push_back({run.tile, group, list.own.ids + run.offset, to.ids + at, bytes});
      transfers.push_back({run.tile, group, list.gradient + run.offset, to.gradient + at, bytes});
    }
    const WordRun count = word_runs(list.counts, sample * 2 + 1, 1).front();
    transfers.push_back({count.tile, group, list.own.counts + count.offset, to.count, 4});
  }
  return transfers;
}

Transfers return_states(const SparseContext& context, const SparseLayer& layer) {
  const LayerAddresses& at = context.layout.layers[layer.index];
  const auto& jobs = context.layout.state_gradients[layer.index];
  const std::uint32_t batch = context.job.batch;
  const std::uint32_t bytes = context.job.neurons_per_tile * 4;
  Transfers transfers;
  for (std::uint32_t round = 0; round < layer.tiles; ++round) {
    for (std::uint32_t sample = 0; sample < batch; ++sample) {
      const std::uint32_t i = (round + sample * layer.tiles / batch) % layer.tiles;
      const StateGradientJob& from = jobs[sample];
      transfers.push_back({from.tile, context.groups.single(layer.first_tile + i),
                           from.state_gradient + i * bytes, at.state_gradient + sample * bytes,
                           bytes});
    }
  }
  return transfers;
}

double slope_of(const SparseContext& context, const SparseLayer& layer) {
  return context.job.network.layer(layer.index).surrogate.arguments.at("slope");
}

void add_sample_gradients(const SparseContext& context, const SparseLayer& layer, WorkTable& work) {
  static const CallShape kSingle(
      "state_gradient_sample",
      {"membrane", "threshold", "state_gradient", "spike_gradient", "ids", "count", "slope"});
  static const CallShape kDouble("state_gradient_sample_double",
                                 {"membrane", "threshold", "state_gradient", "spike_gradient",
                                  "ids", "count", "slope", "double_trips"});
  const Mapping& mapping = context.job.mapping;
  const CallShape& shape = mapping.state_gradient_square == kSquareSingle ? kSingle : kDouble;
  const std::uint64_t slope = float_bits(slope_of(context, layer));
  for (const StateGradientJob& at : context.layout.state_gradients[layer.index]) {
    work.add(at.tile, shape({at.membrane, at.threshold, at.state_gradient, at.gradient, at.ids,
                             at.count, slope, mapping.double_trips}));
  }
}

// --- B3 on the neuron tiles -------------------------------------------------------------------

Transfers broadcast_own_list(const SparseContext& context, const SparseLayer& layer) {
  const SpikeListLayout& list = context.layout.lists[layer.index + 1];
  const LayerAddresses& at = context.layout.layers[layer.index];
  const std::uint32_t group = layer_group(context, layer);
  Transfers transfers;
  for (const WordRun& run : word_runs(list.ids)) {
    const std::uint32_t offset = run.first * 4;
    const std::uint32_t bytes = run.words * 4;
    transfers.push_back({run.tile, group, list.own.ids, at.own.ids + offset, bytes});
    transfers.push_back({run.tile, group, list.gradient, at.own_gradient + offset, bytes});
  }
  append_count_broadcast(transfers, list, list.own.counts, 1, context.job.batch, group,
                         at.own.counts);
  return transfers;
}

void add_tile_gradients(const SparseContext& context, const SparseLayer& layer, WorkTable& work) {
  static const CallShape kTile("state_gradient_tile",
                               {"membrane", "threshold", "state_gradient", "spike_gradient", "ids",
                                "count", "first_neuron", "neurons", "slope"});
  const LayerAddresses& at = context.layout.layers[layer.index];
  const std::uint32_t neurons = context.job.neurons_per_tile;
  const std::uint64_t slope = float_bits(slope_of(context, layer));
  for (std::uint32_t i = 0; i < layer.tiles; ++i) {
    for (std::uint32_t b = 0; b < context.job.batch; ++b) {
      const std::uint32_t state = b * neurons * 4;
      const std::uint32_t list = b * layer.capacity * 4;
      work.add(layer.first_tile + i,
               kTile({at.membrane_now + state, at.threshold, at.state_gradient + state,
                      at.own_gradient + list, at.own.ids + list, at.own.counts + b * 4, i * neurons,
                      neurons, slope}));
    }
  }
}

SparseStep state_gradient_step(const SparseContext& context) {
  const bool on_sample_tiles = context.job.log_variant();
  WorkTable work;
  std::vector<Transfers> before, after;
  for (const SparseLayer& layer : context.job.layers) {
    if (!on_sample_tiles) {
      add_tile_gradients(context, layer, work);
      before.push_back(broadcast_own_list(context, layer));
      continue;
    }
    add_sample_gradients(context, layer, work);
    before.push_back(gather_states(context, layer));
    before.push_back(gather_lists(context, layer));
    after.push_back(return_states(context, layer));
  }
  SparseStep step = make_step(kPhase, "B3.state_gradient", work);
  step.before = std::move(before);
  step.superstep.exchange = std::move(after);
  return step;
}

// --- B5, B6 -----------------------------------------------------------------------------------

void append_replication(const SparseContext& context, SparseSteps& steps) {
  WorkTable none;
  SparseSteps rows;
  rows.push_back(make_step(kPhase, "B5.replicate_ids", none));
  rows.push_back(make_step(kPhase, "B5.replicate_counts", none));
  for (const SparseLayer& layer : context.job.layers) {
    const SpikeListLayout& list = context.layout.lists[layer.index];
    const LayerAddresses& at = context.layout.layers[layer.index];
    const std::uint32_t group = layer_group(context, layer);
    append_broadcast(rows[0].superstep.exchange.emplace_back(), list.ids, list.below.ids, group,
                     at.replica.ids);
    append_broadcast(rows[1].superstep.exchange.emplace_back(), list.counts, list.below.counts,
                     group, at.replica.counts);
  }
  append_library(context, steps, std::move(rows));
}

// K8s: the workers stride over the neurons of all samples, so that one gradient is enough.
void add_scalar_weight_gradients(const SparseContext& context, const SparseLayer& layer,
                                 WorkTable& work) {
  static const CallShape kScalar("sparse_weight_gradient_scalar",
                                 {"gradient", "current_gradient", "ids", "ids_stride", "counts",
                                  "count_stride", "samples", "neurons"});
  const LayerAddresses& at = context.layout.layers[layer.index];
  const std::uint32_t count_stride = layer.index == 0 ? 4 : 8;
  for (const TileId tile : layer_tiles(layer)) {
    work.add(tile, kScalar({at.replicas, at.scaled, at.replica.ids, layer.capacity_below * 4,
                            at.replica.counts, count_stride, context.job.batch,
                            context.job.neurons_per_tile}));
  }
}

void add_weight_gradients(const SparseContext& context, const SparseLayer& layer, WorkTable& work) {
  static const CallShape kPair(
      "sparse_weight_gradient_pair",
      {"gradient", "current_gradient", "ids", "ids_stride", "counts", "count_stride", "samples"});
  static const CallShape kRows("sparse_weight_gradient",
                               {"gradient", "current_gradient", "ids", "ids_stride", "counts",
                                "count_stride", "samples", "pairs"});
  const LayerAddresses& at = context.layout.layers[layer.index];
  const std::uint32_t neurons = context.job.neurons_per_tile;
  const std::uint32_t ids_stride = layer.capacity_below * 4;
  const std::uint32_t count_stride = layer.index == 0 ? 4 : 8;
  const CallShape& shape = neurons == 2 ? kPair : kRows;
  for (const TileId tile : layer_tiles(layer)) {
    for (std::uint32_t worker = 0; worker < context.job.workers; ++worker) {
      const Share share = floor_share(context.job.batch, context.job.workers, worker);
      work.add(tile,
               shape({at.replicas + worker * at.weight_bytes, at.scaled + share.first * neurons * 4,
                      at.replica.ids + share.first * ids_stride, ids_stride,
                      at.replica.counts + share.first * count_stride, count_stride, share.count,
                      neurons / 2}));
    }
  }
}

SparseStep weight_gradient_step(const SparseContext& context) {
  WorkTable work;
  for (const SparseLayer& layer : context.job.layers) {
    if (context.job.odd()) {
      add_scalar_weight_gradients(context, layer, work);
    } else {
      add_weight_gradients(context, layer, work);
    }
  }
  return make_step(kPhase, "B6.weight_gradient", work);
}

}  // namespace

SparseSteps backward_start_steps(const SparseContext& context) {
  static const CallShape kZero("fill_zero", {"address", "pairs"});
  WorkTable work;
  for (const SparseLayer& layer : context.job.layers) {
    const LayerAddresses& at = context.layout.layers[layer.index];
    for (const TileId tile : layer_tiles(layer)) {
      work.add(tile, kZero({at.replicas,
                            std::uint64_t{at.weight_bytes} / 8 * context.job.gradient_replicas()}));
      work.add(tile, kZero({at.state_gradient, at.state_bytes / 8}));
    }
  }
  for (std::uint32_t list = 1; list + 1 < context.job.lists(); ++list) {
    const SpikeListLayout& at = context.layout.lists[list];
    add_zeros(work, at.ids, at.gradient);
  }
  SparseSteps steps;
  steps.push_back(make_step(kPhase, "B0.zero", work));
  return steps;
}

SparseSteps gradient_steps(const SparseContext& context) {
  SparseSteps steps;
  append_control(context, steps);
  append_input_slices(context, steps);
  append_boundary_slices(context, steps);
  steps.push_back(output_gradient_step(context));
  append_own_slices(context, steps);
  SparseSteps decays, copies, scales;
  for (const SparseLayer& layer : context.job.layers) {
    const LayerAddresses& at = context.layout.layers[layer.index];
    decays.push_back(scale_step(context, layer, "B2.decay", at.state_gradient, at.alpha));
    copies.push_back(copy_step(context, layer));
    scales.push_back(scale_step(context, layer, "B4.scale", at.scaled, at.gain));
  }
  append_library(context, steps, std::move(decays));
  steps.push_back(state_gradient_step(context));
  append_library(context, steps, std::move(copies));
  append_library(context, steps, std::move(scales));
  append_replication(context, steps);
  steps.push_back(weight_gradient_step(context));
  return steps;
}

}  // namespace bspike::kernels::sparse
