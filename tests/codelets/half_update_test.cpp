// Holds what gradients in f16 pass through, words, biases, reductions and updates, against plain
// C++ with the same roundings, and at the edges of f16.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/codelets/half_numbers.hpp"

namespace bspike::test {

namespace {

constexpr std::uint32_t kSeeds = 8;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::uint32_t pairs_of(std::uint64_t seed) {
  static const std::vector<std::uint32_t> kPairs{0, 1, 2, 5, 6, 7, 13, 40};
  return kPairs[seed % kPairs.size()];
}

TEST(HalfUpdate, WordsHoldTheScaledValueTwice) {
  for_runs(kSeeds, 2, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = pairs_of(seed);
    const auto source = numbers.reals(2 * pairs);
    CodeletRun run("half_words", machine);
    run.region("source", source);
    run.region("words", Halves(4 * pairs, 7));
    run.region_argument("source", "source");
    run.region_argument("words", "words");
    run.argument("pairs", pairs);
    run.argument_f32("scale", 1024.0F);
    run.run(shift, {"words"});
    std::vector<float> wanted;
    for (const float value : source) wanted.insert(wanted.end(), 2, rounded(1024.0F * value));
    expect_same_bits(floats_of(run.read<std::uint16_t>("words")), wanted, "words");
  });
}

// Bits by hand: 65504 is 0x7bff, infinity 0x7c00, the canonical NaN 0x7e00, 2^-24 is 0x0001.
TEST(HalfUpdate, WordsRoundToEvenOverflowAndKeepSubnormals) {
  const std::vector<float> source{65519.9F,
                                  65520.0F,
                                  -65520.0F,
                                  2049.0F,
                                  2051.0F,
                                  std::exp2(-24.0F),
                                  std::exp2(-25.0F),
                                  1.5F * std::exp2(-24.0F),
                                  kInfinity,
                                  std::nanf(""),
                                  -0.0F,
                                  1.0F};
  CodeletRun run("half_words", {6, 4095});
  run.region("source", source);
  run.region("words", Halves(2 * source.size(), 7));
  run.region_argument("source", "source");
  run.region_argument("words", "words");
  run.argument("pairs", static_cast<std::uint32_t>(source.size() / 2));
  run.argument_f32("scale", 1.0F);
  run.run(0, {"words"});
  const Halves wanted{0x7bff, 0x7c00, 0xfc00, 0x6800, 0x6802, 0x0001,
                      0x0000, 0x0002, 0x7c00, 0x7e00, 0x8000, 0x3c00};
  const Halves found = run.read<std::uint16_t>("words");
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_EQ(found[2 * i], wanted[i]) << i;
    EXPECT_EQ(found[2 * i + 1], wanted[i]) << i;
  }
}

TEST(HalfUpdate, BiasGradientRoundsOnceAStep) {
  for_runs(kSeeds, 2, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t quads = 1 + pairs_of(seed) / 2, batch = 1 + numbers.below(9);
    auto bias = rounded_reals(numbers, 4 * quads);
    const auto current = numbers.reals(std::size_t{4} * quads * batch);
    CodeletRun run("bias_gradient_f16", machine);
    run.region("bias_gradient", halves_of(bias));
    run.region("current_gradient", current);
    run.region_argument("bias_gradient", "bias_gradient");
    run.region_argument("current_gradient", "current_gradient");
    run.argument("quads", quads);
    run.argument("batch", batch);
    run.argument_f32("scale", 16.0F);
    run.run(shift, {"bias_gradient"});
    for (std::uint32_t n = 0; n < 4 * quads; ++n) {
      float sum = 0;
      for (std::uint32_t b = 0; b < batch; ++b) sum += current[std::size_t{b} * 4 * quads + n];
      bias[n] = rounded(bias[n] + 16.0F * sum);
    }
    expect_same_bits(floats_of(run.read<std::uint16_t>("bias_gradient")), bias, "bias_gradient");
  });
}

