// Owns the mean over batch and outputs of ((time of the first spike - target time) / T)^2. The
// derivative of a spike's time with respect to the spike stands in as -1.
#include "models/learning/mse_temporal.hpp"

#include "models/learning/record.hpp"

namespace bspike::models {
namespace {

// Negative times count from the end.
template <class Real>
Real target_time(const LossSpec& spec, const char* name, std::uint32_t time_steps) {
  const Real time = argument<Real>(spec, name);
  return time < 0 ? time + static_cast<Real>(time_steps) : time;
}

template <class Real>
double loss(const LossSpec& spec, std::uint32_t time_steps, std::uint32_t batch,
            std::uint32_t outputs, std::span<const Real> record,
            std::span<const std::uint32_t> targets, std::span<Real> gradient) {
  const RecordShape shape{time_steps, batch, outputs};
  const Real on = target_time<Real>(spec, "on_target", time_steps);
  const Real off = target_time<Real>(spec, "off_target", time_steps);
  const double divisor = static_cast<double>(time_steps) * time_steps * batch * outputs;
  const auto scale = static_cast<Real>(2 / divisor);
  std::fill(gradient.begin(), gradient.end(), Real{0});
  double total = 0;
  for (std::uint32_t b = 0; b < batch; ++b) {
    const auto steps = first_spikes(shape, record, b);
    for (std::uint32_t i = 0; i < outputs; ++i) {
      const Real error = static_cast<Real>(steps[i]) - (i == targets[b] ? on : off);
      total += error * error;
      gradient[shape.row(steps[i], b) + i] = -error * scale;
    }
  }
  return total / divisor;
}

}  // namespace

LossRow mse_temporal_row() {
  return {
      .name = "mse_temporal",
      .arguments = {{.name = "on_target",
                     .required = false,
                     .fallback = 0,
                     .range = {-1e6, 1e6},
                     .doc = "Time step in which the label's neuron should spike first; negative "
                            "ones count from the end."},
                    {.name = "off_target",
                     .required = false,
                     .fallback = -1,
                     .range = {-1e6, 1e6},
                     .doc = "The same for every other neuron."}},
      .timing = LossTiming::kFinal,
      .summary = LossSummary::kFirstSpike,
      .f32 = loss<float>,
      .f64 = loss<double>,
      .doc =
          "Squared error of the times of each output's first spike as shares of all time "
          "steps, mean over batch and outputs."};
}

}  // namespace bspike::models
