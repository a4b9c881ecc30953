// Owns where everything of the sparse program lies on the tiles: docs/sparse_step.md, "Where things
// lie", as addresses. Contract: what one exchange sends to several tiles has one address on all of
// them; addresses mean something only if the memory planner's checks returned.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "kernels/memory/memory_planner.hpp"
#include "kernels/sparse/sparse_job.hpp"

namespace bspike::kernels::sparse {

using Address = std::uint32_t;

// Copies of one time step's list, or of its history, each with ids and counts.
struct ListBuffer {
  Address ids = 0;
  Address counts = 0;
};

// List l; which buffers exist depends on l (0: the input, last: the output layer's).
struct SpikeListLayout {
  std::uint32_t capacity = 0;
  std::uint32_t counts_per_sample = 0;  // the input has c0 alone
  Sliceable ids, counts;
  ListBuffer now;      // written by F7; lists of layers
  ListBuffer in;       // what F2 broadcasts: of t for the input, of t - 1 for the others
  ListBuffer history;  // [T + 1], slot 0 empty
  ListBuffer as_float, back;
  ListBuffer own;                // of t, for B3
  ListBuffer below;              // what B5 broadcasts
  Address gradient = 0;          // dL/dspike of t; like ids
  Address gradient_history = 0;  // of the output's list: [T]
  Address sums = 0;              // operands of B9's last stage, [blocks][words on the tile]
};

// One layer: the same addresses on all its tiles.
struct LayerAddresses {
  Address weights = 0, gradient = 0, replicas = 0;
  std::vector<Address> optimizer_states;
  Address membrane = 0, membrane_now = 0, history = 0;
  Address state_gradient = 0, scaled = 0;
  Address alpha = 0, gain = 0, threshold = 0, second_threshold = 0;
  Address flags = 0;
  ListBuffer received, replica;  // of the list below
  Address input_gradient = 0;
  ListBuffer own;  // variant final: of its own list
  Address own_gradient = 0;
  std::uint32_t weight_bytes = 0;  // of weights, gradient, each replica
  std::uint32_t state_bytes = 0;   // of a [batch][n] tensor
};

// A part of list building: one (layer, sample, threshold) on one tile.
struct ListPart {
  std::uint32_t layer = 0, sample = 0, threshold = 0, part = 0;
  TileId tile = 0;
  std::uint32_t first_neuron = 0, neurons = 0;
  Address flags = 0, draw = 0, worker_ids = 0, worker_counts = 0;
  Address merged_ids = 0, merged_count = 0;
};

// Where a sample's list is put together.
struct ListMerge {
  std::uint32_t layer = 0, sample = 0;
  TileId tile = 0;
  Address lists = 0, list_count = 0;  // partial lists and their counts
  Address ids = 0, counts = 0;        // the list, c0 and c1
};

struct ListBuilding {
  std::uint32_t worker_capacity = 0, part_capacity = 0;
  std::vector<ListPart> parts;    // order: sample, threshold, part
  std::vector<ListMerge> merges;  // by sample
};

// A state gradient of the variant log2022.
struct StateGradientJob {
  TileId tile = 0;
  Address membrane = 0, threshold = 0, state_gradient = 0;
  Address ids = 0, gradient = 0, count = 0;
};

// One tile of a layer's B8.
struct ReductionTile {
  TileId tile = 0;
  JobRange jobs;
  std::vector<std::uint32_t> partial_offsets;  // of each job, in bytes
  Address partials = 0, results = 0;
};

// What one tile sums in the first of B9's two stages.
struct StageSegment {
  TileId tile = 0;
  std::uint32_t chunk = 0, first_word = 0, words = 0, blocks = 0;
  Address source = 0, destination = 0;
};

struct ReductionLayout {
  Address counts = 0;  // c1 of each sample, the same address on all tiles
  std::vector<ReductionTile> tiles;
  std::uint32_t chunk = 1;             // groups a segment sums
  std::vector<StageSegment> segments;  // empty: one stage
};

struct RowLayout {
  std::uint32_t rows_per_tile = 0;
  std::uint32_t tiles = 0;
  Address ids = 0, counts = 0, dense = 0, gradient = 0, list_gradient = 0;  // by row
};

struct SparseLossLayout {
  TileId tile = 0;
  Address source = 0, labels = 0, loss = 0, gradient = 0, segment_table = 0;
  std::uint32_t row_bytes = 0;  // of a sample in source and gradient
  struct Sample {
    TileId tile = 0;
    Address rows = 0, sums = 0;
  };
  std::vector<Sample> samples;
};

struct ControlLayout {
  Address counter = 0, condition = 0, index = 0, previous = 0;  // on the control tile
};

struct SparseLayout {
  ControlLayout control;
  Address index = 0, previous = 0;  // as received, on every tile
  Sliceable stream_ids, stream_counts;
  ListBuffer stream;
  Address scalars = 0;
  std::uint32_t scalar_bytes = 0;
  std::vector<SpikeListLayout> lists;
  std::vector<LayerAddresses> layers;
  std::vector<ListBuilding> building;                          // by layer
  std::vector<std::vector<StateGradientJob>> state_gradients;  // by layer and sample; log2022
  std::vector<ReductionLayout> reductions;                     // by layer; empty for layer 0
  RowLayout rows;
  SparseLossLayout loss;
  std::vector<TileId> tiles;  // all of the chip
};

[[nodiscard]] SparseLayout plan_sparse_layout(const SparseJob& job,
                                              const std::vector<std::uint64_t>& code_bytes,
                                              MemoryPlanner& memory);

[[nodiscard]] std::vector<TileId> tile_range(TileId first, std::uint32_t count);

}  // namespace bspike::kernels::sparse
