// Owns the supersteps of the backward pass: what a time step reads again, a layer's time step, the
// update.
#include "kernels/training_steps.hpp"

namespace bspike::kernels {
namespace {

Call spikes_again_call(const StepContext& context, const SliceLayout& slice) {
  if (context.layout.layers[slice.slice.layer].list) {
    return call_of("copy_slice", {{"source_base", slice.sent_history},
                                  {"stride", slice.step_bytes},
                                  {"counter", context.layout.counter},
                                  {"divisor", 1},
                                  {"destination", slice.spikes},
                                  {"pairs", slice.step_pairs()}});
  }
  return call_of("spikes_from_history",
                 {{"pairs", slice.step_pairs()},
                  {"history_base", slice.history},
                  {"stride", slice.step_bytes},
                  {"counter", context.layout.counter},
                  {"spikes", slice.spikes}},
                 &context.job.codelets.layers[slice.slice.layer].numbers);
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

Call reduce_call(const SliceLayout& slice, std::uint32_t blocks) {
  return call_of("reduce_blocks", {{"pairs", slice.step_pairs()},
                                   {"source", slice.partials_in},
                                   {"blocks", blocks},
                                   {"block_stride", slice.step_bytes},
                                   {"destination", slice.spike_gradient}});
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
                  {"stride", slice.step_bytes},
                  {"counter", context.layout.counter},
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
  std::vector<std::uint32_t> groups;
  for (const SliceLayout& slice : below.slices) {
    groups.push_back(context.groups.single(slice.slice.tile));
  }
  const auto transfer = [&](std::size_t i, std::size_t j) {
    const SliceLayout& from = layer.slices[i];
    const SliceLayout& to = below.slices[j];
    return arch::Transfer{from.slice.tile, groups[j], from.partials_out + layer.block_offsets[j],
                          to.partials_in + word(i * to.step_bytes), word(to.step_bytes)};
  };
  return all_to_all(layer.slices.size(), below.slices.size(), transfer);
}

// What is trained of a slice: without a bias, the pairs in front of it.
std::uint32_t trained_pairs(const StepContext& context, const SliceLayout& slice) {
  const bool bias = context.job.network.projection(slice.slice.layer).bias;
  return word((bias ? slice.parameter_bytes : slice.weight_bytes) / 8);
}

Call optimizer_call(const StepContext& context, const SliceLayout& slice) {
  std::vector<NamedWord> words{{"pairs", trained_pairs(context, slice)},
                               {"parameters", slice.parameters},
                               {"gradient", slice.gradient},
                               {"scalars", context.layout.scalars}};
  for (std::size_t i = 0; i < slice.optimizer_states.size(); ++i) {
    words.push_back({context.job.codelets.optimizer_states[i], slice.optimizer_states[i]});
  }
  return call_of(context.job.codelets.optimizer, words, &context.job.codelets.optimizer_numbers);
}

}  // namespace

ByInputTile backward_input_supersteps(const StepContext& context) {
  const Job& job = context.job;
  ByInputTile result;
  for (std::size_t input = 0; input < context.layout.inputs.size(); ++input) {
    WorkTable work;
    Superstep& step = result.emplace_back(Superstep{"backward", "", "slice_backward", {}, {}});
    add_input_copy(context, input, work);
    step.exchange.push_back(input_transfer(context, input));
    for (std::uint32_t layer = 0; layer < job.last_layer(); ++layer) {
      for (const SliceLayout& slice : context.layout.layers[layer].slices) {
        work.add(slice.slice.tile, spikes_again_call(context, slice));
      }
      step.exchange.push_back(spike_transfers(context, layer));
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
  const bool hidden = index < context.job.last_layer();
  const std::size_t above = hidden ? context.layout.layers[index + 1].slices.size() : 0;
  WorkTable work;
  for (const SliceLayout& slice : layer.slices) {
    const arch::TileId tile = slice.slice.tile;
    if (above > 1) work.add(tile, reduce_call(slice, static_cast<std::uint32_t>(above)));
    if (layer.list) work.add(tile, mask_call(context, slice));
    work.add(tile, neuron_call(context, slice));
    if (index == 0) work.add(tile, spike_gradient_call(context, layer, slice));
    if (index > 0) add_dense_gradients(context, layer, slice, work);
  }
  Superstep step{"backward", layer_label(index), "backward", work.take(), {}};
  if (index > 0) step.exchange.push_back(partial_transfers(context, index));
  return step;
}

Superstep update_superstep(const StepContext& context) {
  WorkTable work;
  for (const LayerLayout& layer : context.layout.layers) {
    for (const SliceLayout& slice : layer.slices) {
      if (slice.replicas > 1) {
        work.add(slice.slice.tile,
                 call_of("reduce_blocks", {{"pairs", trained_pairs(context, slice)},
                                           {"source", slice.gradient},
                                           {"blocks", slice.replicas},
                                           {"block_stride", slice.parameter_bytes},
                                           {"destination", slice.gradient}}));
      }
      work.add(slice.slice.tile, optimizer_call(context, slice));
    }
  }
  return {"update", "", "update", work.take(), {}};
}

}  // namespace bspike::kernels