void check_reduction(const std::string& name, bool partials) {
  for_runs(kSeeds, 2, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t words = pairs_of(seed), blocks = 1 + numbers.below(5);
    auto source = rounded_reals(numbers, std::size_t{4} * words * blocks);
    CodeletRun run(name, machine);
    run.region("source", halves_of(source));
    run.region("destination", std::vector<float>(4 * words, 3.0F));
    run.region_argument("source", "source");
    run.region_argument("destination", partials ? "destination" : "source");
    run.argument("pairs", words);
    run.argument("blocks", blocks);
    run.argument("block_stride", 8 * words);
    run.argument_f32("scale", 0.25F);
    run.run(shift, {partials ? "destination" : "source"});
    std::vector<float> sums(4 * words);
    for (std::size_t i = 0; i < sums.size(); ++i)
      for (std::uint32_t block = 0; block < blocks; ++block)
        sums[i] += source[block * sums.size() + i];
    if (partials) {
      for (float& sum : sums) sum *= 0.25F;
      expect_same_bits(run.read<float>("destination"), sums, name);
      return;
    }
    for (std::size_t i = 0; i < sums.size(); ++i) source[i] = rounded(sums[i]);
    expect_same_bits(floats_of(run.read<std::uint16_t>("source")), source, name);
  });
}

TEST(HalfUpdate, ReductionsSumInF32) {
  check_reduction("reduce_blocks_f16", false);
  check_reduction("reduce_partials_f16", true);
}

// 65504 + 65504 - 65504 in f16 would be infinity; in f32 it is not, but the sum of two is rounded
// to infinity when it is stored.
TEST(HalfUpdate, ReductionsOverflowWhenTheyAreStoredAlone) {
  CodeletRun run("reduce_blocks_f16", {6, 4095});
  run.region("source", halves_of({65504, 65504, 65504, 1, 65504, 16, 0, 1, -65504, 0, 15, 1}));
  run.region_argument("source", "source");
  run.region_argument("destination", "source");
  run.argument("pairs", 1);
  run.argument("blocks", 3);
  run.argument("block_stride", 8);
  run.run(0, {"source"});
  auto found = floats_of(run.read<std::uint16_t>("source"));
  found.resize(4);
  expect_same_bits(found, {65504, kInfinity, 65504, 3}, "sums");
}

// --- Updates -------------------------------------------------------------------------------------

struct Types {
  const char* suffix;
  bool weights, gradients;
};
constexpr Types kTypes[] = {
    {"_f16_weights", true, false}, {"_f16_gradients", false, true}, {"_f16", true, true}};
constexpr float kScale = 256.0F;

// Gradients as the update sees them; some of them are not finite.
std::vector<float> gradients_for(Numbers& numbers, std::size_t count, bool half) {
  auto gradients = half ? rounded_reals(numbers, count) : numbers.reals(count);
  if (!half) return gradients;
  for (std::size_t i = 0; i < count; i += 5)
    gradients[i] = i % 3 == 0 ? kInfinity : i % 3 == 1 ? -kInfinity : std::nanf("");
  return gradients;
}

float seen(float gradient, bool half) {
  if (!half) return gradient;
  return std::isfinite(gradient) ? gradient / kScale : 0.0F;
}

float stored(float weight, bool half) { return half ? rounded(weight) : weight; }

void add_tensors(CodeletRun& run, const Types& types, const std::vector<float>& weights,
                 const std::vector<float>& gradient, const std::vector<float>& scalars) {
  typed_region(run, "parameters", weights, types.weights);
  typed_region(run, "gradient", gradient, types.gradients);
  run.region("scalars", scalars);
  for (const char* name : {"parameters", "gradient", "scalars"}) run.region_argument(name, name);
  run.argument("pairs", static_cast<std::uint32_t>(weights.size() / 2));
  run.argument_f32("weight_decay", 0.01F);
  run.argument_f32("unscale", 1 / kScale);
}

TEST(HalfUpdate, SgdComputesInF32AndSkipsWhatOverflowed) {
  for (const Types& types : kTypes) {
    for_runs(kSeeds, 2, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
      Numbers numbers(seed);
      auto weights = rounded_reals(numbers, 2 * pairs_of(seed));
      auto buffer = numbers.reals(weights.size());
      const auto gradient = gradients_for(numbers, weights.size(), types.gradients);
      CodeletRun run(std::string("sgd_update") + types.suffix, machine);
      add_tensors(run, types, weights, gradient, {0.1F, 0.05F, 0.75F});
      run.region("momentum_buffer", buffer);
      run.region_argument("momentum_buffer", "momentum_buffer");
      run.argument_f32("momentum", 0.9F);
      run.run(shift, {"parameters", "momentum_buffer"});
      for (std::size_t i = 0; i < weights.size(); ++i) {
        const float decayed = seen(gradient[i], types.gradients) + 0.01F * weights[i];
        buffer[i] = 0.75F * decayed + 0.9F * buffer[i];
        weights[i] = stored(weights[i] - 0.1F * buffer[i] - 0.05F * decayed, types.weights);
      }
      expect_same_bits(run.read<float>("momentum_buffer"), buffer, types.suffix);
      expect_same_bits(read_typed(run, "parameters", types.weights), weights, types.suffix);
    });
  }
}

