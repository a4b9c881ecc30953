// Owns the supersteps of the sparse program as specifications: docs/sparse_step.md, "Supersteps".
// Contract: a row's operands that others send are in `before`, and become part of the exchange of
// the row in front of it.
#pragma once

#include <string>
#include <vector>

#include "kernels/sparse/sparse_layout.hpp"
#include "kernels/training_steps.hpp"

namespace bspike::kernels::sparse {

using Transfers = std::vector<arch::Transfer>;

struct SparseContext {
  const SparseJob& job;
  const SparseLayout& layout;
  GroupTable& groups;
};

// A superstep, and what must have been exchanged before it starts: operands, and the time index (or
// that of the step before) on so many tiles.
struct SparseStep {
  Superstep superstep;
  std::vector<Transfers> before;
  std::vector<TileId> index_tiles;
  bool previous = false;
};
using SparseSteps = std::vector<SparseStep>;

// Each row in the order of docs/sparse_step.md.
struct SparseProgram {
  std::vector<Superstep> start;           // I0, I1
  std::vector<Superstep> forward;         // one time step
  std::vector<Superstep> loss;            // L0 .. L6
  std::vector<Superstep> backward_start;  // B0.zero
  std::vector<Superstep> backward;        // one time step
  std::size_t backward_reductions = 0;    // the last so many of `backward` are left out at t = 0
  std::vector<Superstep> update;          // U0, U1
};
[[nodiscard]] SparseProgram sparse_program(const SparseContext& context);

// The parts, one file each.
[[nodiscard]] SparseSteps start_steps(const SparseContext& context);
[[nodiscard]] SparseSteps forward_steps(const SparseContext& context);
[[nodiscard]] SparseSteps loss_steps(const SparseContext& context);
[[nodiscard]] SparseSteps backward_start_steps(const SparseContext& context);
[[nodiscard]] SparseSteps gradient_steps(const SparseContext& context);   // B0 .. B6
[[nodiscard]] SparseSteps reduction_steps(const SparseContext& context);  // B7 .. B9
[[nodiscard]] SparseSteps update_steps(const SparseContext& context);

// --- Shared pieces ----------------------------------------------------------------------------

[[nodiscard]] SparseStep make_step(const char* phase, const char* kind, WorkTable& work);
[[nodiscard]] SparseStep make_step(const char* phase, const char* kind, WorkTable& work,
                                   std::uint32_t layer);

// Appends rows of one library call: as they are, or merged into one superstep.
void append_library(const SparseContext& context, SparseSteps& steps, SparseSteps rows);

// A run of a sliceable tensor's words on one tile.
struct WordRun {
  TileId tile = 0;
  std::uint32_t first = 0;   // word of the tensor
  std::uint32_t offset = 0;  // bytes from the tile's first word
  std::uint32_t words = 0;
};
[[nodiscard]] std::vector<WordRun> word_runs(const Sliceable& map, std::uint32_t first,
                                             std::uint32_t count);
// All words, tile by tile.
[[nodiscard]] std::vector<WordRun> word_runs(const Sliceable& map);

// Every piece of a sliceable tensor as a multicast to `group`, side by side from `destination` on.
void append_broadcast(Transfers& transfers, const Sliceable& map, Address source,
                      std::uint32_t group, Address destination);
// Word `offset` of each sample's pair of counts, side by side.
void append_count_broadcast(Transfers& transfers, const SpikeListLayout& list, Address source,
                            std::uint32_t offset, std::uint32_t batch, std::uint32_t group,
                            Address destination);

[[nodiscard]] std::vector<TileId> layer_tiles(const SparseLayer& layer);
[[nodiscard]] std::uint32_t layer_group(const SparseContext& context, const SparseLayer& layer);

// One call a tile that keeps words of a sliceable tensor: words of one time step out of a history
// or into it, copied, or set to zero.
struct HistoryWords {
  const Sliceable& map;
  Address history;  // of slot 0
  Address words;    // of one time step
  Address index;
};
void add_slices(WorkTable& work, const HistoryWords& at);
void add_updates(WorkTable& work, const HistoryWords& at);
void add_copies(WorkTable& work, const Sliceable& map, Address source, Address destination);
void add_zeros(WorkTable& work, const Sliceable& map, Address words);
// `codelet`: a cast; `slots` time steps of words.
void add_casts(WorkTable& work, const char* codelet, const Sliceable& map, std::uint32_t slots,
               Address source, Address destination);

}  // namespace bspike::kernels::sparse
