// Owns the supersteps of a training step as specifications: what each tile calls, what is
// exchanged. docs/training_step.md, "Supersteps". Contract: calls of a superstep are by tile,
// ascending.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "arch/program/exchange_plan.hpp"
#include "kernels/exchange/plan_builder.hpp"
#include "kernels/training_layout.hpp"
#include "kernels/vertex.hpp"

namespace bspike::kernels {

struct Superstep {
  std::string phase;
  std::string layer;  // empty: more than one
  std::string kind;
  std::vector<TileCalls> work;
  // What is exchanged, part after part; equal parts of supersteps share exchange code.
  std::vector<std::vector<arch::Transfer>> exchange;
};

// Superstep of time step t: the one at t % size().
using ByInputTile = std::vector<Superstep>;

struct TrainingSteps {
  std::vector<Superstep> share;  // what is trained, to all who keep it: one, or none
  Superstep zero;
  ByInputTile slice_input;
  std::vector<Superstep> forward;     // by layer; three of a layer with a spike list
  std::vector<Superstep> loss_step;   // one for each_step losses, else none
  std::vector<Superstep> final_loss;  // gather_output and loss, or none
  ByInputTile slice_backward;
  std::vector<Superstep> backward;  // by layer
  std::vector<Superstep> numbers;   // trained numbers of neuron models: one, or none
  std::vector<Superstep> gather;    // gradients, to the replica that updates: one, or none
  Superstep update;
};

// All that the builders of supersteps read.
struct StepContext {
  const Job& job;
  const Layout& layout;
  GroupTable& groups;
};

// Of one replica, without `share` and `gather`.
[[nodiscard]] TrainingSteps training_steps(const StepContext& context);

// Gathers calls by tile.
class WorkTable {
 public:
  void add(arch::TileId tile, Call call) { calls_[tile].push_back(std::move(call)); }
  [[nodiscard]] std::vector<TileCalls> take();

 private:
  std::map<arch::TileId, std::vector<Call>> calls_;
};

// The parts, one file each group.
[[nodiscard]] Superstep zero_superstep(const StepContext& context);
[[nodiscard]] ByInputTile input_supersteps(const StepContext& context);
[[nodiscard]] Superstep forward_superstep(const StepContext& context, std::uint32_t layer);
// The list of a layer, and what its slices do with it; both none for a layer without a list.
[[nodiscard]] std::vector<Superstep> list_supersteps(const StepContext& context,
                                                     std::uint32_t layer);
[[nodiscard]] Superstep loss_step_superstep(const StepContext& context);
[[nodiscard]] std::vector<Superstep> final_loss_supersteps(const StepContext& context);
[[nodiscard]] ByInputTile backward_input_supersteps(const StepContext& context);
[[nodiscard]] Superstep backward_superstep(const StepContext& context, std::uint32_t layer);
[[nodiscard]] Superstep gather_superstep(const StepContext& context);  // without its exchange
[[nodiscard]] Superstep update_superstep(const StepContext& context);

// Shared pieces: the copy of an input tile's record, and the transfers that forward and backward
// have in common.
void add_input_copy(const StepContext& context, std::size_t input, WorkTable& work);
[[nodiscard]] std::vector<arch::Transfer> input_transfer(const StepContext& context,
                                                         std::size_t input);
[[nodiscard]] std::vector<arch::Transfer> spike_transfers(const StepContext& context,
                                                          std::uint32_t layer);
// With a delay the layer above hears spikes of an earlier time step than this one, from where this
// puts them.
void add_late_spikes(const StepContext& context, const SliceLayout& slice, WorkTable& work);
// What the last superstep of a layer's forward step sends: its spikes, to the layer above or to the
// loss.
void send_spikes(const StepContext& context, std::uint32_t layer, Superstep& step);
[[nodiscard]] Call count_call(const SliceLayout& slice);
// The words of time step t of a source, kept in a history.
[[nodiscard]] Call keep_call(const StepContext& context, const SliceLayout& slice,
                             std::uint32_t source, std::uint32_t history);
// A state's or a source's words of time step t to a fixed place.
[[nodiscard]] Call fetch_call(const StepContext& context, const SliceLayout& slice,
                              std::uint32_t history, std::uint64_t stride,
                              std::uint32_t destination);
// What recurrence adds to a layer's time step.
void add_recurrent_current(const StepContext& context, const SliceLayout& slice, WorkTable& work);
void add_spike_gradient(const StepContext& context, const SliceLayout& slice, WorkTable& work);
void add_recurrent_gradients(const StepContext& context, const SliceLayout& slice, WorkTable& work);
// A layer's spikes, as they lie at `spikes` of a slice, to all of its own tiles.
[[nodiscard]] std::vector<arch::Transfer> own_spike_transfers(
    const StepContext& context, std::uint32_t layer, std::uint32_t (*spikes)(const SliceLayout&));
// Partials of the layer's own spikes to its slices.
[[nodiscard]] std::vector<arch::Transfer> own_partial_transfers(const StepContext& context,
                                                                std::uint32_t layer);
// An optimiser's step over what is trained together.
struct UpdateOf {
  const std::string& codelet;
  std::uint64_t pairs;
  std::uint32_t parameters, gradient;
  const std::vector<std::uint32_t>& states;
};
[[nodiscard]] Call update_call(const StepContext& context, const UpdateOf& update);
[[nodiscard]] std::vector<arch::Transfer> loss_gradient_transfers(const StepContext& context);
[[nodiscard]] std::string layer_label(std::uint32_t layer);

}  // namespace bspike::kernels
