// Owns the supersteps of the backward pass: what a time step reads again, a layer's time step, the
// update.
#include "kernels/conv/conv_steps.hpp"
#include "kernels/half/half_conv.hpp"
#include "kernels/half/half_rules.hpp"
#include "kernels/half/half_steps.hpp"
#include "kernels/replicas/replica_steps.hpp"
#include "kernels/replicas/trained_regions.hpp"
#include "kernels/training_numbers.hpp"
#include "kernels/training_steps.hpp"

namespace bspike::kernels {
namespace {

// What the layer above heard.
void add_spikes_again(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  const arch::TileId tile = slice.slice.tile;
  if (slice.delay > 0) return add_late_spikes(context, slice, work);
  if (slice.sent_history != 0)
    return work.add(tile,
                    fetch_call(context, slice, slice.sent_history, slice.step_bytes, slice.spikes));
  const bool half = context.job.mapping.types.half_states();
  work.add(tile, call_of(half ? "spikes_from_history_f16" : "spikes_from_history",
                         {{"pairs", slice.step_pairs() / (half ? 2 : 1)},
                          {"history_base", slice.history},
                          {"stride", slice.slot_bytes},
                          {"counter", context.layout.counter},
                          {"spikes", slice.spikes}},
                         &context.job.codelets.layers[slice.slice.layer].numbers));
}

Call loss_gradient_copy(const StepContext& context) {
  const LossLayout& loss = context.layout.loss;
  return call_of("copy_slice", {{"source_base", loss.gradient},
                                {"stride", loss.source_bytes},
                                {"counter", context.layout.counter},
                                {"divisor", 1},
                                {"destination", loss.gradient_send},
                                {"pairs", loss.source_bytes / 8}});
}

// Who is not listed gets no gradient through its spike. A final loss sends its gradient once for
// all time steps, so it stays as it is.
Call mask_call(const StepContext& context, const SliceLayout& slice) {
  return call_of("mask_gradient", {{"pairs", slice.step_pairs()},
                                   {"spike_gradient", slice.spike_gradient},
                                   {"mask_base", slice.mask_history},
                                   {"stride", slice.step_bytes},
                                   {"counter", context.layout.counter},
                                   {"masked", slice.masked_gradient}});
}

Call neuron_call(const StepContext& context, const SliceLayout& slice) {
  const LayerCodelets& codelets = context.job.codelets.layers[slice.slice.layer];
  const bool listed = context.layout.layers[slice.slice.layer].list.has_value();
  return call_of(codelets.backward,
                 {{"pairs", slice.step_pairs()},
                  {"spike_gradient", listed ? slice.masked_gradient : slice.spike_gradient},
                  {"history_base", slice.history},
                  {"stride", slice.slot_bytes},
                  {"counter", context.layout.counter},
                  {"state_stride", slice.state_bytes},
                  {"numbers", slice.records},
                  {"carry", slice.carry},
                  {"current_gradient", slice.current_gradient}},
                 &codelets.numbers);
}

Call spike_gradient_call(const StepContext& context, const LayerLayout& layer,
                         const SliceLayout& slice) {
  const InputRecord& record = context.layout.record;
  return call_of("spike_weight_gradient", {{"gradient_base", slice.gradient},
                                           {"replica_stride", slice.parameter_bytes},
                                           {"replicas", slice.replicas},
                                           {"rows", layer.rows},
                                           {"planes", slice.planes},
                                           {"ids", layer.received},
                                           {"ids_stride", record.id_stride},
                                           {"counts", layer.received + record.counts_offset},
                                           {"batch", context.job.network.batch},
                                           {"current_gradient", slice.current_gradient}});
}

void add_dense_gradients(const StepContext& context, const LayerLayout& layer,
                         const SliceLayout& slice, WorkTable& work) {
  const std::uint32_t batch = context.job.network.batch;
  const auto segments = static_cast<std::uint32_t>(layer.segments.size());
  work.add(slice.slice.tile,
           call_of("dense_weight_gradient", {{"gradient", slice.gradient},
                                             {"rows", layer.rows},
                                             {"planes", slice.planes},
                                             {"batch", batch},
                                             {"current_gradient", slice.current_gradient},
                                             {"source", layer.received},
                                             {"segments", segments},
                                             {"segment_table", layer.segment_table}}));
  if (context.job.network.projection(slice.slice.layer).bias) {
    work.add(slice.slice.tile,
             call_of("bias_gradient", {{"bias_gradient", slice.gradient + slice.weight_bytes},
                                       {"planes", slice.planes},
                                       {"batch", batch},
                                       {"current_gradient", slice.current_gradient}}));
  }
  work.add(slice.slice.tile,
           call_of("dense_input_gradient", {{"parameters", slice.parameters},
                                            {"rows", layer.rows},
                                            {"planes", slice.planes},
                                            {"batch", batch},
                                            {"current_gradient", slice.current_gradient},
                                            {"partials", slice.partials_out},
                                            {"segments", segments},
                                            {"segment_table", layer.segment_table}}));
}

// Every slice's partials to the tiles of the layer below.
std::vector<arch::Transfer> partial_transfers(const StepContext& context, std::uint32_t index) {
  const LayerLayout& layer = context.layout.layers[index];
  const LayerLayout& below = context.layout.layers[index - 1];
  const bool half = context.job.mapping.types.half_gradients();
  std::vector<std::uint32_t> groups;
  for (const SliceLayout& slice : below.slices) {
    groups.push_back(context.groups.single(slice.slice.tile));
  }
  const auto transfer = [&](std::size_t i, std::size_t j) {
    const SliceLayout& from = layer.slices[i];
    const SliceLayout& to = below.slices[j];
    return arch::Transfer{from.slice.tile, groups[j],
                          from.partials_out + word(typed_bytes(layer.block_offsets[j], half)),
                          to.partials_in + word(typed_bytes(i * to.step_bytes, half)),
                          word(typed_bytes(to.step_bytes, half))};
  };
  return all_to_all(layer.slices.size(), below.slices.size(), transfer);
}

// dL/dcurrent in f16 is for what the slice hears of itself.
void add_conv_step(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  conv::add_conv_gradients(context, slice, work);
  add_narrow_partials(context, slice, work);
  add_gradient_words(context, slice, work);
}

// The gradients of the workers as one; of a convolution, which has no replicas, in their type.
void add_worker_sum(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  if (slice.conv) return add_narrow_gradient(context, slice, work);
  if (slice.replicas == 1) return;
  const std::uint32_t pairs = projection_pairs(context.job, slice);
  if (context.job.mapping.types.half_gradients())
    return work.add(slice.slice.tile, half_replicas_call(slice, pairs));
  work.add(slice.slice.tile, call_of("reduce_blocks", {{"pairs", pairs},
                                                       {"source", slice.gradient},
                                                       {"blocks", slice.replicas},
                                                       {"block_stride", slice.parameter_bytes},
                                                       {"destination", slice.gradient}}));
}

// What a loss sends to an output slice: once for all time steps, or for this one; the way into the
// membranes of a layer that has others is its carry.
void add_loss_gradient(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  const Job& job = context.job;
  const arch::TileId tile = slice.slice.tile;
  if (job.picks_step()) {
    work.add(tile, call_of("pick_step", {{"pairs", slice.step_pairs()},
                                         {"counter", context.layout.counter},
                                         {"gradient", slice.loss_gradient},
                                         {"steps", slice.loss_steps},
                                         {"picked", slice.loss_picked}}));
  }
  if (job.membrane_loss() && slice.loss_picked != slice.from_above) {
    work.add(tile, call_of("count_spikes", {{"pairs", slice.step_pairs()},
                                            {"spikes", slice.loss_picked},
                                            {"count", slice.carry}}));
  }
}

// The steps before the one being done, of layers that hear themselves.
void add_own_spikes(const StepContext& context, std::uint32_t index, WorkTable& work,
                    Superstep& step) {
  const LayerLayout& layer = context.layout.layers[index];
  if (!layer.own) return;
  for (const SliceLayout& slice : layer.slices) {
    work.add(slice.slice.tile,
             fetch_call(context, slice, slice.sent_history - word(slice.step_bytes),
                        slice.step_bytes, slice.recurrent->spikes_before));
  }
  step.exchange.push_back(own_spike_transfers(
      context, index, [](const SliceLayout& slice) { return slice.recurrent->spikes_before; }));
}

}  // namespace

Call update_call(const StepContext& context, const UpdateOf& update) {
  std::vector<NamedWord> words{{"pairs", update.pairs},
                               {"parameters", update.parameters},
                               {"gradient", update.gradient},
                               {"scalars", context.layout.scalars}};
  for (std::size_t i = 0; i < update.states.size(); ++i) {
    words.push_back({context.job.codelets.optimizer_states[i], update.states[i]});
  }
  return call_of(update.codelet, words, &context.job.codelets.optimizer_numbers);
}

ByInputTile backward_input_supersteps(const StepContext& context) {
  const Job& job = context.job;
  ByInputTile result;
  for (std::size_t input = 0; input < context.layout.inputs.size(); ++input) {
    WorkTable work;
    Superstep& step = result.emplace_back(Superstep{"backward", "", "slice_backward", {}, {}});
    add_input_copy(context, input, work);
    step.exchange.push_back(input_transfer(context, input));
    for (std::uint32_t layer = 0; layer < job.last_layer(); ++layer) {
      for (const SliceLayout& slice : context.layout.layers[layer].slices)
        add_spikes_again(context, slice, work);
      step.exchange.push_back(spike_transfers(context, layer));
    }
    for (std::uint32_t layer = 0; layer < job.network.layers(); ++layer) {
      add_own_spikes(context, layer, work, step);
    }
    if (job.each_step_loss()) {
      work.add(context.layout.loss.tile, loss_gradient_copy(context));
      step.exchange.push_back(loss_gradient_transfers(context));
    }
    step.work = work.take();
  }
  return result;
}

Superstep backward_superstep(const StepContext& context, std::uint32_t index) {
  const LayerLayout& layer = context.layout.layers[index];
  WorkTable work;
  for (const SliceLayout& slice : layer.slices) {
    const arch::TileId tile = slice.slice.tile;
    if (context.job.is_output(index)) add_loss_gradient(context, slice, work);
    add_spike_gradient(context, slice, work);
    if (layer.list) work.add(tile, mask_call(context, slice));
    work.add(tile, neuron_call(context, slice));
    if (slice.conv)
      add_conv_step(context, slice, work);
    else if (context.job.mapping.types.half_projections())
      add_half_gradients(context, slice, work);
    else if (index == 0)
      work.add(tile, spike_gradient_call(context, layer, slice));
    else
      add_dense_gradients(context, layer, slice, work);
    add_recurrent_gradients(context, slice, work);
  }
  Superstep step{"backward", layer_label(index), "backward", work.take(), {}};
  if (index > 0) step.exchange.push_back(partial_transfers(context, index));
  if (layer.own) step.exchange.push_back(own_partial_transfers(context, index));
  return step;
}

// With several replicas of the network the workers' gradients are summed before they travel.
Superstep gather_superstep(const StepContext& context) {
  WorkTable work;
  for (const LayerLayout& layer : context.layout.layers)
    for (const SliceLayout& slice : layer.slices) add_worker_sum(context, slice, work);
  return {"update", "", "gather_gradients", work.take(), {}};
}

Superstep update_superstep(const StepContext& context) {
  WorkTable work;
  for (const LayerLayout& layer : context.layout.layers) {
    for (const SliceLayout& slice : layer.slices) {
      if (context.job.placement.replicas == 1) add_worker_sum(context, slice, work);
      for (const TrainedRegion& region : trained_regions(context.job, slice))
        add_region_update(context, slice.slice.tile, region, work);
      add_shared_updates(context, slice, work);
    }
  }
  return {"update", "", "update", work.take(), {}};
}

}  // namespace bspike::kernels
