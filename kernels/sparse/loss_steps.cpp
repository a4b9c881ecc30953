// Owns the supersteps between the passes: L0 to L6, the output's lists made dense, their sum over
// time, the loss, and its gradient back at the lists.
#include <algorithm>
#include <map>

#include "kernels/sparse/call_shape.hpp"
#include "kernels/sparse/sparse_steps.hpp"

namespace bspike::kernels::sparse {
namespace {

constexpr const char* kPhase = "loss";

// One (time step, sample): where its row lies.
struct Row {
  TileId tile = 0;
  std::uint32_t slot = 0;
};

Row row_of(const SparseContext& context, std::uint32_t t, std::uint32_t sample) {
  const std::uint32_t row = t * context.job.batch + sample;
  const std::uint32_t per_tile = context.layout.rows.rows_per_tile;
  return {row / per_tile, row % per_tile};
}

template <class RowFn>
void for_rows(const SparseContext& context, const RowFn& visit) {
  for (std::uint32_t t = 0; t < context.job.time_steps; ++t) {
    for (std::uint32_t sample = 0; sample < context.job.batch; ++sample) {
      visit(t, sample, row_of(context, t, sample));
    }
  }
}

const SpikeListLayout& output_list(const SparseContext& context) {
  return context.layout.lists.back();
}

// Ids or counts of every time step's list through a cast, layer by layer.
void append_casts(const SparseContext& context, SparseSteps& steps, const char* codelet,
                  const char* ids_kind, const char* counts_kind,
                  ListBuffer SpikeListLayout::*source, ListBuffer SpikeListLayout::*destination) {
  SparseSteps rows;
  const std::uint32_t slots = context.job.time_steps + 1;
  const auto cast = [&](std::uint32_t layer, const char* kind, Sliceable SpikeListLayout::*map,
                        Address ListBuffer::*part) {
    const SpikeListLayout& list = context.layout.lists[layer + 1];
    WorkTable work;
    add_casts(work, codelet, list.*map, slots, (list.*source).*part, (list.*destination).*part);
    rows.push_back(make_step(kPhase, kind, work, layer));
  };
  for (const SparseLayer& layer : context.job.layers) {
    cast(layer.index, ids_kind, &SpikeListLayout::ids, &ListBuffer::ids);
  }
  for (const SparseLayer& layer : context.job.layers) {
    cast(layer.index, counts_kind, &SpikeListLayout::counts, &ListBuffer::counts);
  }
  append_library(context, steps, std::move(rows));
}

// The output's lists of all time steps to the tiles of the rows.
Transfers lists_to_rows(const SparseContext& context) {
  const SpikeListLayout& list = output_list(context);
  const RowLayout& rows = context.layout.rows;
  Transfers transfers;
  for_rows(context, [&](std::uint32_t t, std::uint32_t sample, Row row) {
    const std::uint32_t group = context.groups.single(row.tile);
    const auto move = [&](const Sliceable& map, Address history, std::uint32_t words,
                          Address destination) {
      for (const WordRun& run : word_runs(map, sample * words, words)) {
        transfers.push_back({run.tile, group, history + (t + 1) * map.per_tile * 4 + run.offset,
                             destination + (run.first - sample * words + row.slot * words) * 4,
                             run.words * 4});
      }
    };
    move(list.ids, list.history.ids, list.capacity, rows.ids);
    move(list.counts, list.history.counts, 2, rows.counts);
  });
  return transfers;
}

SparseStep zero_step(const SparseContext& context) {
  static const CallShape kZero("fill_zero_words", {"address", "words"});
  const RowLayout& rows = context.layout.rows;
  WorkTable work;
  for (const TileId tile : tile_range(0, rows.tiles)) {
    work.add(tile, kZero({rows.dense, std::uint64_t{rows.rows_per_tile} * context.job.classes()}));
  }
  SparseStep step = make_step(kPhase, "L1.zero", work);
  step.superstep.exchange.push_back(lists_to_rows(context));
  return step;
}

SparseStep dense_step(const SparseContext& context) {
  static const CallShape kDense("sparse_to_dense", {"ids", "count", "dense"});
  const RowLayout& rows = context.layout.rows;
  const std::uint32_t capacity = output_list(context).capacity;
  const std::uint32_t row_bytes = context.job.classes() * 4;
  WorkTable work;
  Transfers transfers;
  for_rows(context, [&](std::uint32_t t, std::uint32_t sample, Row row) {
    const Address dense = rows.dense + row.slot * row_bytes;
    work.add(row.tile,
             kDense({rows.ids + row.slot * capacity * 4, rows.counts + row.slot * 8, dense}));
    const SparseLossLayout::Sample& to = context.layout.loss.samples[sample];
    transfers.push_back(
        {row.tile, context.groups.single(to.tile), dense, to.rows + t * row_bytes, row_bytes});
  });
  SparseStep step = make_step(kPhase, "L2.dense", work);
  step.superstep.exchange.push_back(std::move(transfers));
  return step;
}

SparseStep sum_step(const SparseContext& context) {
  static const CallShape kSum("reduce_words",
                              {"words", "source", "blocks", "block_stride", "destination"});
  const SparseLossLayout& loss = context.layout.loss;
  const std::uint32_t classes = context.job.classes();
  WorkTable work;
  Transfers transfers;
  for (std::uint32_t sample = 0; sample < context.job.batch; ++sample) {
    const SparseLossLayout::Sample& at = loss.samples[sample];
    work.add(at.tile, kSum({classes, at.rows, context.job.time_steps, classes * 4ull, at.sums}));
    transfers.push_back({at.tile, context.groups.single(loss.tile), at.sums,
                         loss.source + sample * loss.row_bytes, classes * 4});
  }
  SparseStep step = make_step(kPhase, "L3.sum_time", work);
  step.superstep.exchange.push_back(std::move(transfers));
  return step;
}

// A sample's gradient is the same at every time step: one multicast to the rows that have the same
// place on their tile.
Transfers gradient_to_rows(const SparseContext& context) {
  const SparseLossLayout& loss = context.layout.loss;
  const std::uint32_t row_bytes = context.job.classes() * 4;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<TileId>> tiles;
  for_rows(context, [&](std::uint32_t /*t*/, std::uint32_t sample, Row row) {
    tiles[{sample, row.slot}].push_back(row.tile);
  });
  Transfers transfers;
  for (auto& [place, group] : tiles) {
    transfers.push_back({loss.tile, context.groups.intern(std::move(group)),
                         loss.gradient + place.first * loss.row_bytes,
                         context.layout.rows.gradient + place.second * row_bytes, row_bytes});
  }
  return transfers;
}

SparseStep loss_step(const SparseContext& context) {
  const SparseLossLayout& loss = context.layout.loss;
  WorkTable work;
  work.add(loss.tile, call_of(context.job.learning.loss,
                              {{"batch", context.job.batch},
                               {"segments", 1},
                               {"segment_table", loss.segment_table},
                               {"source", loss.source},
                               {"labels", loss.labels},
                               {"loss", loss.loss},
                               {"gradient_base", loss.gradient},
                               {"gradient_stride", 0},
                               {"counter", context.layout.index}},
                              &context.job.learning.loss_numbers));
  SparseStep step = make_step(kPhase, "L4.loss", work);
  step.superstep.exchange.push_back(gradient_to_rows(context));
  return step;
}

SparseStep list_gradient_step(const SparseContext& context) {
  static const CallShape kGradient("dense_to_sparse",
                                   {"dense", "ids", "count", "capacity", "gradient"});
  const RowLayout& rows = context.layout.rows;
  const SpikeListLayout& list = output_list(context);
  const std::uint32_t list_bytes = list.capacity * 4;
  WorkTable work;
  Transfers transfers;
  for_rows(context, [&](std::uint32_t t, std::uint32_t sample, Row row) {
    const Address gradient = rows.list_gradient + row.slot * list_bytes;
    work.add(row.tile, kGradient({rows.gradient + row.slot * context.job.classes() * 4,
                                  rows.ids + row.slot * list_bytes, rows.counts + row.slot * 8 + 4,
                                  list.capacity, gradient}));
    for (const WordRun& run : word_runs(list.ids, sample * list.capacity, list.capacity)) {
      transfers.push_back({row.tile, context.groups.single(run.tile),
                           gradient + (run.first - sample * list.capacity) * 4,
                           list.gradient_history + t * list.ids.per_tile * 4 + run.offset,
                           run.words * 4});
    }
  });
  SparseStep step = make_step(kPhase, "L5.list_gradient", work);
  step.superstep.exchange.push_back(std::move(transfers));
  return step;
}

}  // namespace

SparseSteps loss_steps(const SparseContext& context) {
  SparseSteps steps;
  append_casts(context, steps, "cast_to_float", "L0.cast_ids", "L0.cast_counts",
               &SpikeListLayout::history, &SpikeListLayout::as_float);
  steps.push_back(zero_step(context));
  steps.push_back(dense_step(context));
  steps.push_back(sum_step(context));
  steps.push_back(loss_step(context));
  steps.push_back(list_gradient_step(context));
  append_casts(context, steps, "cast_to_unsigned", "L6.cast_ids", "L6.cast_counts",
               &SpikeListLayout::as_float, &SpikeListLayout::back);
  return steps;
}

}  // namespace bspike::kernels::sparse
