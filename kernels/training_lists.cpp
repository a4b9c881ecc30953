// Owns the supersteps of a spike list: one tile looks at all of a layer's membranes and says who is
// sent and who carries gradient.
#include "kernels/training_steps.hpp"

namespace bspike::kernels {
namespace {

Superstep list_superstep(const StepContext& context, std::uint32_t index) {
  const LayerLayout& layer = context.layout.layers[index];
  const ListLayout& list = *layer.list;
  const LayerCodelets& codelets = context.job.codelets.layers[index];
  WorkTable work;
  work.add(list.tile, call_of(codelets.list,
                              {{"batch", context.job.network.batch},
                               {"segments", list.segments.size()},
                               {"segment_table", list.segment_table},
                               {"source", list.source},
                               {"sent", list.sent},
                               {"passed", list.passed}},
                              &codelets.list_numbers));
  std::vector<arch::Transfer> transfers;
  for (std::size_t i = 0; i < layer.slices.size(); ++i) {
    const SliceLayout& slice = layer.slices[i];
    const std::uint32_t group = context.groups.single(slice.slice.tile);
    const std::uint32_t bytes = word(slice.step_bytes);
    transfers.push_back({list.tile, group, list.sent + list.block_offsets[i], slice.spikes, bytes});
    if (!context.job.training()) continue;
    transfers.push_back(
        {list.tile, group, list.passed + list.block_offsets[i], slice.list_mask, bytes});
  }
  return {"forward", layer_label(index), "list", work.take(), {std::move(transfers)}};
}

Superstep listed_superstep(const StepContext& context, std::uint32_t index) {
  WorkTable work;
  for (const SliceLayout& slice : context.layout.layers[index].slices) {
    const arch::TileId tile = slice.slice.tile;
    if (slice.sent_history != 0)
      work.add(tile, keep_call(context, slice, slice.spikes, slice.sent_history));
    if (context.job.training())
      work.add(tile, keep_call(context, slice, slice.list_mask, slice.mask_history));
    add_late_spikes(context, slice, work);
    if (index == context.job.last_layer()) work.add(tile, count_call(slice));
  }
  Superstep step{"forward", layer_label(index), "listed", work.take(), {}};
  send_spikes(context, index, step);
  return step;
}

}  // namespace

std::vector<Superstep> list_supersteps(const StepContext& context, std::uint32_t layer) {
  if (!context.layout.layers[layer].list) return {};
  return {list_superstep(context, layer), listed_superstep(context, layer)};
}

}  // namespace bspike::kernels
