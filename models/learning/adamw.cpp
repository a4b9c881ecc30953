// Owns AdamW: w *= 1 - lr weight_decay, then Adam's step. Step scalars: Adam's, then that factor.
#include "models/learning/adamw.hpp"

#include "models/learning/adam_update.hpp"

namespace bspike::models {
namespace {

double kept_share(const OptimizerSpec& spec) {
  return 1 - argument<double>(spec, "lr") * argument<double>(spec, "weight_decay");
}

std::vector<double> step_scalars(const OptimizerSpec& spec, std::uint64_t step) {
  auto scalars = adam_scalars(spec, step);
  scalars.push_back(kept_share(spec));
  return scalars;
}

template <class Real>
void update(const OptimizerSpec& spec, std::uint64_t step, std::span<Real> weights,
            std::span<const Real> gradient, std::vector<std::vector<Real>>& state) {
  const AdamRule<Real> rule(spec, step);
  const auto kept = static_cast<Real>(kept_share(spec));
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] = kept * weights[i] - rule.step(gradient[i], state[0][i], state[1][i]);
}

}  // namespace

OptimizerRow adamw_row() {
  return {.name = "AdamW",
          .arguments = adam_arguments(0.01, "Each step takes lr times this share of the weight."),
          .states = {"exp_avg", "exp_avg_sq"},
          .f32 = update<float>,
          .f64 = update<double>,
          .step_scalars = step_scalars,
          .doc = "Adam with a weight decay that the running means do not see."};
}

}  // namespace bspike::models
