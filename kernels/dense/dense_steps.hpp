// Owns the supersteps of a dense step on the matrix unit as specifications: docs/dense_step.md.
// Contract: as training_steps.hpp; `backward` lists what runs last first, as step_schedule wants.
#pragma once

#include <vector>

#include "kernels/codelets/matrix/matrix_codelets.hpp"
#include "kernels/dense/dense_layout.hpp"
#include "kernels/training_steps.hpp"

namespace bspike::kernels::dense {

struct DenseContext {
  const DenseJob& job;
  const DenseLayout& layout;
  GroupTable& groups;

  [[nodiscard]] StepContext base() const { return {job.base, layout.base, groups}; }
};

struct DenseSteps {
  std::vector<Superstep> start;  // before all else
  Superstep zero;
  std::vector<Superstep> prepare;  // of a constant input, before the time steps
  ByInputTile slice_input;
  std::vector<Superstep> forward, loss_step, final_loss;
  ByInputTile slice_backward;
  std::vector<Superstep> backward, update;
};

[[nodiscard]] DenseSteps dense_steps(const DenseContext& context);

// The parts, one file each group.
[[nodiscard]] Superstep dense_zero(const DenseContext& context);
[[nodiscard]] std::vector<Superstep> dense_prepare(const DenseContext& context);
[[nodiscard]] Superstep dense_input(const DenseContext& context);
[[nodiscard]] std::vector<Superstep> dense_forward_steps(const DenseContext& context,
                                                         std::uint32_t layer);
[[nodiscard]] Superstep dense_loss_step(const DenseContext& context);
[[nodiscard]] std::vector<Superstep> dense_final_loss(const DenseContext& context);
[[nodiscard]] Superstep dense_backward_input(const DenseContext& context);
[[nodiscard]] std::vector<Superstep> dense_backward_steps(const DenseContext& context,
                                                          std::uint32_t layer);
[[nodiscard]] std::vector<Superstep> dense_update_steps(const DenseContext& context);
// Weights and biases from the tiles that update them to the others that use them; none if there
// are no others.
[[nodiscard]] std::vector<Superstep> spread_weights(const DenseContext& context);

// Rows of weights that the tile of a part of samples updates.
[[nodiscard]] Range updated_rows(const ProductLayout& product, std::size_t sample_part);

// --- Shared pieces ---------------------------------------------------------------------------

// A tile of a projection: its parts, and the ranges that they stand for.
struct ProductTile {
  arch::TileId tile = 0;
  std::size_t sample = 0, input = 0, output = 0;  // parts
  Range samples, inputs, outputs;                 // in blocks
  std::uint32_t rows = 0;                         // samples that are in the batch
};
[[nodiscard]] std::vector<ProductTile> product_tiles(const DenseContext& context,
                                                     const ProductLayout& product);

// Panels of the inputs of a layer, or their transpose, to the tiles of its product; gradients of
// its currents to them.
[[nodiscard]] std::vector<arch::Transfer> source_transfers(const DenseContext& context,
                                                           std::uint32_t layer);
[[nodiscard]] std::vector<arch::Transfer> transposed_transfers(const DenseContext& context,
                                                               std::uint32_t layer);
[[nodiscard]] std::vector<arch::Transfer> current_transfers(const DenseContext& context,
                                                            std::uint32_t layer);
// The record of the output layer to the loss, and the loss's gradient back.
[[nodiscard]] std::vector<arch::Transfer> loss_source_transfers(const DenseContext& context);
[[nodiscard]] std::vector<arch::Transfer> loss_gradient_transfers(const DenseContext& context);

// Place of a cell among those of its layer, or of the input: a block of neurons and a part of the
// samples.
[[nodiscard]] inline std::size_t cell_index(const DenseContext& context, std::uint32_t level,
                                            std::size_t block, std::size_t part) {
  return block * context.job.cuts[level].size() + part;
}

// The samples of the batch in some blocks of 16.
[[nodiscard]] Range samples_in(const DenseContext& context, const Range& blocks);

// Passes of the unit as calls: those that set their results, then those that add to them.
void add_passes(const DenseContext& context, arch::TileId tile,
                const std::vector<MatrixPass>& first, const std::vector<MatrixPass>& others,
                WorkTable& work);

// Rows of 16 as panels for the unit.
[[nodiscard]] Call panels_call(const DenseContext& context, std::uint32_t rows,
                               std::uint32_t source, std::uint32_t destination,
                               std::uint32_t panel_bytes);
[[nodiscard]] Call panels_call(const DenseContext& context, const SourceCell& source);
[[nodiscard]] Call narrow_call(std::uint32_t rows, std::uint32_t source, std::uint32_t destination,
                               float scale);
[[nodiscard]] Call scale_call(std::uint32_t rows, std::uint32_t values, float factor);
// Rows of time step t from the store of an input cell.
[[nodiscard]] Call copy_input_call(const DenseContext& context, const SourceCell& source);
[[nodiscard]] Call transpose_call(const DenseContext& context, const SourceCell& source);
[[nodiscard]] float gradient_scale(const DenseContext& context);

// How sums of blocks of results, spread over the parts of the contracted dimension, come together:
// `parts` tiles hold a summand each; `tile(part)` names them. A single one sends what it has to the
// owners of the blocks, several ones a chunk of rows to each other first.
struct SumOwner {
  arch::TileId tile = 0;
  std::uint32_t address = 0;  // of the first of its rows
  Range rows;                 // of the sums
};
struct SumParts {
  std::vector<arch::TileId> tiles;
  std::uint32_t partial = 0, gathered = 0, sum = 0;
  std::uint32_t samples = 0;     // rows of a block of partials
  std::uint32_t chunk = 0;       // rows of a tile's share
  std::uint32_t block_room = 0;  // blocks of the largest part
  std::uint32_t blocks = 0;
  std::uint32_t rows = 0;                     // in the batch
  std::vector<std::vector<SumOwner>> owners;  // by block of sums
};
// The cells of a block of a layer that want rows of these samples, at the address that `of` gives.
[[nodiscard]] std::vector<SumOwner> sum_owners(const DenseContext& context, std::uint32_t layer,
                                               std::size_t block, const Range& samples,
                                               std::uint32_t (*of)(const SliceLayout&));
void scatter_partials(const DenseContext& context, const SumParts& sums,
                      std::vector<arch::Transfer>& transfers);
void reduce_partials(const SumParts& sums, WorkTable& work);
void gather_sums(const DenseContext& context, const SumParts& sums,
                 std::vector<arch::Transfer>& transfers);

// The superstep that makes partial sums, and the one behind it that adds them, if there are
// several.
[[nodiscard]] std::vector<Superstep> summed(const DenseContext& context, Superstep partials,
                                            const std::string& reduce_kind,
                                            const std::vector<SumParts>& sums);

}  // namespace bspike::kernels::dense
