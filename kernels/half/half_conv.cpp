// Owns those copies.
#include "kernels/half/half_conv.hpp"

#include "kernels/half/half_rules.hpp"

namespace bspike::kernels {
namespace {

using arch::MemoryCategory;

Call narrow_call(const StepContext& context, std::uint32_t source, std::uint32_t destination,
                 std::uint64_t bytes) {
  const NamedNumbers numbers{{"scale", context.job.mapping.gradient_scale}};
  return call_of("narrow_f16",
                 {{"pairs", bytes / 16}, {"source", source}, {"destination", destination}},
                 &numbers);
}

}  // namespace

void allocate_wide(const Job& job, const LayerLayout& layer, const TakeWideFn& take,
                   SliceLayout& slice) {
  const NumberTypes& types = job.mapping.types;
  conv::ConvSlice& conv = *slice.conv;
  conv.parameters = types.half_weights() ? take("parameters_f32", MemoryCategory::kNeuronState,
                                                slice.parameter_bytes, MemoryKind::kInterleaved)
                                         : slice.parameters;
  if (!job.training()) return;
  conv.gradient = types.half_gradients() ? take("gradient_f32", MemoryCategory::kNeuronState,
                                                slice.parameter_bytes, MemoryKind::kInterleaved)
                                         : slice.gradient;
  // In the place of the spikes that came in, which nobody needs any more.
  conv.partials = types.half_gradients() ? layer.received : slice.partials_out;
}

void add_wide_start(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  const NumberTypes& types = context.job.mapping.types;
  if (types.half_weights())
    work.add(slice.slice.tile, call_of("widen_f16", {{"pairs", slice.parameter_bytes / 16},
                                                     {"source", slice.parameters},
                                                     {"destination", slice.conv->parameters}}));
  if (context.job.training() && types.half_gradients())
    work.add(slice.slice.tile, call_of("fill_zero", {{"address", slice.conv->gradient},
                                                     {"pairs", slice.parameter_bytes / 8}}));
}

void add_narrow_partials(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  const LayerLayout& layer = context.layout.layers[slice.slice.layer];
  if (slice.slice.layer == 0 || !context.job.mapping.types.half_gradients()) return;
  work.add(slice.slice.tile,
           narrow_call(context, layer.received, slice.partials_out, layer.received_bytes));
}

void add_narrow_gradient(const StepContext& context, const SliceLayout& slice, WorkTable& work) {
  if (!context.job.mapping.types.half_gradients()) return;
  work.add(slice.slice.tile,
           narrow_call(context, slice.conv->gradient, slice.gradient, slice.parameter_bytes));
}

}  // namespace bspike::kernels
