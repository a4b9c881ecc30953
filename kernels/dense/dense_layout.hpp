// Owns where everything of a dense step on the matrix unit lies: docs/dense_step.md, "Layouts".
// Contract: as training_layout.hpp; a projection's buffers have one address on all its tiles.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/dense/dense_grid.hpp"
#include "kernels/training_layout.hpp"

namespace bspike::kernels::dense {

// What is compiled: the job of a training step, its slices being cells of 16 neurons and a part of
// the samples, block after block of neurons and in each part after part.
struct DenseJob {
  Job base;
  std::vector<Grid> grids;                            // by layer
  std::vector<std::vector<arch::TileId>> grid_tiles;  // by layer: part of samples, inputs, outputs
  // By level (0 the input, l + 1 layer l): the parts of the samples that its cells have.
  std::vector<std::vector<Range>> cuts;
  std::vector<arch::TileId> input_tiles;  // of the input's cells
  std::vector<Range> loss_cuts;           // samples that a tile of the loss looks at
  std::vector<arch::TileId> loss_tiles;
  bool half = false;

  [[nodiscard]] std::uint32_t batch() const { return base.network.batch; }
  [[nodiscard]] bool constant() const { return base.network.constant_input(); }
  [[nodiscard]] bool hoists() const { return constant() && base.mapping.hoist_constant_input; }
  [[nodiscard]] bool returns_spikes() const {
    return base.training() && base.mapping.returned == kReturnedSpikes;
  }
  // The loss looks at the membranes' sums over time.
  [[nodiscard]] bool sums_membranes() const { return base.training() && base.membrane_loss(); }
  [[nodiscard]] bool counts_spikes() const {
    return !returns_spikes() || !(base.each_step_loss() || base.membrane_loss());
  }
  // Inputs of a pass, and passes that a block of inputs takes.
  [[nodiscard]] std::uint32_t pass_inputs() const { return half ? 16 : 8; }
  [[nodiscard]] std::uint32_t passes_a_block() const { return half ? 1 : 2; }
  [[nodiscard]] std::uint32_t element_bytes() const { return half ? 2 : 4; }
  // Samples filled up to what passes over samples take.
  [[nodiscard]] std::uint32_t room(std::uint32_t samples) const {
    return (samples + pass_inputs() - 1) / pass_inputs() * pass_inputs();
  }
};

// A cell of 16 inputs of a projection where it comes from: an input tile or a slice of the layer
// below. Rows are samples, filled up to whole passes with zeros.
struct SourceCell {
  arch::TileId tile = 0;
  Range samples;
  std::uint32_t room = 0;        // rows
  std::uint32_t rows = 0;        // f32 [room][16]
  std::uint32_t panels = 0;      // as rows of 32 bytes: f32 [2][room][8], f16 [room][16]
  std::uint32_t transposed = 0;  // [room / pass inputs][16][pass inputs]
  // Of an input tile: f32 [T][samples][16], or f16 [room][16] of a constant input.
  std::uint32_t store = 0;
};

// What a slice has besides its SliceLayout. Addresses without a use are 0.
struct CellLayout {
  std::uint32_t gradient_rows = 0;  // gradients of currents as products read them
  std::uint32_t bias_gathered = 0;  // of the first part: gradients of all parts
  std::uint32_t bias_sum = 0;       // of the first part
  std::uint32_t membranes = 0;      // of the step, for their sum
  std::uint32_t returned = 0;       // spikes of all time steps, f32 [T][samples][16]
};

// The loss of a part of the samples.
struct LossPart {
  LossLayout loss;
  Range samples;
};

// Row counts and addresses of a projection on its tiles. Counts are those of the largest part.
struct ProductLayout {
  Grid grid;
  std::vector<arch::TileId> tiles;
  std::uint32_t samples = 0;  // rows, a multiple of 16
  std::uint32_t input_blocks = 0, output_blocks = 0;
  std::uint32_t source = 0;                          // panels of the inputs
  std::uint32_t partial = 0, gathered = 0, sum = 0;  // f32 [blocks][samples][16], chunks of it
  std::uint32_t weights = 0;                         // f32 [output block][inputs][16]
  std::uint32_t half_weights = 0;                    // the same in f16
  std::uint32_t transposed_weights = 0;              // [input block][outputs][16]
  std::uint32_t gradient = 0;                        // as the weights
  std::uint32_t gradient_gathered = 0, gradient_sum = 0;
  std::vector<std::uint32_t> optimizer_states;  // of the rows of weights that a tile updates
  std::uint32_t current_gradient = 0;           // [output block][samples][16] of the type
  std::uint32_t gradient_panels = 0;            // as rows of 32 bytes
  std::uint32_t transposed_source = 0;          // [samples / pass inputs][inputs][pass inputs]
  std::uint32_t back_partial = 0, back_gathered = 0, back_sum = 0;

  [[nodiscard]] std::uint32_t weight_rows() const { return output_blocks * input_blocks * kBlock; }
  // Rows of a tile's share of the sums of `parts` tiles, and of the weights that it updates.
  [[nodiscard]] std::uint32_t chunk(std::size_t parts) const {
    return word((samples + parts - 1) / parts);
  }
  [[nodiscard]] std::uint32_t update_rows() const {
    return word((weight_rows() + grid.samples.size() - 1) / grid.samples.size());
  }
  [[nodiscard]] arch::TileId tile(std::size_t sample, std::size_t input, std::size_t output) const {
    return tiles[(sample * grid.inputs.size() + input) * grid.outputs.size() + output];
  }
};

struct DenseLayout {
  Layout base;  // slices, counter, optimiser's scalars; no received blocks, no input lists, no loss
  std::vector<ProductLayout> products;           // by layer
  std::vector<std::vector<SourceCell>> sources;  // by layer: of its inputs, as cells are
  std::vector<std::vector<CellLayout>> cells;    // by layer, beside its slices
  std::vector<LossPart> losses;                  // of training
  std::vector<arch::TileId> update_tiles;        // that hold weights or biases
  std::vector<arch::TileId> loop_tiles;          // that read the counter
};

[[nodiscard]] DenseLayout plan_dense_layout(const DenseJob& job,
                                            const std::vector<std::uint64_t>& code_bytes,
                                            MemoryPlanner& memory);

}  // namespace bspike::kernels::dense
