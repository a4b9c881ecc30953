// Holds the elementwise codelets against plain C++.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/codelets/codelet_run.hpp"

namespace bspike::test {

namespace {

// Pairs from none to more than the workers share evenly.
std::uint32_t pairs_of(std::uint64_t seed) {
  static const std::vector<std::uint32_t> kPairs{0, 1, 2, 5, 6, 7, 13, 40};
  return kPairs[seed % kPairs.size()];
}

constexpr std::uint32_t kSeeds = 8;

TEST(Elementwise, FillZeroClearsItsWordsAlone) {
  for_runs(kSeeds, 1, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = pairs_of(seed);
    CodeletRun run("fill_zero", machine);
    auto wanted = numbers.reals(2 * pairs + 4);
    run.region("words", wanted);
    run.region_argument("address", "words", 8);
    run.argument("pairs", pairs);
    run.run(shift, {"words"});
    std::fill(wanted.begin() + 2, wanted.end() - 2, 0.0F);
    expect_same_bits(run.read<float>("words"), wanted, "words");
  });
}

TEST(Elementwise, CopySliceTakesTheSliceOfItsStep) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = pairs_of(seed);
    const std::uint32_t divisor = 1 + numbers.below(7);
    const std::uint32_t step = numbers.below(3 * divisor);
    CodeletRun run("copy_slice", machine);
    const auto source = numbers.reals(3 * 2 * pairs);
    run.region("source", source);
    run.region("counter", std::vector<std::uint32_t>{step});
    run.region("destination", numbers.reals(2 * pairs));
    run.region_argument("source_base", "source");
    run.region_argument("counter", "counter");
    run.region_argument("destination", "destination");
    run.argument("stride", 8 * pairs);
    run.argument("divisor", divisor);
    run.argument("pairs", pairs);
    run.run(shift, {"destination"});
    const auto first = source.begin() + step / divisor * 2 * pairs;
    expect_same_bits(run.read<float>("destination"), {first, first + 2 * pairs}, "destination");
  });
}

TEST(Elementwise, CountSpikesAdds) {
  for_runs(kSeeds, 2, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = pairs_of(seed);
    CodeletRun run("count_spikes", machine);
    const auto spikes = numbers.spikes(2 * pairs, 2);
    auto counts = numbers.reals(2 * pairs);
    run.region("spikes", spikes);
    run.region("count", counts);
    run.region_argument("spikes", "spikes");
    run.region_argument("count", "count");
    run.argument("pairs", pairs);
    run.run(shift, {"count"});
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = spikes[i] + counts[i];
    expect_same_bits(run.read<float>("count"), counts, "count");
  });
}

TEST(Elementwise, SpikesFromHistoryComparesSlotOfNextStep) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = pairs_of(seed);
    CodeletRun run("spikes_from_history", machine);
    auto history = numbers.reals(3 * 2 * pairs);
    if (!history.empty()) history.back() = 0.25F;  // at the threshold: no spike
    run.region("history", history);
    run.region("counter", std::vector<std::uint32_t>{1});
    run.region("spikes", numbers.reals(2 * pairs));
    run.region_argument("history_base", "history");
    run.region_argument("counter", "counter");
    run.region_argument("spikes", "spikes");
    run.argument("stride", 8 * pairs);
    run.argument("pairs", pairs);
    run.argument_f32("threshold", 0.25F);
    run.run(shift, {"spikes"});
    std::vector<float> wanted(2 * pairs);
    for (std::size_t i = 0; i < wanted.size(); ++i)
      wanted[i] = history[4 * pairs + i] > 0.25F ? 1.0F : 0.0F;
    expect_same_bits(run.read<float>("spikes"), wanted, "spikes");
  });
}

TEST(Elementwise, ReduceBlocksSumsInBlockOrder) {
  for_runs(kSeeds, 2, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = pairs_of(seed);
    const std::uint32_t blocks = 1 + numbers.below(9);
    CodeletRun run("reduce_blocks", machine);
    const auto source = numbers.reals((2 * pairs + 2) * blocks);
    run.region("source", source);
    run.region("destination", numbers.reals(2 * pairs));
    run.region_argument("source", "source");
    run.region_argument("destination", "destination");
    run.argument("pairs", pairs);
    run.argument("blocks", blocks);
    run.argument("block_stride", 8 * pairs + 8);
    run.run(shift, {"destination"});
    std::vector<float> wanted(2 * pairs, 0.0F);
    for (std::uint32_t block = 0; block < blocks; ++block)
      for (std::uint32_t i = 0; i < 2 * pairs; ++i)
        wanted[i] += source[block * (2 * pairs + 2) + i];
    expect_same_bits(run.read<float>("destination"), wanted, "destination");
  });
}

