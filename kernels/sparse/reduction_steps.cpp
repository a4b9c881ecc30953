// Owns the second half of one backward time step: B7 to B9, from input gradients to the list
// gradients of the step before; and the update.
#include <algorithm>

#include "kernels/sparse/call_shape.hpp"
#include "kernels/sparse/sparse_steps.hpp"

namespace bspike::kernels::sparse {
namespace {

constexpr const char* kPhase = "backward";

std::uint32_t list_words(const SparseContext& context, const SparseLayer& layer) {
  return context.job.batch * layer.capacity_below;
}

// --- B7 -----------------------------------------------------------------------------------------

const CallShape& input_gradient_shape(const SparseJob& job) {
  static const CallShape kPair("sparse_input_gradient_pair",
                               {"weights", "current_gradient", "ids", "count", "gradient"});
  static const CallShape kRows("sparse_input_gradient", {"weights", "current_gradient", "ids",
                                                         "count", "gradient", "pairs"});
  static const CallShape kScalar(
      "sparse_input_gradient_scalar",
      {"weights", "current_gradient", "ids", "count", "gradient", "neurons"});
  if (job.odd()) return kScalar;
  return job.neurons_per_tile == 2 ? kPair : kRows;
}

void add_input_gradients(const SparseContext& context, const SparseLayer& layer, WorkTable& work) {
  const CallShape& shape = input_gradient_shape(context.job);
  const LayerAddresses& at = context.layout.layers[layer.index];
  const std::uint32_t neurons = context.job.neurons_per_tile;
  for (const TileId tile : layer_tiles(layer)) {
    for (std::uint32_t b = 0; b < context.job.batch; ++b) {
      const std::uint32_t list = b * layer.capacity_below * 4;
      work.add(tile, shape({at.weights, at.scaled + b * neurons * 4, at.replica.ids + list,
                            at.replica.counts + b * 8 + 4, at.input_gradient + list,
                            context.job.row_length()}));
    }
  }
}

// A group's partials to the tiles of its jobs: member m's word of a job lands m words behind the
// job's first operand. Members start at different tiles.
void append_group(const SparseContext& context, const SparseLayer& layer, std::uint32_t group,
                  Transfers& transfers) {
  const ReductionLayout& reduction = context.layout.reductions[layer.index];
  const std::uint64_t words = list_words(context, layer);
  const std::uint64_t jobs = words * layer.groups.count;
  const std::uint64_t first_job = group * words;
  const std::uint32_t first = spread_tile(first_job, jobs, layer.reduction_tiles);
  const std::uint32_t last = spread_tile(first_job + words - 1, jobs, layer.reduction_tiles);
  const std::uint32_t members = layer.groups.members(group);
  const Address source = context.layout.layers[layer.index].input_gradient;
  for (std::uint32_t round = 0; round <= last - first; ++round) {
    for (std::uint32_t member = 0; member < members; ++member) {
      const ReductionTile& to = reduction.tiles[first + (member + round) % (last - first + 1)];
      const std::uint64_t begin = std::max(to.jobs.first, first_job);
      const std::uint64_t end = std::min(to.jobs.end, first_job + words);
      if (begin >= end) continue;
      const std::uint32_t offset = to.partial_offsets[begin - to.jobs.first];
      transfers.push_back({layer.first_tile + layer.groups.first(group) + member,
                           context.groups.single(to.tile), source + word(begin - first_job) * 4,
                           to.partials + offset + member * 4, word(end - begin) * 4, 4,
                           members * 4});
    }
  }
}

// c1 of each sample to the tiles that have jobs of it.
Transfers send_counts(const SparseContext& context, const SparseLayer& layer) {
  const ReductionLayout& reduction = context.layout.reductions[layer.index];
  const SpikeListLayout& list = context.layout.lists[layer.index];
  std::vector<std::vector<TileId>> tiles(context.job.batch);
  for (const ReductionTile& at : reduction.tiles) {
    for (std::uint64_t job = at.jobs.first; job < at.jobs.end; ++job) {
      auto& sample = tiles[job / layer.capacity_below % context.job.batch];
      if (sample.empty() || sample.back() != at.tile) sample.push_back(at.tile);
    }
  }
  Transfers transfers;
  for (std::uint32_t sample = 0; sample < context.job.batch; ++sample) {
    std::vector<TileId>& group = tiles[sample];
    std::sort(group.begin(), group.end());
    group.erase(std::unique(group.begin(), group.end()), group.end());
    if (group.empty()) continue;
    const WordRun run = word_runs(list.counts, sample * 2 + 1, 1).front();
    transfers.push_back({run.tile, context.groups.intern(std::move(group)),
                         list.below.counts + run.offset, reduction.counts + sample * 4, 4});
  }
  return transfers;
}

SparseStep input_gradient_step(const SparseContext& context) {
  WorkTable work;
  std::vector<Transfers> exchange;
  for (const SparseLayer& layer : context.job.layers) {
    if (layer.index == 0) continue;
    add_input_gradients(context, layer, work);
    Transfers& transfers = exchange.emplace_back();
    for (std::uint32_t group = 0; group < layer.groups.count; ++group) {
      append_group(context, layer, group, transfers);
    }
    exchange.push_back(send_counts(context, layer));
  }
  SparseStep step = make_step(kPhase, "B7.input_gradient", work);
  step.superstep.exchange = std::move(exchange);
  return step;
}

// --- B8 -----------------------------------------------------------------------------------------

void add_groups(const SparseContext& context, const SparseLayer& layer, WorkTable& work) {
  static const CallShape kReduce("reduce_group",
                                 {"partials", "members", "count", "slot", "result"});
  const ReductionLayout& reduction = context.layout.reductions[layer.index];
  const std::uint64_t words = list_words(context, layer);
  for (const ReductionTile& at : reduction.tiles) {
    for (std::uint64_t job = at.jobs.first; job < at.jobs.end; ++job) {
      const std::uint64_t place = job - at.jobs.first;
      const std::uint64_t sample = job % words / layer.capacity_below;
      work.add(at.tile,
               kReduce({at.partials + at.partial_offsets[place],
                        layer.groups.members(word(job / words)), reduction.counts + sample * 4,
                        job % layer.capacity_below, at.results + place * 4}));
    }
  }
}

// The result words `first` .. of a group, tile by tile of B8.
struct ResultRun {
  TileId tile = 0;
  Address address = 0;
  std::uint32_t first = 0;  // word of the list
  std::uint32_t words = 0;
};

std::vector<ResultRun> result_runs(const SparseContext& context, const SparseLayer& layer,
                                   std::uint32_t group, std::uint32_t first, std::uint32_t count) {
  const ReductionLayout& reduction = context.layout.reductions[layer.index];
  const std::uint64_t words = list_words(context, layer);
  const std::uint64_t jobs = words * layer.groups.count;
  std::vector<ResultRun> runs;
  std::uint64_t job = group * words + first;
  const std::uint64_t end = job + count;
  while (job < end) {
    const ReductionTile& at = reduction.tiles[spread_tile(job, jobs, layer.reduction_tiles)];
    const std::uint64_t until = std::min(end, at.jobs.end);
    runs.push_back({at.tile, at.results + word(job - at.jobs.first) * 4, word(job - group * words),
                    word(until - job)});
    job = until;
  }
  return runs;
}

// One stage: every group's sums straight to the list's tiles.
Transfers groups_to_lists(const SparseContext& context, const SparseLayer& layer) {
  const SpikeListLayout& list = context.layout.lists[layer.index];
  const std::uint32_t block = list.ids.per_tile * 4;
  Transfers transfers;
  for (const WordRun& to : word_runs(list.ids)) {
    for (std::uint32_t group = 0; group < layer.groups.count; ++group) {
      for (const ResultRun& run : result_runs(context, layer, group, to.first, to.words)) {
        transfers.push_back({run.tile, context.groups.single(to.tile), run.address,
                             list.sums + group * block + (run.first - to.first) * 4,
                             run.words * 4});
      }
    }
  }
  return transfers;
}

// Two stages, the first: the groups of each segment's chunk.
Transfers groups_to_segments(const SparseContext& context, const SparseLayer& layer) {
  const ReductionLayout& reduction = context.layout.reductions[layer.index];
  Transfers transfers;
  for (const StageSegment& to : reduction.segments) {
    for (std::uint32_t i = 0; i < to.blocks; ++i) {
      const std::uint32_t group = to.chunk * reduction.chunk + i;
      for (const ResultRun& run : result_runs(context, layer, group, to.first_word, to.words)) {
        transfers.push_back({run.tile, context.groups.single(to.tile), run.address,
                             to.source + (i * to.words + run.first - to.first_word) * 4,
                             run.words * 4});
      }
    }
  }
  return transfers;
}

// Two stages, the second: chunk sums to the list's tiles.
Transfers segments_to_lists(const SparseContext& context, const SparseLayer& layer) {
  const SpikeListLayout& list = context.layout.lists[layer.index];
  const std::uint32_t block = list.ids.per_tile * 4;
  Transfers transfers;
  for (const StageSegment& from : context.layout.reductions[layer.index].segments) {
    for (const WordRun& to : word_runs(list.ids, from.first_word, from.words)) {
      transfers.push_back({from.tile, context.groups.single(to.tile),
                           from.destination + (to.first - from.first_word) * 4,
                           list.sums + from.chunk * block + to.offset, to.words * 4});
    }
  }
  return transfers;
}

bool in_two_stages(const SparseContext& context, const SparseLayer& layer) {
  return !context.layout.reductions[layer.index].segments.empty();
}

SparseStep group_step(const SparseContext& context) {
  WorkTable work;
  for (const SparseLayer& layer : context.job.layers) {
    if (layer.index > 0) add_groups(context, layer, work);
  }
  return make_step(kPhase, "B8.reduce_groups", work);
}

// --- B9 -----------------------------------------------------------------------------------------

const CallShape& sum_shape() {
  static const CallShape kSum("reduce_words",
                              {"words", "source", "blocks", "block_stride", "destination"});
  return kSum;
}

SparseStep segment_step(const SparseContext& context) {
  WorkTable work;
  std::vector<Transfers> before;
  for (const SparseLayer& layer : context.job.layers) {
    if (layer.index == 0 || !in_two_stages(context, layer)) continue;
    for (const StageSegment& at : context.layout.reductions[layer.index].segments) {
      work.add(at.tile, sum_shape()({at.words, at.source, at.blocks, std::uint64_t{at.words} * 4,
                                     at.destination}));
    }
    before.push_back(groups_to_segments(context, layer));
  }
  SparseStep step = make_step(kPhase, "B9.reduce", work);
  step.before = std::move(before);
  return step;
}

SparseStep last_stage_step(const SparseContext& context, const char* kind) {
  WorkTable work;
  std::vector<Transfers> before;
  for (const SparseLayer& layer : context.job.layers) {
    if (layer.index == 0) continue;
    const SpikeListLayout& list = context.layout.lists[layer.index];
    const bool chunks = in_two_stages(context, layer);
    const std::uint64_t blocks =
        chunks ? divide_up(layer.groups.count, context.layout.reductions[layer.index].chunk)
               : layer.groups.count;
    for (const WordRun& run : word_runs(list.ids)) {
      work.add(run.tile, sum_shape()({run.words, list.sums, blocks,
                                      std::uint64_t{list.ids.per_tile} * 4, list.gradient}));
    }
    before.push_back(chunks ? segments_to_lists(context, layer) : groups_to_lists(context, layer));
  }
  SparseStep step = make_step(kPhase, kind, work);
  step.before = std::move(before);
  return step;
}

}  // namespace

SparseSteps reduction_steps(const SparseContext& context) {
  SparseSteps steps;
  const auto& layers = context.job.layers;
  if (layers.size() < 2) return steps;
  steps.push_back(input_gradient_step(context));
  steps.push_back(group_step(context));
  const bool two_stages = std::any_of(layers.begin() + 1, layers.end(), [&](const auto& layer) {
    return in_two_stages(context, layer);
  });
  if (two_stages) steps.push_back(segment_step(context));
  steps.push_back(last_stage_step(context, two_stages ? "B9.reduce_last" : "B9.reduce"));
  return steps;
}

SparseSteps update_steps(const SparseContext& context) {
  WorkTable replicas, optimizer;
  for (const SparseLayer& layer : context.job.layers) {
    const LayerAddresses& at = context.layout.layers[layer.index];
    const std::uint32_t pairs = at.weight_bytes / 8;
    const Call reduce = call_of("reduce_blocks", {{"pairs", pairs},
                                                  {"source", at.replicas},
                                                  {"blocks", context.job.gradient_replicas()},
                                                  {"block_stride", at.weight_bytes},
                                                  {"destination", at.gradient}});
    std::vector<NamedWord> words{{"pairs", pairs},
                                 {"parameters", at.weights},
                                 {"gradient", at.gradient},
                                 {"scalars", context.layout.scalars}};
    const NetworkCodelets& learning = context.job.learning;
    for (std::size_t i = 0; i < at.optimizer_states.size(); ++i) {
      words.push_back({learning.optimizer_states[i], at.optimizer_states[i]});
    }
    const Call update = call_of(learning.optimizer, words, &learning.optimizer_numbers);
    for (const TileId tile : layer_tiles(layer)) {
      replicas.add(tile, reduce);
      optimizer.add(tile, update);
    }
  }
  SparseSteps steps;
  steps.push_back(make_step("update", "U0.reduce_replicas", replicas));
  steps.push_back(make_step("update", "U1.optimizer", optimizer));
  return steps;
}

}  // namespace bspike::kernels::sparse
