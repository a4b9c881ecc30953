// Owns where everything of a training step lies on the tiles: docs/training_step.md, "Layouts on a
// tile", as addresses. Contract: sizes are always right; addresses, and sizes as 32-bit words, only
// if MemoryPlanner::check_addressable returned.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/codelet_names.hpp"
#include "kernels/compile.hpp"
#include "kernels/conv/conv_layout.hpp"
#include "kernels/memory/memory_planner.hpp"
#include "models/learning/learning_tables.hpp"

namespace bspike::kernels {

// What is compiled, with which codelets, onto which tiles. The network's batch is a replica's.
struct Job {
  const models::Network& network;
  const arch::Machine& machine;
  const Mapping& mapping;
  Purpose purpose;
  NetworkCodelets codelets;
  Placement placement;

  [[nodiscard]] bool training() const { return purpose == Purpose::kTraining; }
  // Of all replicas.
  [[nodiscard]] std::uint64_t samples() const {
    return std::uint64_t{network.batch} * placement.replicas;
  }
  [[nodiscard]] const models::LossRow& loss() const;
  [[nodiscard]] bool each_step_loss() const;  // the loss looks at every step
  [[nodiscard]] bool membrane_loss() const;   // at membranes, not at spikes
  // The loss looks at one kept time step of each output, which alone gets its gradient.
  [[nodiscard]] bool picks_step() const;
  [[nodiscard]] bool is_output(std::uint32_t layer) const { return layer == last_layer(); }
  [[nodiscard]] std::uint32_t last_layer() const { return network.layers() - 1; }
};

// A size as a word of tile memory.
[[nodiscard]] constexpr std::uint32_t word(std::uint64_t size) {
  return static_cast<std::uint32_t>(size);
}

// A number of a neuron model on a slice, where a layer trains any: `value` is what is trained, a
// pair of neurons each, or one pair whose lanes are equal; `records` hold it again for every
// sample, clipped.
struct NumberLayout {
  std::string name;
  bool trained = false;
  bool shared = false;  // one value for the layer
  float initial = 0;    // where it isn't trained
  float low = 0, high = 0;
  std::uint32_t value = 0;
  std::uint32_t records = 0, sums = 0;  // of the value, of its summed gradient
  std::uint32_t record_bytes = 0;
  std::uint32_t gradient = 0;
  std::vector<std::uint32_t> optimizer_states;
  std::uint32_t plane_sums = 0;  // of a shared one: before its layer's slices are added
  std::uint32_t layer_sums = 0;  // those of all slices
};

// Weights with which a slice hears its own layer: as the projection's, of a layer behind others.
struct RecurrentLayout {
  std::uint32_t parameters = 0, gradient = 0;
  std::uint64_t parameter_bytes = 0, weight_bytes = 0;
  std::vector<std::uint32_t> optimizer_states;
  std::uint32_t current = 0;       // what it brings, behind the slice's own current
  std::uint32_t partials_out = 0;  // for the layer's slices
  std::uint32_t partials_in = 0;   // from them
  std::uint32_t spikes_before = 0;
};

using SegmentEntry = std::array<std::uint32_t, 8>;

// One layer's neurons on one tile. Addresses that the job has no use for stay 0.
struct SliceLayout {
  Slice slice;
  std::uint32_t planes = 0;  // pairs of neurons
  // Whose weights it holds: its neurons or, of a convolution, their channels; pairs of them.
  std::uint32_t first_output = 0, outputs = 0, output_planes = 0;
  std::uint64_t step_bytes = 0;  // of a per-step neuron tensor, [batch][2 * planes]
  std::uint32_t parameters = 0;
  std::uint64_t parameter_bytes = 0;  // weights and bias, if they are f32
  std::uint64_t weight_bytes = 0;     // weights alone: where the bias begins
  std::uint32_t gradient = 0;
  std::uint32_t replicas = 1;  // of the gradient, one a worker
  // Of several replicas of the network: their gradients of what this one updates.
  std::uint32_t replica_gradients = 0;
  std::vector<std::uint32_t> optimizer_states;
  std::uint32_t current = 0, spikes = 0, history = 0, count = 0;
  std::uint32_t spike_gradient = 0, current_gradient = 0, carry = 0;
  std::uint32_t partials_out = 0;  // for the layer below, [its slices][batch][2 * planes]
  std::uint32_t partials_in = 0;   // from the layer above, [its slices][batch][2 * planes]
  // If weights or gradients are f16: by sample, [batch][row], the spikes of the forward pass, and
  // those of the backward pass and then the partials, of the layer below and then of the slice's
  // own; dL/dcurrent as words of two f16.
  std::uint32_t spike_rows = 0, gradient_rows = 0, gradient_words = 0;
  // Of a layer with a spike list: membranes for it, who passes gradient; both and what was sent by
  // time step.
  std::uint32_t list_membranes = 0, list_mask = 0, sent_history = 0, mask_history = 0;
  std::uint32_t masked_gradient = 0;
  // Where the layer above hears late: by how many time steps; the spikes that it hears in this one,
  // and the gradient of what was sent, by time step.
  std::uint32_t delay = 0;
  std::uint32_t late_spikes = 0, late_gradients = 0;
  std::uint64_t slot_bytes = 0;   // of the history: all states
  std::uint64_t state_bytes = 0;  // of one of them
  std::uint32_t carry_bytes = 0;
  std::uint32_t from_above = 0;      // block 0 of partials_in, or the spike gradient
  std::uint32_t loss_gradient = 0;   // of an output slice
  std::uint32_t loss_record = 0;     // membranes of the step, or what is kept over time
  std::uint32_t loss_membranes = 0;  // of the step
  std::uint32_t loss_steps = 0;      // time steps of what is kept
  std::uint32_t loss_picked = 0;     // the loss's gradient at the kept time step
  std::optional<RecurrentLayout> recurrent;
  std::vector<NumberLayout> numbers;
  std::uint32_t records = 0;  // of the numbers but V, interleaved
  std::uint64_t record_bytes = 0;
  std::uint32_t own_weights = 0, own_sums = 0;  // V for every sample, its summed gradient
  std::optional<conv::ConvSlice> conv;

