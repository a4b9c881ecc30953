// Owns the supersteps of the forward pass: zeroing, input, a layer's time step.
#include "kernels/conv/conv_steps.hpp"
#include "kernels/half/half_conv.hpp"
#include "kernels/half/half_rules.hpp"
#include "kernels/half/half_steps.hpp"
#include "kernels/training_numbers.hpp"
#include "kernels/training_steps.hpp"

namespace bspike::kernels {
namespace {

void add_zero(WorkTable& work, arch::TileId tile, std::uint32_t address, std::uint64_t bytes) {
  work.add(tile, call_of("fill_zero", {{"address", address}, {"pairs", bytes / 8}}));
}

// The bytes from one time step's slot of the history to the next; inference keeps one.
std::uint64_t history_stride(const Job& job, const SliceLayout& slice) {
  return job.training() ? slice.slot_bytes : 0;
}

Call dense_call(const StepContext& context, const LayerLayout& layer, const SliceLayout& slice) {
  const std::uint32_t batch = context.job.network.batch;
  if (slice.slice.layer > 0) {
    return call_of("dense_forward",
                   {{"parameters", slice.parameters},
                    {"rows", layer.rows},
                    {"planes", slice.planes},
                    {"batch", batch},
                    {"current", slice.current},
                    {"source", layer.received},
                    {"segments", static_cast<std::uint32_t>(layer.segments.size())},
                    {"segment_table", layer.segment_table}});
  }
  const InputRecord& record = context.layout.record;
  return call_of("spike_forward", {{"parameters", slice.parameters},
                                   {"rows", layer.rows},
                                   {"planes", slice.planes},
                                   {"ids", layer.received},
                                   {"ids_stride", record.id_stride},
                                   {"counts", layer.received + record.counts_offset},
                                   {"batch", batch},
                                   {"current", slice.current}});
}

Call neuron_call(const StepContext& context, const SliceLayout& slice) {
  const LayerCodelets& codelets = context.job.codelets.layers[slice.slice.layer];
  return call_of(codelets.forward,
                 {{"pairs", slice.step_pairs() * 2 / codelets.forward_neurons},
                  {"current", slice.current},
                  {"history_base", slice.history},
                  {"stride", history_stride(context.job, slice)},
                  {"counter", context.layout.counter},
                  {"state_stride", slice.state_bytes},
                  {"numbers", slice.records},
                  {"spikes", slice.spikes}},
                 &codelets.numbers);
}

// The membranes of t as f32, from the slot behind the one of the step before.
Call membrane_call(const StepContext& context, const SliceLayout& slice, std::uint32_t to) {
  const std::uint64_t stride = history_stride(context.job, slice);
  const std::uint32_t history = slice.history + word(stride);
  if (context.job.mapping.types.half_states())
    return half_membrane_call(context, slice, history, stride, to);
  return fetch_call(context, slice, history, stride, to);
}

// Of a loss that looks once, at the largest membrane or at the first spike.
void add_step_record(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  const Job& job = context.job;
  const bool highest = job.loss().summary == models::LossSummary::kHighest;
  const bool widened = highest && job.mapping.types.half_states();
  if (widened) work.add(slice.slice.tile, membrane_call(context, slice, slice.loss_membranes));
  const std::vector<NamedWord> words{
      {"pairs", slice.step_pairs()},
      {"counter", context.layout.counter},
      {"history_base", widened ? slice.loss_membranes : slice.history},
      {"stride", widened ? 0 : slice.slot_bytes},
      {"spikes", slice.spikes},
      {"highest", slice.loss_record},
      {"steps", slice.loss_steps}};
  work.add(slice.slice.tile, call_of(highest ? "keep_highest" : "keep_first_spike", words,
                                     &job.codelets.loss_numbers));
}

// What the loss will look at, from the outputs of a time step.
void add_loss_record(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  const Job& job = context.job;
  if (job.picks_step()) return add_step_record(context, slice, work);
  if (!job.membrane_loss()) return;
  work.add(slice.slice.tile, membrane_call(context, slice, slice.loss_membranes));
  if (job.each_step_loss()) return;
  work.add(slice.slice.tile, call_of("count_spikes", {{"pairs", slice.step_pairs()},
                                                      {"spikes", slice.loss_membranes},
                                                      {"count", slice.loss_record}}));
}

// Nothing was sent before the first time step, and nothing comes from behind the last one.
void add_recurrent_zero(const Job& job, const LayerLayout& layer, const SliceLayout& slice,
                        WorkTable& work) {
  const arch::TileId tile = slice.slice.tile;
  if (slice.own_weights != 0) {
    add_zero(work, tile, slice.spikes, slice.step_bytes);
    if (job.training()) add_zero(work, tile, slice.current_gradient, slice.step_bytes);
  }
  if (!slice.recurrent) return;
  add_zero(work, tile, layer.own->received, layer.own->received_bytes);
  if (job.training()) {
    const bool half = job.mapping.types.half_gradients();
    add_zero(work, tile, slice.recurrent->gradient,
             typed_bytes(slice.recurrent->parameter_bytes, half));
    add_zero(work, tile, slice.recurrent->partials_in,
             typed_bytes(layer.slices.size() * slice.step_bytes, half));
  }
}

std::vector<arch::Transfer> membrane_transfers(const StepContext& context,
                                               const LayerLayout& layer) {
  std::vector<TileBuffer> blocks;
  for (const SliceLayout& slice : layer.slices) {
    blocks.push_back({slice.slice.tile, slice.list_membranes, word(slice.step_bytes)});
  }
  return gather_multicast(blocks, context.groups.single(layer.list->tile), layer.list->source);
}

std::vector<arch::Transfer> output_to_loss(const StepContext& context) {
  std::vector<TileBuffer> blocks;
  for (const SliceLayout& slice : context.layout.layers.back().slices) {
    blocks.push_back({slice.slice.tile, slice.loss_record, word(slice.step_bytes)});
  }
  const LossLayout& loss = context.layout.loss;
  return gather_multicast(blocks, context.groups.single(loss.tile), loss.source);
}

}  // namespace

Call keep_call(const StepContext& context, const SliceLayout& slice, std::uint32_t source,
               std::uint32_t history) {
  return call_of("update_pairs", {{"source", source},
                                  {"destination_base", history},
                                  {"stride", slice.step_bytes},
                                  {"index", context.layout.counter},
                                  {"pairs", slice.step_pairs()}});
}

Call fetch_call(const StepContext& context, const SliceLayout& slice, std::uint32_t history,
                std::uint64_t stride, std::uint32_t destination) {
  return call_of("copy_slice", {{"source_base", history},
                                {"stride", stride},
                                {"counter", context.layout.counter},
                                {"divisor", 1},
                                {"destination", destination},
                                {"pairs", slice.step_pairs()}});
}

void add_late_spikes(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  if (slice.delay == 0) return;
  const std::uint32_t history = slice.sent_history - word(slice.delay * slice.step_bytes);
  work.add(slice.slice.tile,
           fetch_call(context, slice, history, slice.step_bytes, slice.late_spikes));
}

Call count_call(const SliceLayout& slice) {
  return call_of("count_spikes",
                 {{"pairs", slice.step_pairs()}, {"spikes", slice.spikes}, {"count", slice.count}});
}

void send_spikes(const StepContext& context, std::uint32_t layer, Superstep& step) {
  const Job& job = context.job;
  if (context.layout.layers[layer].own) {
    step.exchange.push_back(
        own_spike_transfers(context, layer, [](const SliceLayout& slice) { return slice.spikes; }));
  }
  if (layer < job.last_layer()) {
    step.exchange.push_back(spike_transfers(context, layer));
  } else if (job.training() && job.each_step_loss()) {
    step.exchange.push_back(output_to_loss(context));
  }
}

Superstep zero_superstep(const StepContext& context) {
  const Job& job = context.job;
  WorkTable work;
  for (const LayerLayout& layer : context.layout.layers) {
    for (const SliceLayout& slice : layer.slices) {
      const arch::TileId tile = slice.slice.tile;
      if (slice.slice.layer == job.last_layer()) {
        add_zero(work, tile, slice.count, slice.step_bytes);
      }
      add_number_spreads(context, slice, work);
      add_recurrent_zero(job, layer, slice, work);
      if (slice.conv) add_wide_start(context, slice, work);
      if (!job.training()) {
        add_zero(work, tile, slice.history, slice.slot_bytes);
        continue;
      }
      const bool half = job.mapping.types.half_gradients();
      if (!slice.conv || !half)
        add_zero(work, tile, slice.gradient,
                 typed_bytes(slice.parameter_bytes, half) * slice.replicas);
      add_zero(work, tile, slice.carry, slice.carry_bytes);
      if (slice.loss_membranes != 0 && !job.each_step_loss() && !job.picks_step())
        add_zero(work, tile, slice.loss_record, slice.step_bytes);
      if (job.is_output(slice.slice.layer) && job.membrane_loss() &&
          slice.loss_picked != slice.from_above) {
        add_zero(work, tile, slice.from_above, slice.step_bytes);
      }
    }
  }
  if (job.training() && job.each_step_loss()) {
    const std::uint32_t bytes = (job.network.batch + 1) / 2 * 8;
    add_zero(work, context.layout.loss.tile, context.layout.loss.loss, bytes);
  }
  return {"forward", "", "zero", work.take(), {}};
}

ByInputTile input_supersteps(const StepContext& context) {
  ByInputTile result;
  for (std::size_t input = 0; input < context.layout.inputs.size(); ++input) {
    WorkTable work;
    Superstep& step = result.emplace_back(Superstep{"forward", "", "slice_input", {}, {}});
    add_input_copy(context, input, work);
    step.exchange.push_back(input_transfer(context, input));
    step.work = work.take();
  }
  return result;
}

Superstep forward_superstep(const StepContext& context, std::uint32_t index) {
  const Job& job = context.job;
  const LayerLayout& layer = context.layout.layers[index];
  WorkTable work;
  for (const SliceLayout& slice : layer.slices) {
    const arch::TileId tile = slice.slice.tile;
    if (slice.conv)
      conv::add_conv_forward(context, slice, work);
    else if (job.mapping.types.half_projections())
      add_half_projection(context, slice, work);
    else
      work.add(tile, dense_call(context, layer, slice));
    add_recurrent_current(context, slice, work);
    work.add(tile, neuron_call(context, slice));
    if (layer.list) {
      if (slice.list_membranes != slice.history)
        work.add(tile, membrane_call(context, slice, slice.list_membranes));
      continue;
    }
    if (slice.sent_history != 0)
      work.add(tile, keep_call(context, slice, slice.spikes, slice.sent_history));
    add_late_spikes(context, slice, work);
    if (index == job.last_layer()) work.add(tile, count_call(slice));
    if (index == job.last_layer() && job.training()) add_loss_record(context, slice, work);
  }
  Superstep step{"forward", layer_label(index), "forward", work.take(), {}};
  if (layer.list) {
    step.exchange.push_back(membrane_transfers(context, layer));
  } else {
    send_spikes(context, index, step);
  }
  return step;
}

}  // namespace bspike::kernels
