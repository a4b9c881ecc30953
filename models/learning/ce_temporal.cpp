// Owns the cross entropy whose logits are the negative time steps of the first spikes. The
// derivative of a spike's time with respect to the spike stands in as -1.
#include "models/learning/ce_temporal.hpp"

#include "models/learning/record.hpp"

namespace bspike::models {
namespace {

template <class Real>
double loss(const LossSpec& /*spec*/, std::uint32_t time_steps, std::uint32_t batch,
            std::uint32_t outputs, std::span<const Real> record,
            std::span<const std::uint32_t> targets, std::span<Real> gradient) {
  const RecordShape shape{time_steps, batch, outputs};
  const Real scale = Real{1} / static_cast<Real>(batch);
  std::fill(gradient.begin(), gradient.end(), Real{0});
  std::vector<Real> logits(outputs), row(outputs);
  double total = 0;
  for (std::uint32_t b = 0; b < batch; ++b) {
    const auto steps = first_spikes(shape, record, b);
    for (std::uint32_t i = 0; i < outputs; ++i) logits[i] = -static_cast<Real>(steps[i]);
    total += cross_entropy<Real>(logits, targets[b], scale, row);
    for (std::uint32_t i = 0; i < outputs; ++i) gradient[shape.row(steps[i], b) + i] = row[i];
  }
  return total / batch;
}

}  // namespace

LossRow ce_temporal_row() {
  return {.name = "ce_temporal",
          .arguments = {},
          .timing = LossTiming::kFinal,
          .summary = LossSummary::kFirstSpike,
          .f32 = loss<float>,
          .f64 = loss<double>,
          .doc =
              "Cross entropy of the negative times of each output's first spike; an output "
              "without one counts as spiking in the last time step."};
}

}  // namespace bspike::models
