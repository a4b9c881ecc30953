// Owns the cross entropy of the spike counts, mean over the batch.
#include "models/learning/ce_count.hpp"

#include "models/learning/record.hpp"

namespace bspike::models {
namespace {

template <class Real>
double loss(const LossSpec& spec, std::uint32_t time_steps, std::uint32_t batch,
            std::uint32_t outputs, std::span<const Real> record,
            std::span<const std::uint32_t> targets, std::span<Real> gradient) {
  const RecordShape shape{time_steps, batch, outputs};
  const Real scale = Real{1} / static_cast<Real>(batch);
  std::vector<Real> row(spec.classes == 0 ? outputs : spec.classes);
  double total = 0;
  for (std::uint32_t b = 0; b < batch; ++b) {
    const auto counts = class_counts(shape, spec, record, b);
    total += cross_entropy<Real>(counts, targets[b], scale, row);
    spread_over_classes<Real>(shape, spec, row, b, gradient);
  }
  return total / batch;
}

}  // namespace

LossRow ce_count_row() {
  return {.name = "ce_count",
          .arguments = {},
          .timing = LossTiming::kFinal,
          .population_code = true,
          .f32 = loss<float>,
          .f64 = loss<double>,
          .doc = "Cross entropy of the spike counts over all time steps."};
}

}  // namespace bspike::models
