// Owns (1/T) times the sum over time of the mean over batch and outputs of (membrane - target)^2.
#include "models/learning/mse_membrane.hpp"

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
  const Real on = argument<Real>(spec, "on_target");
  const Real off = argument<Real>(spec, "off_target");
  double total = 0;
  for (std::uint32_t t = 0; t < time_steps; ++t)
    for (std::uint32_t b = 0; b < batch; ++b)
      for (std::uint32_t i = 0; i < outputs; ++i) {
        const std::size_t at = shape.row(t, b) + i;
        const Real error = record[at] - (i == targets[b] ? on : off);
        total += error * error;
        gradient[at] = error * scale;
      }
  return total / divisor;
}

}  // namespace

LossRow mse_membrane_row() {
  return {.name = "mse_membrane",
          .arguments = {{.name = "on_target",
                         .required = false,
                         .fallback = 1,
                         .range = {-1e6, 1e6},
                         .doc = "Membrane that the label's neuron should have."},
                        {.name = "off_target",
                         .required = false,
                         .fallback = 0,
                         .range = {-1e6, 1e6},
                         .doc = "The same for every other neuron."}},
          .timing = LossTiming::kEachStep,
          .record = LossRecord::kMembranes,
          .f32 = loss<float>,
          .f64 = loss<double>,
          .doc = "Squared error of the output membranes, mean over batch, outputs and time steps."};
}

}  // namespace bspike::models
