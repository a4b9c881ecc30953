// Owns the places of list-building parts and of the reductions' operands.
#include "kernels/sparse/layout_parts.hpp"

#include <algorithm>

namespace bspike::kernels::sparse {
namespace {

using arch::MemoryCategory;

std::string layer_name(std::uint32_t layer, const std::string& what) {
  return "layer" + std::to_string(layer) + "." + what;
}

// Allocates on one tile.
class TileAllocator {
 public:
  TileAllocator(MemoryPlanner& memory, TileId tile, std::uint32_t layer)
      : memory_(memory), tile_(tile), layer_(layer) {}
  Address words(const char* name, std::uint64_t words) {
    return memory_.allocate(tile_, {layer_name(layer_, name), MemoryCategory::kExchangeBuffer,
                                    round_to_pair(words * 4), 8});
  }

 private:
  MemoryPlanner& memory_;
  TileId tile_;
  std::uint32_t layer_;
};

constexpr std::uint32_t kThresholds = 2;

ListPart make_part(const SparseJob& job, const SparseLayer& layer, std::uint32_t index) {
  ListPart part;
  part.layer = layer.index;
  part.part = index % layer.spread;
  part.threshold = index / layer.spread % kThresholds;
  part.sample = index / layer.spread / kThresholds;
  const std::uint32_t workers = layer.list_workers(job.workers);
  const std::uint32_t first_worker = part.part * job.workers;
  part.first_neuron = even_share(layer.neurons, workers, first_worker).first;
  for (std::uint32_t worker = 0; worker < job.workers; ++worker) {
    part.neurons += even_share(layer.neurons, workers, first_worker + worker).count;
  }
  return part;
}

void allocate_merge(MemoryPlanner& memory, const SparseLayer& layer, ListBuilding& building,
                    const ListPart& first) {
  ListMerge& merge = building.merges.emplace_back();
  merge.layer = layer.index;
  merge.sample = first.sample;
  merge.tile = first.tile;
  TileAllocator take(memory, first.tile, layer.index);
  const std::uint64_t lists = std::uint64_t{kThresholds} * layer.spread;
  merge.lists = take.words("merge.lists", lists * building.part_capacity);
  merge.list_count = take.words("merge.list_counts", lists);
  merge.ids = take.words("merge.ids", layer.capacity);
  merge.counts = take.words("merge.counts", 2);
}

// A part on the tile of its sample's merge writes straight into the merge's operands.
void allocate_part(const SparseJob& job, MemoryPlanner& memory, const SparseLayer& layer,
                   ListBuilding& building, ListPart& part) {
  TileAllocator take(memory, part.tile, layer.index);
  part.flags = take.words("part.flags", part.neurons);
  part.draw = take.words("part.draw", job.workers);
  part.worker_ids =
      take.words("part.worker_ids", std::uint64_t{job.workers} * building.worker_capacity);
  part.worker_counts = take.words("part.worker_counts", job.workers);
  const ListMerge& merge = building.merges[part.sample];
  const std::uint32_t slot = part.threshold * layer.spread + part.part;
  if (part.tile == merge.tile) {
    part.merged_ids = merge.lists + slot * building.part_capacity * 4;
    part.merged_count = merge.list_count + slot * 4;
    return;
  }
  part.merged_ids = take.words("part.merged_ids", building.part_capacity);
  part.merged_count = take.words("part.merged_count", 1);
}

std::uint64_t parts_of(const SparseJob& job, const SparseLayer& layer) {
  return std::uint64_t{job.batch} * kThresholds * layer.spread;
}

void allocate_reduction_tile(const SparseJob& job, MemoryPlanner& memory, const SparseLayer& layer,
                             ReductionTile& at) {
  const std::uint64_t group_jobs = std::uint64_t{job.batch} * layer.capacity_below;
  std::uint32_t bytes = 0;
  for (std::uint64_t j = at.jobs.first; j < at.jobs.end; ++j) {
    at.partial_offsets.push_back(bytes);
    bytes += 4 * layer.groups.members(static_cast<std::uint32_t>(j / group_jobs));
  }
  TileAllocator take(memory, at.tile, layer.index);
  at.partials = take.words("reduction.partials", bytes / 4);
  at.results = take.words("reduction.results", at.jobs.end - at.jobs.first);
}

void plan_reduction_tiles(const SparseJob& job, MemoryPlanner& memory, const SparseLayer& layer,
                          ReductionLayout& reduction) {
  const std::uint64_t jobs = std::uint64_t{layer.groups.count} * job.batch * layer.capacity_below;
  for (std::uint32_t i = 0; i < layer.reduction_tiles; ++i) {
    ReductionTile& at = reduction.tiles.emplace_back();
    at.tile = job.reduction_tile(layer, i);
    at.jobs = jobs_of_tile(i, jobs, layer.reduction_tiles);
    allocate_reduction_tile(job, memory, layer, at);
  }
}

// The words (chunk, word of the list) in order, an equal share on every tile, cut at chunks.
void plan_segments(const SparseJob& job, MemoryPlanner& memory, const SparseLayer& layer,
                   ReductionLayout& reduction) {
  const std::uint32_t words = job.batch * layer.capacity_below;
  reduction.chunk = stage_chunk(layer.groups.count);
  const auto chunks = static_cast<std::uint32_t>(divide_up(layer.groups.count, reduction.chunk));
  const Sliceable map = sliceable(chunks * words, job.chip_tiles);
  for (TileId tile = 0; tile < map.tiles(); ++tile) {
    std::uint32_t first = tile * map.per_tile;
    const std::uint32_t end = first + map.words_on(tile);
    while (first < end) {
      StageSegment& at = reduction.segments.emplace_back();
      at.tile = tile;
      at.chunk = first / words;
      at.first_word = first % words;
      at.words = std::min(end - first, words - at.first_word);
      at.blocks = std::min(reduction.chunk, layer.groups.count - at.chunk * reduction.chunk);
      TileAllocator take(memory, tile, layer.index);
      at.source = take.words("stage.partials", std::uint64_t{at.words} * at.blocks);
      at.destination = take.words("stage.results", at.words);
      first += at.words;
    }
  }
}

}  // namespace

void plan_list_building(const SparseJob& job, MemoryPlanner& memory, SparseLayout& layout) {
  std::uint64_t jobs = 0;
  for (const SparseLayer& layer : job.layers) jobs += parts_of(job, layer);
  std::uint64_t next = 0;
  for (const SparseLayer& layer : job.layers) {
    ListBuilding& building = layout.building.emplace_back();
    const std::uint32_t workers = layer.list_workers(job.workers);
    building.worker_capacity =
        std::min(layer.capacity, static_cast<std::uint32_t>(divide_up(layer.neurons, workers)));
    for (std::uint32_t i = 0; i < parts_of(job, layer); ++i) {
      ListPart part = make_part(job, layer, i);
      part.tile = spread_tile(next++, jobs, job.chip_tiles);
      building.part_capacity =
          std::max(building.part_capacity, std::min(layer.capacity, part.neurons));
      building.parts.push_back(part);
    }
    for (ListPart& part : building.parts) {
      if (part.threshold == 0 && part.part == 0) allocate_merge(memory, layer, building, part);
      allocate_part(job, memory, layer, building, part);
    }
  }
}

void plan_reductions(const SparseJob& job, MemoryPlanner& memory, SparseLayout& layout) {
  for (const SparseLayer& layer : job.layers) {
    if (layer.index == 0) continue;
    ReductionLayout& reduction = layout.reductions[layer.index];
    plan_reduction_tiles(job, memory, layer, reduction);
    if (layer.groups.count >= kTwoStageGroups) plan_segments(job, memory, layer, reduction);
  }
}

}  // namespace bspike::kernels::sparse
