// Owns (1/T) times the mean over batch and outputs of (count - target count)^2.
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
  const double divisor = static_cast<double>(time_steps) * batch * outputs;
  const auto scale = static_cast<Real>(2 / divisor);
  const auto correct =
      static_cast<Real>(target_count(time_steps, argument<double>(spec, "correct_rate")));
  const auto incorrect =
      static_cast<Real>(target_count(time_steps, argument<double>(spec, "incorrect_rate")));
  std::vector<Real> row(outputs);
  double total = 0;
  for (std::uint32_t b = 0; b < batch; ++b) {
    const auto counts = counts_of(shape, record, b);
    for (std::uint32_t i = 0; i < outputs; ++i) {
      const Real error = counts[i] - (i == targets[b] ? correct : incorrect);
      total += error * error;
      row[i] = error * scale;
    }
    spread_over_time<Real>(shape, row, b, gradient);
  }
  return total / divisor;
}

}  // namespace

double target_count(std::uint32_t time_steps, double rate) { return std::trunc(time_steps * rate); }

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
      .f32 = loss<float>,
      .f64 = loss<double>,
      .doc =
          "Squared error of the spike counts against target counts, mean over batch, outputs "
          "and time steps."};
}

}  // namespace bspike::models