TEST(HalfUpdate, SgdWithoutMomentum) {
  for (const Types& types : kTypes) {
    for_runs(kSeeds, 2, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
      Numbers numbers(seed);
      auto weights = rounded_reals(numbers, 2 * pairs_of(seed));
      const auto gradient = gradients_for(numbers, weights.size(), types.gradients);
      CodeletRun run(std::string("sgd_update_stateless") + types.suffix, machine);
      add_tensors(run, types, weights, gradient, {0.1F});
      run.run(shift, {"parameters"});
      for (std::size_t i = 0; i < weights.size(); ++i) {
        const float decayed = seen(gradient[i], types.gradients) + 0.01F * weights[i];
        weights[i] = stored(weights[i] - 0.1F * decayed, types.weights);
      }
      expect_same_bits(read_typed(run, "parameters", types.weights), weights, types.suffix);
    });
  }
}

enum class Decay { kNone, kOfGradient, kOfWeight };

void check_adam(const std::string& name, Decay decay, const Types& types) {
  for_runs(kSeeds, 2, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    auto weights = rounded_reals(numbers, 2 * pairs_of(seed));
    auto mean = numbers.reals(weights.size());
    auto square = numbers.reals(weights.size());
    for (float& value : square) value = std::fabs(value);
    const auto gradient = gradients_for(numbers, weights.size(), types.gradients);
    CodeletRun run(name + types.suffix, machine);
    add_tensors(run, types, weights, gradient, {0.01F, 3.0F, 0.875F});
    run.region("exp_avg", mean);
    run.region("exp_avg_sq", square);
    run.region_argument("exp_avg", "exp_avg");
    run.region_argument("exp_avg_sq", "exp_avg_sq");
    run.argument_f32("beta1", 0.9F);
    run.argument_f32("one_minus_beta1", 0.1F);
    run.argument_f32("beta2", 0.999F);
    run.argument_f32("one_minus_beta2", 0.001F);
    run.argument_f32("eps", 1e-8F);
    run.run(shift, {"parameters", "exp_avg", "exp_avg_sq"});
    for (std::size_t i = 0; i < weights.size(); ++i) {
      float g = seen(gradient[i], types.gradients);
      if (decay == Decay::kOfGradient) g += 0.01F * weights[i];
      mean[i] = 0.9F * mean[i] + 0.1F * g;
      square[i] = 0.999F * square[i] + 0.001F * (g * g);
      const float before = decay == Decay::kOfWeight ? 0.875F * weights[i] : weights[i];
      weights[i] =
          stored(before + -0.01F / 3.0F * (mean[i] / (std::sqrt(square[i]) + 1e-8F / 3.0F)),
                 types.weights);
    }
    expect_same_bits(run.read<float>("exp_avg"), mean, name + types.suffix);
    expect_same_bits(run.read<float>("exp_avg_sq"), square, name + types.suffix);
    expect_same_bits(read_typed(run, "parameters", types.weights), weights, name + types.suffix);
  });
}

TEST(HalfUpdate, AdamAndItsTwinsComputeInF32AndSkipWhatOverflowed) {
  for (const Types& types : kTypes) {
    check_adam("adam_update", Decay::kNone, types);
    check_adam("adam_decay_update", Decay::kOfGradient, types);
    check_adam("adamw_update", Decay::kOfWeight, types);
  }
}

// A step under half a unit in the last place of the weight leaves it as it was; one of exactly half
// goes to the even neighbour; above 65520 it overflows.
TEST(HalfUpdate, WeightsRoundToNearest) {
  CodeletRun run("sgd_update_stateless_f16", {6, 4095});
  const Types types{"", true, true};
  add_tensors(run, types, {1.0F, 1.0F, 1.0009765625F, 65504.0F},
              {-kScale * 0.00048F, -kScale * 0.00048828125F, -kScale * 0.00048828125F, -16.0F},
              {1.0F});
  run.argument_f32("weight_decay", 0.0F);
  run.argument_f32("unscale", 1 / kScale);
  run.run(0, {"parameters"});
  expect_same_bits(read_typed(run, "parameters", true), {1.0F, 1.0F, 1.001953125F, 65504.0F},
                   "parameters");
}

}  // namespace

}  // namespace bspike::test
