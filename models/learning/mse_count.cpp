// Owns (1/T) times the mean over batch and classes of (count - target count)^2.
#include "models/learning/mse_count.hpp"

#include <cmath>

#include "models/learning/record.hpp"

namespace bspike::models {
namespace {

template <class Real>
double loss(const LossSpec& spec, std::uint32_t time_steps, std::uint32_t batch,
            std::uint32_t outputs, std::span<const Real> record,
            std::span<const std::uint32_t> targets, std::span<Real> gradient) {
  const RecordShape shape{time_steps, batch, outputs};
  const std::uint32_t classes = spec.classes == 0 ? outputs : spec.classes;
  const double neurons = static_cast<double>(outputs) / classes;
  const double divisor = static_cast<double>(time_steps) * batch * classes;
  const auto scale = static_cast<Real>(2 / divisor);
  const auto correct =
      static_cast<Real>(target_count(time_steps, argument<double>(spec, "correct_rate"), neurons));
  const auto incorrect = static_cast<Real>(
      target_count(time_steps, argument<double>(spec, "incorrect_rate"), neurons));
  std::vector<Real> row(classes);
  double total = 0;
  for (std::uint32_t b = 0; b < batch; ++b) {
    const auto counts = class_counts(shape, spec, record, b);
    for (std::uint32_t i = 0; i < classes; ++i) {
      const Real error = counts[i] - (i == targets[b] ? correct : incorrect);
      total += error * error;
      row[i] = error * scale;
    }
    spread_over_classes<Real>(shape, spec, row, b, gradient);
  }
  return total / divisor;
}

}  // namespace

double target_count(std::uint32_t time_steps, double rate, double neurons) {
  return std::trunc(time_steps * rate * neurons);
}

LossRow mse_count_row() {
  return {
      .name = "mse_count",
      .arguments = {{.name = "correct_rate",
                     .required = false,
                     .fallback = 1,
                     .range = {0, 1},
                     .doc = "Share of the time steps in which the label's neuron should spike."},
                    {.name = "incorrect_rate",
                     .required = false,
                     .fallback = 0,
                     .range = {0, 1},
                     .doc = "The same for every other neuron."}},
      .timing = LossTiming::kFinal,
      .population_code = true,
      .f32 = loss<float>,
      .f64 = loss<double>,
      .doc =
          "Squared error of the spike counts against target counts, mean over batch, outputs "
          "and time steps."};
}

}  // namespace bspike::models
