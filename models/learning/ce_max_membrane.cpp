// Owns the cross entropy whose logits are each output's largest membrane over time.
#include "models/learning/ce_max_membrane.hpp"

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
  std::vector<Real> highest(outputs), row(outputs);
  double total = 0;
  for (std::uint32_t b = 0; b < batch; ++b) {
    const auto steps = highest_steps(shape, record, b);
    for (std::uint32_t i = 0; i < outputs; ++i) highest[i] = record[shape.row(steps[i], b) + i];
    total += cross_entropy<Real>(highest, targets[b], scale, row);
    for (std::uint32_t i = 0; i < outputs; ++i) gradient[shape.row(steps[i], b) + i] = row[i];
  }
  return total / batch;
}

}  // namespace

LossRow ce_max_membrane_row() {
  return {.name = "ce_max_membrane",
          .arguments = {},
          .timing = LossTiming::kFinal,
          .record = LossRecord::kMembranes,
          .summary = LossSummary::kHighest,
          .f32 = loss<float>,
          .f64 = loss<double>,
          .doc =
              "Cross entropy of each output's largest membrane; its gradient reaches the time "
              "step of the largest alone."};
}

}  // namespace bspike::models
