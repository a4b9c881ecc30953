// Owns the cross entropy whose logits are the spikes (0 or 1) of one time step, mean over time and
// batch.
#include "models/learning/ce_rate.hpp"

#include "models/learning/record.hpp"

namespace bspike::models {
namespace {

template <class Real>
double loss(const LossSpec& /*spec*/, std::uint32_t time_steps, std::uint32_t batch,
            std::uint32_t outputs, std::span<const Real> record,
            std::span<const std::uint32_t> targets, std::span<Real> gradient) {
  const RecordShape shape{time_steps, batch, outputs};
  const double rows = static_cast<double>(time_steps) * batch;
  const Real scale = static_cast<Real>(1 / rows);
  double total = 0;
  for (std::uint32_t t = 0; t < time_steps; ++t)
    for (std::uint32_t b = 0; b < batch; ++b)
      total += cross_entropy<Real>(record.subspan(shape.row(t, b), outputs), targets[b], scale,
                                   gradient.subspan(shape.row(t, b), outputs));
  return total / rows;
}

}  // namespace

LossRow ce_rate_row() {
  return {.name = "ce_rate",
          .arguments = {},
          .timing = LossTiming::kEachStep,
          .f32 = loss<float>,
          .f64 = loss<double>,
          .doc = "Cross entropy of each time step's output spikes, mean over the time steps."};
}

}  // namespace bspike::models