  [[nodiscard]] std::uint32_t step_pairs() const { return word(step_bytes / 8); }
};

// Where the spike list of a layer is made, in blocks of its slices.
struct ListLayout {
  arch::TileId tile = 0;
  std::uint32_t source = 0, sent = 0, passed = 0;
  std::vector<std::uint32_t> block_offsets;
  std::vector<SegmentEntry> segments;
  std::uint32_t segment_table = 0;
};

// A layer's own spikes of the step before, at each of its tiles.
struct OwnSpikes {
  std::uint32_t rows = 0;
  std::uint32_t received = 0;
  std::uint64_t received_bytes = 0;
  std::vector<std::uint32_t> block_offsets;
  std::vector<SegmentEntry> segments;
  std::uint32_t segment_table = 0;
};

struct LayerLayout {
  std::uint32_t rows = 0;      // of the parameter planes
  std::uint32_t received = 0;  // input record (layer 0) or spike blocks, same on all tiles
  std::uint64_t received_bytes = 0;
  std::vector<std::uint32_t> block_offsets;  // of the layer below's slices in `received`
  std::vector<SegmentEntry> segments;        // of `received`
  std::uint32_t segment_table = 0;
  std::vector<SliceLayout> slices;
  std::vector<arch::TileId> tiles;  // of the slices, in their order
  std::optional<ListLayout> list;
  std::optional<OwnSpikes> own;
  std::optional<conv::ConvLayer> conv;
};

// A time step's input: ids u16 [batch][capacity], then counts u32 [batch].
struct InputRecord {
  std::uint64_t id_stride = 0;  // bytes a sample
  std::uint64_t counts_offset = 0;
  std::uint64_t bytes = 0;
};

struct InputTileLayout {
  arch::TileId tile = 0;
  std::uint32_t store = 0;  // records of the tile's time steps
  std::uint32_t send = 0;   // the store itself where it holds one record
};

struct LossLayout {
  arch::TileId tile = 0;
  std::uint32_t source = 0;  // received blocks of the output layer
  std::uint64_t source_bytes = 0;
  std::vector<std::uint32_t> block_offsets;
  std::vector<SegmentEntry> segments;
  std::uint32_t segment_table = 0;
  std::uint32_t labels = 0, loss = 0;
  std::uint32_t gradient = 0;       // one block record, or one a time step
  std::uint32_t gradient_send = 0;  // record of the step, for each_step losses
  // Of a population code: counts of the classes and their gradient.
  std::uint32_t classes = 0, class_gradient = 0, class_segment_table = 0;
  std::uint32_t class_stride = 0;  // bytes a sample
  std::vector<SegmentEntry> class_segments;
};

// Of a replica of the network.
struct Layout {
  std::uint32_t replica = 0;
  std::uint32_t counter = 0;
  std::uint32_t scalars = 0;  // of the optimiser
  std::uint32_t scalar_bytes = 0;
  InputRecord record;
  std::vector<InputTileLayout> inputs;
  std::vector<LayerLayout> layers;
  LossLayout loss;
  std::vector<arch::TileId> neuron_tiles;  // that hold a slice, ascending
  std::vector<arch::TileId> tiles;         // that hold anything, ascending
};

// Allocates everything but vertex state and exchange code; `code_bytes` by tile.
[[nodiscard]] Layout plan_layout(const Job& job, const std::vector<std::uint64_t>& code_bytes,
                                 MemoryPlanner& memory);

}  // namespace bspike::kernels
