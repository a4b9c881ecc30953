// Owns the supersteps of the loss: at every step, or once over the counts.
#include "kernels/training_steps.hpp"

namespace bspike::kernels {
namespace {

// The class sums of a population code in the place of the outputs.
Call class_loss_call(const StepContext& context) {
  const LossLayout& loss = context.layout.loss;
  return call_of(context.job.codelets.loss,
                 {{"batch", context.job.network.batch},
                  {"segments", loss.class_segments.size()},
                  {"segment_table", loss.class_segment_table},
                  {"source", loss.classes},
                  {"labels", loss.labels},
                  {"loss", loss.loss},
                  {"gradient_base", loss.class_gradient},
                  {"gradient_stride", 0},
                  {"counter", context.layout.counter}},
                 &context.job.codelets.loss_numbers);
}

Call population_call(const StepContext& context, const std::string& codelet, std::uint32_t outputs,
                     std::uint32_t classes) {
  const models::Network& network = context.job.network;
  const LossLayout& loss = context.layout.loss;
  return call_of(codelet,
                 {{"batch", network.batch},
                  {"segments", loss.segments.size()},
                  {"segment_table", loss.segment_table},
                  {"source", outputs},
                  {"classes", classes},
                  {"class_stride", loss.class_stride},
                  {"block", network.layer(context.job.last_layer()).size / network.classes()}});
}

void add_population_loss(const StepContext& context, WorkTable& work) {
  const LossLayout& loss = context.layout.loss;
  const std::uint64_t bytes = std::uint64_t{loss.class_stride} * context.job.network.batch;
  work.add(loss.tile, call_of("fill_zero", {{"address", loss.classes}, {"pairs", bytes / 8}}));
  work.add(loss.tile, population_call(context, "sum_classes", loss.source, loss.classes));
  work.add(loss.tile, class_loss_call(context));
  work.add(loss.tile,
           population_call(context, "spread_classes", loss.gradient, loss.class_gradient));
}

Call loss_call(const StepContext& context) {
  const Job& job = context.job;
  const LossLayout& loss = context.layout.loss;
  return call_of(context.job.codelets.loss,
                 {{"batch", job.network.batch},
                  {"segments", static_cast<std::uint32_t>(loss.segments.size())},
                  {"segment_table", loss.segment_table},
                  {"source", loss.source},
                  {"labels", loss.labels},
                  {"loss", loss.loss},
                  {"gradient_base", loss.gradient},
                  {"gradient_stride", job.each_step_loss() ? loss.source_bytes : 0},
                  {"counter", context.layout.counter}},
                 &context.job.codelets.loss_numbers);
}

std::vector<TileCalls> loss_work(const StepContext& context) {
  WorkTable work;
  if (context.job.network.loss.classes > 0)
    add_population_loss(context, work);
  else
    work.add(context.layout.loss.tile, loss_call(context));
  return work.take();
}

}  // namespace

Superstep loss_step_superstep(const StepContext& context) {
  return {"loss", "", "loss_step", loss_work(context), {}};
}

std::vector<Superstep> final_loss_supersteps(const StepContext& context) {
  const LossLayout& loss = context.layout.loss;
  Superstep gather{"loss", "", "gather_output", {}, {}};
  std::vector<TileBuffer> counts;
  for (const SliceLayout& slice : context.layout.layers.back().slices) {
    counts.push_back({slice.slice.tile, slice.loss_record, word(slice.step_bytes)});
  }
  gather.exchange.push_back(
      gather_multicast(counts, context.groups.single(loss.tile), loss.source));
  Superstep compute{"loss", "", "loss", loss_work(context), {}};
  compute.exchange.push_back(loss_gradient_transfers(context));
  return {std::move(gather), std::move(compute)};
}

}  // namespace bspike::kernels
