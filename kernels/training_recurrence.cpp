// Owns what recurrence adds to a training step: current from the spikes of the step before, their
// gradient from the step after, gradients of the weights.
#include "kernels/half/half_rules.hpp"
#include "kernels/half/half_steps.hpp"
#include "kernels/training_steps.hpp"

namespace bspike::kernels {
namespace {

// V times a tensor of the slice, or of time step t of a history, on top of `base`.
Call own_call(const StepContext& context, const SliceLayout& slice, std::uint32_t base,
              std::uint32_t factor, std::uint32_t other, std::uint64_t stride, std::uint32_t sum) {
  return call_of("multiply_add", {{"pairs", slice.step_pairs()},
                                  {"base", base},
                                  {"factor", factor},
                                  {"other_base", other},
                                  {"stride", stride},
                                  {"counter", context.layout.counter},
                                  {"sum", sum}});
}

Call sum_call(const SliceLayout& slice, std::uint32_t source, std::uint64_t blocks,
              std::uint32_t destination) {
  return call_of("reduce_blocks", {{"pairs", slice.step_pairs()},
                                   {"source", source},
                                   {"blocks", blocks},
                                   {"block_stride", slice.step_bytes},
                                   {"destination", destination}});
}

std::vector<NamedWord> own_segments(const LayerLayout& layer) {
  return {{"rows", layer.own->rows},
          {"source", layer.own->received},
          {"segments", layer.own->segments.size()},
          {"segment_table", layer.own->segment_table}};
}

Call dense_call(const StepContext& context, const LayerLayout& layer, const SliceLayout& slice,
                const std::string& codelet, std::vector<NamedWord> words) {
  const std::vector<NamedWord> shared = own_segments(layer);
  words.insert(words.end(), shared.begin(), shared.end());
  words.push_back({"planes", slice.planes});
  words.push_back({"batch", context.job.network.batch});
  return call_of(codelet, words);
}

}  // namespace

void add_recurrent_current(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  const arch::TileId tile = slice.slice.tile;
  const LayerLayout& layer = context.layout.layers[slice.slice.layer];
  if (slice.own_weights != 0)
    work.add(tile, own_call(context, slice, slice.current, slice.own_weights, slice.spikes, 0,
                            slice.current));
  if (!slice.recurrent) return;
  if (context.job.mapping.types.half_projections())
    add_half_recurrence(context, slice, work);
  else
    work.add(tile, dense_call(context, layer, slice, "dense_forward",
                              {{"parameters", slice.recurrent->parameters},
                               {"current", slice.recurrent->current}}));
  work.add(tile, sum_call(slice, slice.current, 2, slice.current));
}

namespace {

// What comes from above is for spikes that were sent `delay` time steps before: it is kept for
// them, and what was kept for this step's takes its place at `target`.
void add_late_gradient(const StepContext& context, const SliceLayout& slice, std::uint64_t above,
                       std::uint32_t target, WorkTable& work) {
  const arch::TileId tile = slice.slice.tile;
  if (above > 1) work.add(tile, sum_call(slice, slice.partials_in, above, slice.partials_in));
  work.add(tile, keep_call(context, slice, slice.partials_in,
                           slice.late_gradients - word(slice.delay * slice.step_bytes)));
  work.add(tile, fetch_call(context, slice, slice.late_gradients, slice.step_bytes, target));
}

}  // namespace

// The sum of what comes from above and, of the step after, from the layer itself. Partial sums in
// f16 are added where they are widened.
void add_spike_gradient(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  const std::uint32_t index = slice.slice.layer;
  const arch::TileId tile = slice.slice.tile;
  const bool output = context.job.is_output(index);
  const bool one_to_one = slice.own_weights != 0;
  const bool half = context.job.mapping.types.half_gradients() && (!output || slice.recurrent);
  std::uint64_t above = output ? 1 : context.layout.layers[index + 1].slices.size();
  const std::uint64_t own = slice.recurrent ? context.layout.layers[index].slices.size() : 0;
  const std::uint32_t sum = one_to_one && !half ? slice.from_above : slice.spike_gradient;
  std::uint32_t blocks = slice.partials_in;
  if (slice.delay > 0) {
    blocks += word((above - 1) * slice.step_bytes);  // the last from above, before the own ones
    add_late_gradient(context, slice, above, own > 0 ? blocks : sum, work);
    above = 1;
  }
  if (half)
    add_half_spike_gradient(context, slice, work);
  else if (above + own > 1)
    work.add(tile, sum_call(slice, blocks, above + own, sum));
  if (one_to_one)
    work.add(tile, own_call(context, slice, sum, slice.own_weights, slice.current_gradient, 0,
                            slice.spike_gradient));
}

void add_recurrent_gradients(const StepContext& context, const SliceLayout& slice,
                             WorkTable& work) {
  const arch::TileId tile = slice.slice.tile;
  const LayerLayout& layer = context.layout.layers[slice.slice.layer];
  if (slice.own_weights != 0)
    work.add(tile, own_call(context, slice, slice.own_sums, slice.current_gradient,
                            slice.sent_history - word(slice.step_bytes), slice.step_bytes,
                            slice.own_sums));
  if (!slice.recurrent) return;
  if (context.job.mapping.types.half_projections()) {
    add_half_recurrent_gradients(context, slice, work);
    return;
  }
  const RecurrentLayout& recurrent = *slice.recurrent;
  work.add(tile, dense_call(context, layer, slice, "dense_weight_gradient",
                            {{"gradient", recurrent.gradient},
                             {"current_gradient", slice.current_gradient}}));
  work.add(tile,
           call_of("bias_gradient", {{"bias_gradient", recurrent.gradient + recurrent.weight_bytes},
                                     {"planes", slice.planes},
                                     {"batch", context.job.network.batch},
                                     {"current_gradient", slice.current_gradient}}));
  work.add(tile, dense_call(context, layer, slice, "dense_input_gradient",
                            {{"parameters", recurrent.parameters},
                             {"current_gradient", slice.current_gradient},
                             {"partials", recurrent.partials_out}}));
}

std::vector<arch::Transfer> own_spike_transfers(const StepContext& context, std::uint32_t index,
                                                std::uint32_t (*spikes)(const SliceLayout&)) {
  const LayerLayout& layer = context.layout.layers[index];
  std::vector<TileBuffer> blocks;
  for (const SliceLayout& slice : layer.slices) {
    blocks.push_back({slice.slice.tile, spikes(slice), word(slice.step_bytes)});
  }
  return gather_multicast(blocks, context.groups.intern(layer.tiles), layer.own->received);
}

std::vector<arch::Transfer> own_partial_transfers(const StepContext& context, std::uint32_t index) {
  const LayerLayout& layer = context.layout.layers[index];
  const bool half = context.job.mapping.types.half_gradients();
  std::vector<std::uint32_t> groups;
  for (const SliceLayout& slice : layer.slices) {
    groups.push_back(context.groups.single(slice.slice.tile));
  }
  const auto transfer = [&](std::size_t i, std::size_t j) {
    const SliceLayout& from = layer.slices[i];
    const SliceLayout& to = layer.slices[j];
    return arch::Transfer{
        from.slice.tile, groups[j],
        from.recurrent->partials_out + word(typed_bytes(layer.own->block_offsets[j], half)),
        to.recurrent->partials_in + word(typed_bytes(i * to.step_bytes, half)),
        word(typed_bytes(to.step_bytes, half))};
  };
  return all_to_all(layer.slices.size(), layer.slices.size(), transfer);
}

}  // namespace bspike::kernels
