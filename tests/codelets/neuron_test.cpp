// Holds every neuron codelet against the equations, written out for one neuron.
#include <gtest/gtest.h>

#include <cmath>

#include "arch/base/fp_math.hpp"
#include "kernels/codelets/surrogates/surrogate_emitters.hpp"
#include "tests/codelets/codelet_run.hpp"

namespace bspike::test {

namespace {

constexpr float kBeta = 0.9F;
constexpr float kThreshold = 0.3F;
constexpr std::uint32_t kSteps = 3;
constexpr std::uint32_t kSeeds = 7;

struct Neurons {
  std::uint32_t pairs;
  std::uint32_t step;  // t
  std::vector<float> history;

  Neurons(Numbers& numbers, std::uint64_t seed)
      : pairs(std::vector<std::uint32_t>{0, 1, 2, 6, 7, 12, 31}[seed % 7]),
        step(numbers.below(kSteps)),
        history(numbers.reals((kSteps + 1) * 2 * pairs)) {
    if (pairs > 0) history[step * 2 * pairs] = kThreshold;  // at the threshold: no reset
  }
  [[nodiscard]] std::size_t before(std::size_t i) const { return step * 2 * pairs + i; }
  [[nodiscard]] std::size_t after(std::size_t i) const { return (step + 1) * 2 * pairs + i; }

