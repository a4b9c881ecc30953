// Owns SGD as torch.optim applies it: g += weight_decay w; buffer = momentum buffer + g; w -= lr
// buffer. Step scalars: {lr}.
#include "models/learning/sgd.hpp"

#include "models/learning/real.hpp"

namespace bspike::models {
namespace {

template <class Real>
void update(const OptimizerSpec& spec, std::uint64_t /*step*/, std::span<Real> weights,
            std::span<const Real> gradient, std::vector<std::vector<Real>>& state) {
  const Real rate = argument<Real>(spec, "lr");
  const Real momentum = argument<Real>(spec, "momentum");
  const Real decay = argument<Real>(spec, "weight_decay");
  std::vector<Real>& buffer = state[0];
  for (std::size_t i = 0; i < weights.size(); ++i) {
    // A buffer of zeros makes the first step equal torch's, which copies the gradient.
    buffer[i] = momentum * buffer[i] + (gradient[i] + decay * weights[i]);
    weights[i] -= rate * buffer[i];
  }
}

std::vector<double> step_scalars(const OptimizerSpec& spec, std::uint64_t /*step*/) {
  return {argument<double>(spec, "lr")};
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
                         .doc = "This many times the weight is added to its gradient."}},
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
