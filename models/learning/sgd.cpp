// Owns SGD as torch.optim applies it: g += weight_decay w; buffer = momentum buffer + take g; w -=
// lr buffer, or lr (g + momentum buffer) with Nesterov's momentum. take is 1 in the first step and
// without momentum, 1 - dampening else. Step scalars: {rate of the buffer, rate of g, take}.
#include "models/learning/sgd.hpp"

#include "models/learning/real.hpp"

namespace bspike::models {
namespace {

std::vector<double> step_scalars(const OptimizerSpec& spec, std::uint64_t step) {
  const double rate = argument<double>(spec, "lr");
  const bool nesterov = argument<double>(spec, "nesterov") != 0;
  if (argument<double>(spec, "momentum") == 0) return {rate, 0, 1};
  const double take = step == 1 ? 1 : 1 - argument<double>(spec, "dampening");
  if (nesterov) return {rate * argument<double>(spec, "momentum"), rate, take};
  return {rate, 0, take};
}

template <class Real>
void update(const OptimizerSpec& spec, std::uint64_t step, std::span<Real> weights,
            std::span<const Real> gradient, std::vector<std::vector<Real>>& state) {
  const auto scalars = step_scalars(spec, step);
  const auto buffer_rate = static_cast<Real>(scalars[0]);
  const auto gradient_rate = static_cast<Real>(scalars[1]);
  const auto take = static_cast<Real>(scalars[2]);
  const Real momentum = argument<Real>(spec, "momentum");
  const Real decay = argument<Real>(spec, "weight_decay");
  std::vector<Real>& buffer = state[0];
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Real decayed = gradient[i] + decay * weights[i];
    buffer[i] = momentum * buffer[i] + take * decayed;
    weights[i] -= buffer_rate * buffer[i];
    weights[i] -= gradient_rate * decayed;
  }
}

}  // namespace

OptimizerRow sgd_row() {
  return {.name = "SGD",
          .arguments = {{.name = "lr", .range = {0, 1e6}, .doc = "Learning rate."},
                        {.name = "momentum",
                         .required = false,
                         .fallback = 0,
                         .range = {0, 1},
                         .doc = "Share of the last update that is kept."},
                        {.name = "weight_decay",
                         .required = false,
                         .fallback = 0,
                         .range = {0, 1},
                         .doc = "This many times the weight is added to its gradient."},
                        {.name = "dampening",
                         .required = false,
                         .fallback = 0,
                         .range = {0, 1},
                         .doc = "Share of the gradient that the momentum leaves out after the "
                                "first step."},
                        {.name = "nesterov",
                         .required = false,
                         .fallback = 0,
                         .range = {0, 1},
                         .doc = "1: Nesterov's momentum."}},
          .states = {"momentum_buffer"},
          .f32 = update<float>,
          .f64 = update<double>,
          .step_scalars = step_scalars,
          .doc = "Stochastic gradient descent.",
          .reads_states = [](const OptimizerSpec& spec) {
            return argument<double>(spec, "momentum") != 0;
          }};
}

}  // namespace bspike::models
