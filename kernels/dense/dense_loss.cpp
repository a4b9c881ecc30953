// Owns the supersteps of the loss: each of its tiles looks at a part of the samples, at every step
// or once over the sums.
#include "kernels/dense/dense_steps.hpp"

namespace bspike::kernels::dense {
namespace {

// The outputs themselves, or the class sums of a population code in their place.
struct LossView {
  std::uint32_t segments = 0, segment_table = 0, source = 0, gradient = 0, gradient_stride = 0;
};

Call loss_call(const DenseContext& context, const LossPart& part, const LossView& view) {
  const NetworkCodelets& codelets = context.job.base.codelets;
  return call_of(codelets.loss,
                 {{"batch", part.samples.count},
                  {"segments", view.segments},
                  {"segment_table", view.segment_table},
                  {"source", view.source},
                  {"labels", part.loss.labels},
                  {"loss", part.loss.loss},
                  {"gradient_base", view.gradient},
                  {"gradient_stride", view.gradient_stride},
                  {"counter", context.layout.base.counter}},
                 &codelets.loss_numbers);
}

Call population_call(const DenseContext& context, const LossPart& part, const std::string& codelet,
                     std::uint32_t outputs, std::uint32_t classes) {
  const models::Network& network = context.job.base.network;
  return call_of(
      codelet, {{"batch", part.samples.count},
                {"segments", part.loss.segments.size()},
                {"segment_table", part.loss.segment_table},
                {"source", outputs},
                {"classes", classes},
                {"class_stride", part.loss.class_stride},
                {"block", network.layer(context.job.base.last_layer()).size / network.classes()}});
}

void add_population_loss(const DenseContext& context, const LossPart& part, WorkTable& work) {
  const LossLayout& loss = part.loss;
  const std::uint64_t bytes = std::uint64_t{loss.class_stride} * part.samples.count;
  work.add(loss.tile, call_of("fill_zero", {{"address", loss.classes}, {"pairs", bytes / 8}}));
  work.add(loss.tile, population_call(context, part, "sum_classes", loss.source, loss.classes));
  work.add(loss.tile, loss_call(context, part,
                                {word(loss.class_segments.size()), loss.class_segment_table,
                                 loss.classes, loss.class_gradient, 0}));
  work.add(loss.tile,
           population_call(context, part, "spread_classes", loss.gradient, loss.class_gradient));
}

std::vector<TileCalls> loss_work(const DenseContext& context) {
  const Job& job = context.job.base;
  WorkTable work;
  for (const LossPart& part : context.layout.losses) {
    if (job.network.loss.classes > 0) {
      add_population_loss(context, part, work);
      continue;
    }
    const LossLayout& loss = part.loss;
    work.add(loss.tile,
             loss_call(context, part,
                       {word(loss.segments.size()), loss.segment_table, loss.source, loss.gradient,
                        job.each_step_loss() ? word(loss.source_bytes) : 0}));
  }
  return work.take();
}

}  // namespace

Superstep dense_loss_step(const DenseContext& context) {
  return {"loss", "", "loss_step", loss_work(context), {}};
}

std::vector<Superstep> dense_final_loss(const DenseContext& context) {
  Superstep gather{"loss", "", "gather_output", {}, {}};
  gather.exchange.push_back(loss_source_transfers(context));
  Superstep compute{"loss", "", "loss", loss_work(context), {}};
  compute.exchange.push_back(loss_gradient_transfers(context));
  return {std::move(gather), std::move(compute)};
}

}  // namespace bspike::kernels::dense
