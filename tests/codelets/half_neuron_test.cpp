// Holds the codelets of neurons with states in f16 against the equations in f32, rounded once where
// a state is stored.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernels/codelets/surrogates/surrogate_emitters.hpp"
#include "tests/codelets/half_numbers.hpp"

namespace bspike::test {

namespace {

constexpr float kBeta = 0.9F;
constexpr float kThreshold = 0.300048828125F;  // f16 holds it
constexpr std::uint32_t kSteps = 3;
constexpr std::uint32_t kSeeds = 7;

struct Neurons {
  std::uint32_t quads, step;
  std::vector<float> history;

  Neurons(Numbers& numbers, std::uint64_t seed)
      : quads(std::vector<std::uint32_t>{0, 1, 2, 6, 7, 12, 31}[seed % 7]),
        step(numbers.below(kSteps)),
        history(rounded_reals(numbers, (kSteps + 1) * 4 * quads)) {
    if (quads > 0) history[step * 4 * quads] = kThreshold;  // at the threshold: no reset
  }
  [[nodiscard]] std::size_t before(std::size_t i) const { return step * 4 * quads + i; }
  [[nodiscard]] std::size_t after(std::size_t i) const { return (step + 1) * 4 * quads + i; }

  void add_to(CodeletRun& run, bool half = true) const {
    typed_region(run, "history_base", history, half);
    run.region("counter", std::vector<std::uint32_t>{step});
    run.region_argument("history_base", "history_base");
    run.region_argument("counter", "counter");
    run.argument("stride", (half ? 8 : 16) * quads);
    run.argument_f32("beta", kBeta);
    run.argument_f32("threshold", kThreshold);
  }
};

float leaky(const std::string& reset, float before, float current) {
  const bool resets = before > kThreshold;
  if (reset == "zero" && resets) return rounded(current + kBeta * 0.0F);
  const float decayed = current + kBeta * before;
  return rounded(reset == "subtract" ? decayed + (resets ? -kThreshold : 0.0F) : decayed);
}

void check_forward(const std::string& reset) {
  for_runs(kSeeds, 4, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const Neurons neurons(numbers, seed);
    CodeletRun run("leaky_forward_" + reset + "_f16", machine);
    neurons.add_to(run);
    const auto current = numbers.reals(4 * neurons.quads);
    run.region("current", current);
    run.region("spikes", numbers.reals(4 * neurons.quads));
    run.region_argument("current", "current");
    run.region_argument("spikes", "spikes");
    run.argument("pairs", neurons.quads);
    run.run(shift, {"history_base", "spikes"});
    auto history = neurons.history;
    std::vector<float> spikes(4 * neurons.quads);
    for (std::size_t i = 0; i < spikes.size(); ++i) {
      history[neurons.after(i)] = leaky(reset, history[neurons.before(i)], current[i]);
      spikes[i] = history[neurons.after(i)] > kThreshold ? 1.0F : 0.0F;
    }
    expect_same_bits(floats_of(run.read<std::uint16_t>("history_base")), history, reset);
    expect_same_bits(run.read<float>("spikes"), spikes, reset + " spikes");
  });
}

TEST(HalfLeaky, ForwardRoundsTheMembraneOnce) {
  for (const char* reset : {"subtract", "zero", "none"}) check_forward(reset);
}

// The spike is decided on the rounded membrane: 1.0004 is 1 in f16, which is not above 1; 65520
// overflows and spikes; a reset takes the threshold off in f32; a NaN never spikes.
TEST(HalfLeaky, SpikesFollowFromTheRoundedMembrane) {
  CodeletRun run("leaky_forward_subtract_f16", {6, 4095});
  const float infinity = std::numeric_limits<float>::infinity();
  run.region("history_base", halves_of({0, 0, 2, std::nanf("")}));
  run.region("counter", std::vector<std::uint32_t>{7});
  run.region("current", std::vector<float>{1.0004F, 65520.0F, 1.0F, 0.0F});
  run.region("spikes", std::vector<float>(4, 9.0F));
  for (const char* name : {"history_base", "counter", "current", "spikes"})
    run.region_argument(name, name);
  run.argument("stride", 0);
  run.argument("pairs", 1);
  run.argument_f32("beta", 0.5F);
  run.argument_f32("threshold", 1.0F);
  run.run(0, {"history_base", "spikes"});
  expect_same_bits(floats_of(run.read<std::uint16_t>("history_base")),
                   {1.0F, infinity, 1.0F, std::nanf("")}, "membranes");
  expect_same_bits(run.read<float>("spikes"), {0, 1, 0, 0}, "spikes");
}

TEST(HalfLeaky, SpikesComeAgainFromTheHistory) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const Neurons neurons(numbers, seed);
    CodeletRun run("spikes_from_history_f16", machine);
    neurons.add_to(run);
    run.region("spikes", numbers.reals(4 * neurons.quads));
    run.region_argument("spikes", "spikes");
    run.argument("pairs", neurons.quads);
    run.run(shift, {"spikes"});
    std::vector<float> spikes;
    for (std::size_t i = 0; i < 4 * neurons.quads; ++i)
      spikes.push_back(neurons.history[neurons.after(i)] > kThreshold ? 1.0F : 0.0F);
    expect_same_bits(run.read<float>("spikes"), spikes, "spikes");
  });
}

