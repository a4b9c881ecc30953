// Owns the list of supersteps that a job has, and what forward and backward share.
#include "kernels/training_steps.hpp"

#include "kernels/training_numbers.hpp"

namespace bspike::kernels {

std::string layer_label(std::uint32_t layer) { return "layer" + std::to_string(layer); }

std::vector<TileCalls> WorkTable::take() {
  std::vector<TileCalls> result;
  result.reserve(calls_.size());
  for (auto& [tile, calls] : calls_) result.push_back({tile, std::move(calls)});
  calls_.clear();
  return result;
}

void add_input_copy(const StepContext& context, std::size_t input, WorkTable& work) {
  const Layout& layout = context.layout;
  const InputTileLayout& tile = layout.inputs[input];
  if (tile.send == tile.store) return;
  work.add(tile.tile,
           call_of("copy_slice", {{"source_base", tile.store},
                                  {"stride", layout.record.bytes},
                                  {"counter", layout.counter},
                                  {"divisor", static_cast<std::uint32_t>(layout.inputs.size())},
                                  {"destination", tile.send},
                                  {"pairs", layout.record.bytes / 8}}));
}

std::vector<arch::Transfer> input_transfer(const StepContext& context, std::size_t input) {
  const Layout& layout = context.layout;
  const InputTileLayout& tile = layout.inputs[input];
  const LayerLayout& first = layout.layers.front();
  return {{tile.tile, context.groups.intern(first.tiles), tile.send, first.received,
           word(layout.record.bytes)}};
}

std::vector<arch::Transfer> spike_transfers(const StepContext& context, std::uint32_t layer) {
  const LayerLayout& above = context.layout.layers[layer + 1];
  std::vector<TileBuffer> blocks;
  for (const SliceLayout& slice : context.layout.layers[layer].slices) {
    const std::uint32_t spikes = slice.delay > 0 ? slice.late_spikes : slice.spikes;
    blocks.push_back({slice.slice.tile, spikes, word(slice.step_bytes)});
  }
  return gather_multicast(blocks, context.groups.intern(above.tiles), above.received);
}

std::vector<arch::Transfer> loss_gradient_transfers(const StepContext& context) {
  const LossLayout& loss = context.layout.loss;
  const LayerLayout& output = context.layout.layers.back();
  std::vector<arch::Transfer> transfers;
  for (std::size_t i = 0; i < output.slices.size(); ++i) {
    const SliceLayout& slice = output.slices[i];
    transfers.push_back({loss.tile, context.groups.single(slice.slice.tile),
                         loss.gradient_send + loss.block_offsets[i], slice.loss_gradient,
                         word(slice.step_bytes)});
  }
  return transfers;
}

TrainingSteps training_steps(const StepContext& context) {
  TrainingSteps steps;
  const std::uint32_t layers = context.job.network.layers();
  steps.zero = zero_superstep(context);
  steps.slice_input = input_supersteps(context);
  for (std::uint32_t layer = 0; layer < layers; ++layer) {
    steps.forward.push_back(forward_superstep(context, layer));
    for (Superstep& step : list_supersteps(context, layer)) {
      steps.forward.push_back(std::move(step));
    }
  }
  if (!context.job.training()) return steps;
  if (context.job.each_step_loss()) {
    steps.loss_step.push_back(loss_step_superstep(context));
  } else {
    steps.final_loss = final_loss_supersteps(context);
  }
  steps.slice_backward = backward_input_supersteps(context);
  for (std::uint32_t layer = 0; layer < layers; ++layer) {
    steps.backward.push_back(backward_superstep(context, layer));
  }
  steps.numbers = number_supersteps(context);
  steps.update = update_superstep(context);
  return steps;
}

}  // namespace bspike::kernels
