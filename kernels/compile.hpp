// Owns the compiler's front door: network + machine + mapping -> Image.
// Contract: throws CompileError for what cannot be built, DoesNotFit when a tile's memory is too
// small; the Image returned has passed arch::verify_image.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "arch/machine/machine.hpp"
#include "arch/program/image.hpp"
#include "models/network/network.hpp"

namespace bspike::kernels {

// Mapping::program and what belongs to it.
inline constexpr int kProgramLayerByLayer = 0;
inline constexpr int kProgramSparseBptt = 1;
inline constexpr int kProgramMatrixUnit = 2;
inline constexpr int kMatrixF32 = 0;
inline constexpr int kMatrixF16 = 1;
inline constexpr int kReturnedCounts = 0;
inline constexpr int kReturnedSpikes = 1;
inline constexpr int kVariantLog2022 = 0;
inline constexpr int kVariantFinal = 1;
inline constexpr int kSquareSingle = 0;
inline constexpr int kSquareDouble = 1;

// Types of the tensors of program layer_by_layer, a kind at a time: docs/half_precision.md.
inline constexpr int kNumberF32 = 0;
inline constexpr int kNumberF16 = 1;
struct NumberTypes {
  int weights = kNumberF32;       // and biases
  int states = kNumberF32;        // of neurons, by time step
  int gradients = kNumberF32;     // of weights, and partial sums for the layer below
  int accumulation = kNumberF32;  // of currents, while they are summed

  [[nodiscard]] bool half_weights() const { return weights == kNumberF16; }
  [[nodiscard]] bool half_states() const { return states == kNumberF16; }
  [[nodiscard]] bool half_gradients() const { return gradients == kNumberF16; }
  [[nodiscard]] bool half_sums() const { return accumulation == kNumberF16; }
  // Weights and their gradients lie in quads and rows.
  [[nodiscard]] bool half_projections() const { return half_weights() || half_gradients(); }
  [[nodiscard]] bool any_half() const { return half_projections() || half_states() || half_sums(); }
};
void describe(arch::base::FieldVisitor& visit, NumberTypes& types);

// The mapping section of a run file.
struct Mapping {
  int program = kProgramLayerByLayer;
  int strategy = 0;                     // index into the partitioner table
  std::uint32_t first_tile = 0;         // tiles below stay free
  std::uint32_t tiles = 0;              // 0: all of the machine's
  std::uint32_t gradient_replicas = 0;  // of spike-driven weight gradients; 0: one a worker
  std::uint32_t replicas = 0;           // of the network, by samples; 0: chosen
  NumberTypes types;
  // Of program sparse_bptt, docs/sparse_step.md:
  int variant = kVariantLog2022;
  std::uint32_t neurons_per_tile = 2;
  bool merge_library_steps = false;
  int state_gradient_square = kSquareSingle;
  std::uint32_t double_trips = 30;  // of an entry, where the square is of double precision
  // Of program matrix_unit, docs/dense_step.md:
  int matrix_type = kMatrixF32;
  bool hoist_constant_input = false;  // its product once a step, not at every time step
  int returned = kReturnedCounts;     // to the host by a training step
  // Of programs matrix_unit and layer_by_layer, of gradients in f16:
  std::uint32_t gradient_scale = 4096;
};
void describe(arch::base::FieldVisitor& visit, Mapping& mapping);
[[nodiscard]] std::string document_mapping();

// Which part of a network's tile holds: neurons first .. first + count - 1 of a layer. In the
// program matrix_unit of some samples alone.
struct Slice {
  std::uint32_t layer = 0;
  std::uint32_t first_neuron = 0;
  std::uint32_t neurons = 0;
  arch::TileId tile = 0;
  std::uint32_t first_sample = 0;
  std::uint32_t samples = 0;  // 0: the whole batch
};

// Replicas of the network stand side by side on the tiles, each with an equal share of the batch.
struct Placement {
  // Of the first replica; those of the others are `replica_tiles` further on, each.
  std::vector<std::vector<Slice>> layers;  // by layer, ascending neurons, then samples
  std::vector<arch::TileId> input_tiles;   // keep the input lists
  arch::TileId loss_tile = 0;
  std::uint32_t replicas = 1;
  std::uint32_t replica_tiles = 0;
};

enum class Purpose : std::uint8_t { kTraining, kInference };

// Placement alone, for --emit placement and tests.
[[nodiscard]] Placement place(const models::Network& network, const arch::Machine& machine,
                              const Mapping& mapping);
[[nodiscard]] std::string placement_text(const Placement& placement);

[[nodiscard]] arch::Image compile(const models::Network& network,
                                  const models::ParameterSet& parameters,
                                  const arch::Machine& machine, const Mapping& mapping,
                                  Purpose purpose = Purpose::kTraining);

// Streams an Image of ours may have; the driver implements them. All little-endian.
//   "input.ids"           u16 lists: for t, for b: capacity entries (capacity = inputs rounded up
//   to a multiple of 2), unused ones 0 "input.counts"        u32: for t, for b "labels" u32: for b
//   (training) "optimizer.scalars"   f32: OptimizerRow::step_scalars of the step (training)
//   "output.counts"       f32, to host: for b, for output neuron: spikes summed over time
// Tensors: "fc<i>.weight" [out][in], "fc<i>.bias", their ".grad", optimiser states
// "fc<i>.weight.exp_avg", "n<i>.mem" [T][batch][N], "output.count" [batch][N], "loss" [batch].
// The program sparse_bptt has "input.sparse_ids" and "input.sparse_counts" in their place: f32, for
// b, for t: capacity entries, unused ones 0; for b, for t; and no "output.counts". Its tensors
// include "n<i>.list.ids" [T][batch][capacity], "n<i>.list.spikes" and "n<i>.list.entries"
// [T][batch]. A layer with a spike list has "n<i>.sent" [T][batch][N] in program layer_by_layer.
// The program matrix_unit has "input.dense" in their place: f32, for blocks of 16 inputs, for t,
// for b: 16 entries, 1 where the input spikes. If the input is constant it has "input.constant":
// f16, for blocks of 16 inputs, for b: 16 entries. With `returned: spikes` it has, in the place of
// the counts, "output.spikes": f32, for t, for b, for output neuron, and "output.loss": f32, for b,
// terms of the loss.
// Series: "training.loss", "training.spike_rates.layer<i>" (spikes a neuron and step);
// sparse_bptt: "training.list_spikes.layer<i>" and "training.list_entries.layer<i>", a sample and
// step.

// A tile's memory is too small. Exit code 3.
class DoesNotFit : public std::runtime_error {
 public:
  struct Tensor {
    std::string name;
    std::uint64_t bytes = 0;
  };
  DoesNotFit(arch::TileId tile, std::uint64_t bytes, std::uint64_t budget,
             std::vector<Tensor> largest);
  arch::TileId tile;
  std::uint64_t bytes;
  std::uint64_t budget;
  std::vector<Tensor> largest;  // five, largest first
};

}  // namespace bspike::kernels
