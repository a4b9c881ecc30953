// Owns where everything of a dense step on the matrix unit lies: docs/dense_step.md, "Layouts".
// Contract: as training_layout.hpp; a projection's buffers have one address on all its tiles.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/dense/dense_grid.hpp"
#include "kernels/training_layout.hpp"

namespace bspike::kernels::dense {

// What is compiled: the job of a training step, its slices being blocks of 16 neurons.
struct DenseJob {
  Job base;
  std::vector<Grid> grids;                            // by layer
  std::vector<std::vector<arch::TileId>> grid_tiles;  // by layer: part of samples, inputs, outputs
  std::vector<arch::TileId> input_tiles;              // by block of inputs
  bool half = false;

  [[nodiscard]] std::uint32_t batch() const { return base.network.batch; }
  [[nodiscard]] std::uint32_t sample_blocks() const { return blocks_in(batch()); }
  // Inputs of a pass, and passes that a block of inputs takes.
  [[nodiscard]] std::uint32_t pass_inputs() const { return half ? 16 : 8; }
  [[nodiscard]] std::uint32_t passes_a_block() const { return half ? 1 : 2; }
  [[nodiscard]] std::uint32_t element_bytes() const { return half ? 2 : 4; }
};

// A block of 16 inputs of a projection where it comes from: an input tile or a slice of the layer
// below. Rows are samples; the batch is filled up to whole blocks with zeros.
struct SourceBlock {
  arch::TileId tile = 0;
  std::uint32_t rows = 0;        // f32 [samples][16]
  std::uint32_t panels = 0;      // as rows of 32 bytes: f32 [2][samples][8], f16 [samples][16]
  std::uint32_t transposed = 0;  // [samples / pass inputs][16][pass inputs]
  std::uint32_t store = 0;       // of an input tile: f32 [T][batch][16]
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
  Layout base;  // slices, loss, counter, optimiser's scalars; no received blocks, no input lists
  std::vector<ProductLayout> products;                      // by layer
  std::vector<std::vector<SourceBlock>> sources;            // by layer: of its inputs
  std::vector<std::vector<std::uint32_t>> gradient_halves;  // by layer and slice, where f16
  std::vector<arch::TileId> update_tiles;                   // that hold weights or biases
  std::vector<arch::TileId> loop_tiles;                     // that read the counter
};

[[nodiscard]] DenseLayout plan_dense_layout(const DenseJob& job,
                                            const std::vector<std::uint64_t>& code_bytes,
                                            MemoryPlanner& memory);

}  // namespace bspike::kernels::dense
