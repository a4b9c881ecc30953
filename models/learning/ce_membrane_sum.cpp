// Owns the cross entropy whose logits are the membranes of one time step: the mean over the batch,
// summed over time.
#include "models/learning/ce_membrane_sum.hpp"

#include "models/learning/record.hpp"

namespace bspike::models {
namespace {

template <class Real>
double loss(const LossSpec& /*spec*/, std::uint32_t time_steps, std::uint32_t batch,
            std::uint32_t outputs, std::span<const Real> record,
            std::span<const std::uint32_t> targets, std::span<Real> gradient) {
  const RecordShape shape{time_steps, batch, outputs};
  const Real scale = Real{1} / static_cast<Real>(batch);
  double total = 0;
  for (std::uint32_t t = 0; t < time_steps; ++t)
    for (std::uint32_t b = 0; b < batch; ++b)
      total += cross_entropy<Real>(record.subspan(shape.row(t, b), outputs), targets[b], scale,
                                   gradient.subspan(shape.row(t, b), outputs));
  return total / batch;
}

}  // namespace

LossRow ce_membrane_sum_row() {
  return {.name = "ce_membrane_sum",
          .arguments = {},
          .timing = LossTiming::kEachStep,
          .record = LossRecord::kMembranes,
          .f32 = loss<float>,
          .f64 = loss<double>,
          .doc = "Cross entropy of each time step's output membranes, summed over the time steps."};
}

}  // namespace bspike::models