  void add_to(CodeletRun& run) const {
    run.region("history", history);
    run.region("counter", std::vector<std::uint32_t>{step});
    run.region_argument("history_base", "history");
    run.region_argument("counter", "counter");
    run.argument("stride", 8 * pairs);
    run.argument("pairs", pairs);
    run.argument_f32("beta", kBeta);
    run.argument_f32("threshold", kThreshold);
  }
};

float leaky(const std::string& reset, float before, float current) {
  const bool resets = before > kThreshold;
  if (reset == "zero" && resets) return current + kBeta * 0.0F;
  const float decayed = current + kBeta * before;
  return reset == "subtract" && resets ? decayed - kThreshold : decayed;
}

void check_forward(const std::string& reset) {
  for_runs(kSeeds, 4, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const Neurons neurons(numbers, seed);
    CodeletRun run("leaky_forward_" + reset, machine);
    neurons.add_to(run);
    const auto current = numbers.reals(2 * neurons.pairs);
    run.region("current", current);
    run.region("spikes", numbers.reals(2 * neurons.pairs));
    run.region_argument("current", "current");
    run.region_argument("spikes", "spikes");
    run.run(shift, {"history", "spikes"});
    auto history = neurons.history;
    std::vector<float> spikes(2 * neurons.pairs);
    for (std::size_t i = 0; i < spikes.size(); ++i) {
      history[neurons.after(i)] = leaky(reset, history[neurons.before(i)], current[i]);
      spikes[i] = history[neurons.after(i)] > kThreshold ? 1.0F : 0.0F;
    }
    expect_same_bits(run.read<float>("history"), history, reset + " history");
    expect_same_bits(run.read<float>("spikes"), spikes, reset + " spikes");
  });
}

TEST(Leaky, ForwardSubtract) { check_forward("subtract"); }
TEST(Leaky, ForwardZero) { check_forward("zero"); }
TEST(Leaky, ForwardNone) { check_forward("none"); }

TEST(Leaky, ForwardInPlaceForInference) {
  CodeletRun run("leaky_forward_subtract", {6, 4095});
  run.region("mem", std::vector<float>{0.5F, 0.0F, 1.0F, -1.0F});
  run.region("counter", std::vector<std::uint32_t>{7});
  run.region("current", std::vector<float>{1.0F, 0.25F, 0.0F, 2.0F});
  run.region("spikes", std::vector<float>(4, 9.0F));
  run.region_argument("history_base", "mem");
  run.region_argument("counter", "counter");
  run.region_argument("current", "current");
  run.region_argument("spikes", "spikes");
  run.argument("stride", 0);
  run.argument("pairs", 2);
  run.argument_f32("beta", 0.5F);
  run.argument_f32("threshold", 0.5F);
  run.run(0, {"mem", "spikes"});
  // 0.5 is not above 0.5, so only the third neuron resets: 0.5 * 1 + 0 - 0.5.
  expect_same_bits(run.read<float>("mem"), {1.25F, 0.25F, 0.0F, 1.5F}, "mem");
  expect_same_bits(run.read<float>("spikes"), {1, 0, 0, 1}, "spikes");
}

constexpr float kSlope = 4.0F;
constexpr float kHalfAlpha = 1.0F;
constexpr float kHalfPiAlpha = 3.14159274F;
constexpr float kHeight = 1.5F;
constexpr float kFalling = 0.75F;
constexpr float kBound = -0.4F;

// gradient * sigma'(x), in the order of operations of the reference equation.
float through(const std::string& surrogate, float gradient, float x) {
  if (surrogate == "fast_sigmoid") {
    const float root = kSlope * std::fabs(x) + 1;
    return gradient / (root * root);
  }
  if (surrogate == "atan") {
    const float scaled = kHalfPiAlpha * x;
    return gradient * kHalfAlpha / (1 + scaled * scaled);
  }
  if (surrogate == "sigmoid") {
    const float decay = arch::base::exp_f32(-kSlope * std::fabs(x));
    return gradient * (kSlope * decay) / ((1 + decay) * (1 + decay));
  }
  if (surrogate == "heaviside") return x > 0 ? gradient : 0.0F;
  if (surrogate == "triangular") return gradient * (x < 0 ? kHeight : -kHeight);
  if (surrogate == "spike_rate_escape")
    return gradient * (kSlope * arch::base::exp_f32(-kFalling * std::fabs(1 - x)));
  if (surrogate == "sparse_fast_sigmoid")
    return x > kBound ? through("fast_sigmoid", gradient, x) : 0.0F;
  return gradient;
}

void add_surrogate_arguments(CodeletRun& run) {
  run.argument_f32("surrogate_slope", kSlope);
  run.argument_f32("half_surrogate_alpha", kHalfAlpha);
  run.argument_f32("half_pi_surrogate_alpha", kHalfPiAlpha);
  run.argument_f32("surrogate_threshold", kHeight);
  run.argument_f32("surrogate_beta", kFalling);
  run.argument_f32("surrogate_B", kBound);
}

void check_backward(const std::string& reset, const std::string& surrogate, bool shared) {
  for_runs(kSeeds, 5, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const Neurons neurons(numbers, seed);
    CodeletRun run("leaky_backward_" + reset + "_" + surrogate, machine);
    neurons.add_to(run);
    const auto gradient = numbers.reals(2 * neurons.pairs);
    const auto carry = numbers.reals(2 * neurons.pairs);
    run.region("spike_gradient", gradient);
    run.region("carry", carry);
    run.region("current_gradient", numbers.reals(2 * neurons.pairs));
    run.region_argument("spike_gradient", "spike_gradient");
    run.region_argument("carry", "carry");
    run.region_argument("current_gradient", shared ? "carry" : "current_gradient");
    add_surrogate_arguments(run);
    run.run(shift, {"carry", shared ? "carry" : "current_gradient"});
    std::vector<float> wanted(2 * neurons.pairs);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const float x = neurons.history[neurons.after(i)] - kThreshold;
      const float kept = reset == "zero" && x > 0 ? 0.0F : carry[i];
      wanted[i] = through(surrogate, gradient[i], x) + kBeta * kept;
    }
    const std::string what = reset + " " + surrogate;
    expect_same_bits(run.read<float>("carry"), wanted, what + " carry");
    if (!shared)
      expect_same_bits(run.read<float>("current_gradient"), wanted, what + " current_gradient");
  });
}

TEST(Leaky, BackwardOfEveryResetAndSurrogate) {
  for (const char* reset : {"subtract", "zero", "none"})
    for (const kernels::SurrogateEmitter& surrogate : kernels::surrogate_emitters())
      check_backward(reset, surrogate.name, false);
}

TEST(Leaky, BackwardWithTheCarryInTheGradientsPlace) {
  check_backward("zero", "fast_sigmoid", true);
  check_backward("subtract", "straight_through", true);
}

}  // namespace

}  // namespace bspike::test
