// Owns the moving of layouts, the joining of supersteps, and the two exchanges between replicas.
#include "kernels/replicas/replica_steps.hpp"

#include <utility>

namespace bspike::kernels {
namespace {

void move_tiles(std::vector<arch::TileId>& tiles, std::uint32_t distance) {
  for (arch::TileId& tile : tiles) tile += distance;
}

Layout moved(Layout layout, std::uint32_t replica, std::uint32_t distance) {
  layout.replica = replica;
  for (InputTileLayout& input : layout.inputs) input.tile += distance;
  for (LayerLayout& layer : layout.layers) {
    for (SliceLayout& slice : layer.slices) slice.slice.tile += distance;
    move_tiles(layer.tiles, distance);
    if (layer.list) layer.list->tile += distance;
  }
  layout.loss.tile += distance;
  move_tiles(layout.neuron_tiles, distance);
  move_tiles(layout.tiles, distance);
  return layout;
}

// Replicas exchange the same things at the same time, part by part.
void join(Superstep& all, Superstep one) {
  all.work.insert(all.work.end(), std::make_move_iterator(one.work.begin()),
                  std::make_move_iterator(one.work.end()));
  for (std::size_t part = 0; part < one.exchange.size(); ++part)
    all.exchange[part].insert(all.exchange[part].end(), one.exchange[part].begin(),
                              one.exchange[part].end());
}

void join(std::vector<Superstep>& all, std::vector<Superstep> one) {
  for (std::size_t i = 0; i < one.size(); ++i) join(all[i], std::move(one[i]));
}

void join(TrainingSteps& all, TrainingSteps one) {
  join(all.zero, std::move(one.zero));
  join(all.slice_input, std::move(one.slice_input));
  join(all.forward, std::move(one.forward));
  join(all.loss_step, std::move(one.loss_step));
  join(all.final_loss, std::move(one.final_loss));
  join(all.slice_backward, std::move(one.slice_backward));
  join(all.backward, std::move(one.backward));
  join(all.numbers, std::move(one.numbers));
  join(all.gather, std::move(one.gather));
  join(all.update, std::move(one.update));
}

// The tile in the place of a replica's in another one.
arch::TileId counterpart(const Job& job, arch::TileId tile, std::uint32_t from, std::uint32_t to) {
  const std::uint32_t distance = job.placement.replica_tiles;
  return tile - from * distance + to * distance;
}

// Everything of what is trained comes from whom it is updated by.
void add_region_shares(const Job& job, const SliceLayout& slice, const TrainedRegion& region,
                       GroupTable& groups, std::vector<arch::Transfer>& transfers) {
  const std::uint32_t replicas = job.placement.replicas;
  for (std::uint32_t from = 0; from < replicas; ++from) {
    const PairRange share = share_of(region.pairs, replicas, from, region.grain);
    if (share.count == 0) continue;
    std::vector<arch::TileId> others;
    for (std::uint32_t to = 0; to < replicas; ++to)
      if (to != from) others.push_back(counterpart(job, slice.slice.tile, 0, to));
    const std::uint32_t address = region.parameters + share.offset(region.parameter_pair);
    transfers.push_back({counterpart(job, slice.slice.tile, 0, from), groups.intern(others),
                         address, address, share.bytes(region.parameter_pair)});
  }
}

// A number of the whole layer is kept by all of its tiles as a pair of equal lanes; the first lane
// of the first tile is the one that counts.
void add_number_shares(const StepContext& first, const LayerLayout& layer,
                       std::vector<arch::Transfer>& transfers) {
  constexpr std::uint32_t kLane = 4;
  const arch::TileId owner = layer.tiles.front();
  for (std::size_t i = 0; i < layer.slices.front().numbers.size(); ++i) {
    const NumberLayout& number = layer.slices.front().numbers[i];
    if (!number.trained || !number.shared) continue;
    for (const SliceLayout& slice : layer.slices)
      for (std::uint32_t replica = 0; replica < first.job.placement.replicas; ++replica)
        for (std::uint32_t lane = 0; lane < 2; ++lane) {
          const arch::TileId tile = counterpart(first.job, slice.slice.tile, 0, replica);
          if (tile == owner && lane == 0) continue;
          transfers.push_back({owner, first.groups.single(tile), number.value,
                               slice.numbers[i].value + lane * kLane, kLane});
        }
  }
}

std::vector<Superstep> share_superstep(const StepContext& first) {
  std::vector<arch::Transfer> transfers;
  for (const LayerLayout& layer : first.layout.layers) {
    for (const SliceLayout& slice : layer.slices) {
      if (first.job.placement.replicas == 1) break;
      for (const TrainedRegion& region : trained_regions(first.job, slice))
        add_region_shares(first.job, slice, region, first.groups, transfers);
    }
    add_number_shares(first, layer, transfers);
  }
  if (transfers.empty()) return {};
  return {{"forward", "", "share", {}, {std::move(transfers)}}};
}

struct PlacedRegion {
  arch::TileId tile;  // of the first replica
  TrainedRegion region;
};

std::vector<PlacedRegion> placed_regions(const StepContext& first) {
  std::vector<PlacedRegion> placed;
  for (const LayerLayout& layer : first.layout.layers)
    for (const SliceLayout& slice : layer.slices)
      for (TrainedRegion& region : trained_regions(first.job, slice))
        placed.push_back({slice.slice.tile, std::move(region)});
  return placed;
}

// Of a stretch the gradients of one part from one replica to the one that updates it.
void add_gradient_share(const StepContext& first, const PlacedRegion& placed, std::uint32_t from,
                        std::uint32_t to, std::vector<arch::Transfer>& transfers) {
  const TrainedRegion& region = placed.region;
  const PairRange share = share_of(region.pairs, first.job.placement.replicas, to, region.grain);
  if (share.count == 0) return;
  const std::uint32_t bytes = share.bytes(region.gradient_pair);
  transfers.push_back({counterpart(first.job, placed.tile, 0, from),
                       first.groups.single(counterpart(first.job, placed.tile, 0, to)),
                       region.gradient + share.offset(region.gradient_pair),
                       region.replica_gradients + from * bytes, bytes});
}

// In rounds: in round k replica i sends to replica i + k.
std::vector<arch::Transfer> gather_transfers(const StepContext& first) {
  const std::uint32_t replicas = first.job.placement.replicas;
  const std::vector<PlacedRegion> placed = placed_regions(first);
  std::vector<arch::Transfer> transfers;
  for (std::uint32_t round = 0; round < replicas; ++round)
    for (std::uint32_t from = 0; from < replicas; ++from)
      for (const PlacedRegion& region : placed)
        add_gradient_share(first, region, from, (from + round) % replicas, transfers);
  return transfers;
}

}  // namespace

std::vector<Layout> replicated(const Job& job, const Layout& layout) {
  std::vector<Layout> layouts;
  for (std::uint32_t replica = 0; replica < job.placement.replicas; ++replica)
    layouts.push_back(moved(layout, replica, replica * job.placement.replica_tiles));
  return layouts;
}

TrainingSteps replicated_steps(const Job& job, std::span<const Layout> layouts,
                               GroupTable& groups) {
  const StepContext first{job, layouts[0], groups};
  TrainingSteps steps;
  for (const Layout& layout : layouts) {
    const StepContext context{job, layout, groups};
    TrainingSteps one = training_steps(context);
    if (job.training() && layouts.size() > 1) one.gather.push_back(gather_superstep(context));
    if (layout.replica == 0)
      steps = std::move(one);
    else
      join(steps, std::move(one));
  }
  steps.share = share_superstep(first);
  if (!steps.gather.empty()) steps.gather.front().exchange = {gather_transfers(first)};
  return steps;
}

std::vector<arch::TileId> in_all_replicas(const StepContext& context,
                                          std::span<const arch::TileId> tiles) {
  std::vector<arch::TileId> all;
  for (std::uint32_t replica = 0; replica < context.job.placement.replicas; ++replica)
    for (const arch::TileId tile : tiles)
      all.push_back(counterpart(context.job, tile, context.layout.replica, replica));
  return all;
}

void add_region_update(const StepContext& context, arch::TileId tile, const TrainedRegion& region,
                       WorkTable& work) {
  const std::uint32_t replicas = context.job.placement.replicas;
  const PairRange share = share_of(region.pairs, replicas, context.layout.replica, region.grain);
  if (share.count == 0) return;
  const std::uint32_t bytes = share.bytes(region.gradient_pair);
  const std::uint32_t gradient = region.gradient + share.offset(region.gradient_pair);
  if (replicas > 1)
    work.add(tile, call_of(region.gradient_pair == 4 ? "reduce_blocks_f16" : "reduce_blocks",
                           {{"pairs", bytes / 8},
                            {"source", region.replica_gradients},
                            {"blocks", replicas},
                            {"block_stride", bytes},
                            {"destination", gradient}}));
  std::vector<std::uint32_t> states = region.states;
  for (std::uint32_t& state : states) state += share.offset();
  const NetworkCodelets& codelets = context.job.codelets;
  const UpdateOf update{region.is_number ? codelets.number_optimizer : codelets.optimizer,
                        share.count, region.parameters + share.offset(region.parameter_pair),
                        gradient, states};
  work.add(tile, update_call(context, update));
}

}  // namespace bspike::kernels