// The slot of step t as f32.
TEST(HalfStates, WidenSliceConvertsOneSlot) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const Neurons neurons(numbers, seed);
    CodeletRun run("widen_slice", machine);
    run.region("source", halves_of(neurons.history));
    run.region("counter", std::vector<std::uint32_t>{neurons.step});
    run.region("destination", numbers.reals(4 * neurons.quads));
    run.region_argument("source_base", "source");
    run.region_argument("counter", "counter");
    run.region_argument("destination", "destination");
    run.argument("stride", 8 * neurons.quads);
    run.argument("pairs", neurons.quads);
    run.run(shift, {"destination"});
    const auto first = neurons.history.begin() + static_cast<std::ptrdiff_t>(neurons.before(0));
    expect_same_bits(run.read<float>("destination"),
                     {first, first + static_cast<std::ptrdiff_t>(4 * neurons.quads)}, "slot");
  });
}

void add_surrogate_arguments(CodeletRun& run) {
  for (const char* name : {"surrogate_slope", "half_surrogate_alpha", "half_pi_surrogate_alpha",
                           "surrogate_threshold", "surrogate_beta", "surrogate_B"})
    run.argument_f32(name, 0.75F);
}

// The same codelet in f32, on the same membranes, is held against the equations elsewhere.
std::vector<float> backward(const std::string& name, bool half, const TestMachine& machine,
                            std::uint64_t seed, std::uint32_t shift) {
  Numbers numbers(seed);
  const Neurons neurons(numbers, seed);
  CodeletRun run(name, machine);
  neurons.add_to(run, half);
  run.region("spike_gradient", numbers.reals(4 * neurons.quads));
  run.region("carry", numbers.reals(4 * neurons.quads));
  run.region("current_gradient", numbers.reals(4 * neurons.quads));
  for (const char* region : {"spike_gradient", "carry", "current_gradient"})
    run.region_argument(region, region);
  run.argument("pairs", 2 * neurons.quads);
  add_surrogate_arguments(run);
  run.run(shift, {"carry", "current_gradient"});
  return run.read<float>("current_gradient");
}

TEST(HalfLeaky, BackwardEqualsThatOfTheWidenedMembranes) {
  for (const char* reset : {"subtract", "zero", "none"})
    for (const kernels::SurrogateEmitter& surrogate : kernels::surrogate_emitters()) {
      const std::string name = std::string("leaky_backward_") + reset + "_" + surrogate.name;
      for_runs(1, 1, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
        expect_same_bits(backward(name + "_f16", true, machine, seed + 3, shift),
                         backward(name, false, machine, seed + 3, shift), name);
      });
    }
}

}  // namespace

}  // namespace bspike::test
