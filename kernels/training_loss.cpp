// Owns the supersteps of the loss: at every step, or once over the counts.
#include "kernels/training_steps.hpp"

namespace bspike::kernels {
namespace {

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
  std::vector<Block> counts;
  for (const SliceLayout& slice : context.layout.layers.back().slices) {
    counts.push_back({slice.slice.tile, slice.count, word(slice.step_bytes)});
  }
  gather.exchange.push_back(
      gather_multicast(counts, context.groups.single(loss.tile), loss.source));
  Superstep compute{"loss", "", "loss", loss_work(context), {}};
  compute.exchange.push_back(loss_gradient_transfers(context));
  return {std::move(gather), std::move(compute)};
}

}  // namespace bspike::kernels