TEST(Elementwise, ReduceBlocksMayWriteOverBlockZero) {
  CodeletRun run("reduce_blocks", {6, 4095});
  run.region("source", std::vector<float>{1, 2, 3, 4, 10, 20, 30, 40});
  run.region_argument("source", "source");
  run.region_argument("destination", "source");
  run.argument("pairs", 2);
  run.argument("blocks", 2);
  run.argument("block_stride", 16);
  run.run(0, {"source"});
  expect_same_bits(run.read<float>("source"), {11, 22, 33, 44, 10, 20, 30, 40}, "source");
}

TEST(Elementwise, SgdFollowsItsEquation) {
  for_runs(kSeeds, 4, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = pairs_of(seed);
    CodeletRun run("sgd_update", machine);
    auto weights = numbers.reals(2 * pairs);
    auto buffer = numbers.reals(2 * pairs);
    const auto gradient = numbers.reals(2 * pairs);
    run.region("parameters", weights);
    run.region("gradient", gradient);
    run.region("momentum_buffer", buffer);
    run.region("scalars", std::vector<float>{0.1F, 0.05F, 0.75F});
    for (const char* name : {"parameters", "gradient", "momentum_buffer", "scalars"})
      run.region_argument(name, name);
    run.argument("pairs", pairs);
    run.argument_f32("momentum", 0.9F);
    run.argument_f32("weight_decay", 0.01F);
    run.run(shift, {"parameters", "momentum_buffer"});
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const float decayed = gradient[i] + 0.01F * weights[i];
      buffer[i] = 0.75F * decayed + 0.9F * buffer[i];
      weights[i] = weights[i] - 0.1F * buffer[i] - 0.05F * decayed;
    }
    expect_same_bits(run.read<float>("momentum_buffer"), buffer, "momentum_buffer");
    expect_same_bits(run.read<float>("parameters"), weights, "parameters");
  });
}

TEST(Elementwise, SgdWithoutMomentumKeepsNoBuffer) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = pairs_of(seed);
    CodeletRun run("sgd_update_stateless", machine);
    auto weights = numbers.reals(2 * pairs);
    const auto gradient = numbers.reals(2 * pairs);
    run.region("parameters", weights);
    run.region("gradient", gradient);
    run.region("scalars", std::vector<float>{0.1F});
    for (const char* name : {"parameters", "gradient", "scalars"}) run.region_argument(name, name);
    run.argument("pairs", pairs);
    run.argument_f32("weight_decay", 0.01F);
    run.run(shift, {"parameters"});
    for (std::size_t i = 0; i < weights.size(); ++i) {
      weights[i] -= 0.1F * (gradient[i] + 0.01F * weights[i]);
    }
    expect_same_bits(run.read<float>("parameters"), weights, "parameters");
  });
}

TEST(Elementwise, AdamFollowsItsEquation) {
  for_runs(kSeeds, 5, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = pairs_of(seed);
    CodeletRun run("adam_update", machine);
    auto weights = numbers.reals(2 * pairs);
    auto mean = numbers.reals(2 * pairs);
    auto square = numbers.reals(2 * pairs);
    for (float& value : square) value = std::fabs(value);
    const auto gradient = numbers.reals(2 * pairs);
    run.region("parameters", weights);
    run.region("gradient", gradient);
    run.region("exp_avg", mean);
    run.region("exp_avg_sq", square);
    run.region("scalars", std::vector<float>{0.01F, 3.0F});
    for (const char* name : {"parameters", "gradient", "exp_avg", "exp_avg_sq", "scalars"})
      run.region_argument(name, name);
    run.argument("pairs", pairs);
    run.argument_f32("beta1", 0.9F);
    run.argument_f32("one_minus_beta1", 0.1F);
    run.argument_f32("beta2", 0.999F);
    run.argument_f32("one_minus_beta2", 0.001F);
    run.argument_f32("eps", 1e-8F);
    run.run(shift, {"parameters", "exp_avg", "exp_avg_sq"});
    for (std::size_t i = 0; i < weights.size(); ++i) {
      mean[i] = 0.9F * mean[i] + 0.1F * gradient[i];
      square[i] = 0.999F * square[i] + 0.001F * (gradient[i] * gradient[i]);
      weights[i] += -0.01F / 3.0F * (mean[i] / (std::sqrt(square[i]) + 1e-8F / 3.0F));
    }
    expect_same_bits(run.read<float>("exp_avg"), mean, "exp_avg");
    expect_same_bits(run.read<float>("exp_avg_sq"), square, "exp_avg_sq");
    expect_same_bits(run.read<float>("parameters"), weights, "parameters");
  });
}

}  // namespace

}  // namespace bspike::test
