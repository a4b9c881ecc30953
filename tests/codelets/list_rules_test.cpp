// Holds the codelets of spike lists against the lists that the models make.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/neurons/spike_list.hpp"
#include "tests/codelets/codelet_run.hpp"

namespace bspike::test {

namespace {

constexpr std::uint32_t kSeeds = 12;
constexpr float kThreshold = 0.5F;

// Blocks of slices with so many neurons, in the layout that losses read too.
struct Membranes {
  std::uint32_t batch;
  std::vector<std::uint32_t> places;  // of each neuron of sample 0, in floats
  std::vector<std::uint32_t> strides;
  std::vector<float> values;
  std::vector<std::array<std::uint32_t, 8>> segments;

  Membranes(const std::vector<std::uint32_t>& slices, std::uint32_t samples, Numbers& numbers)
      : batch(samples) {
    std::uint32_t floats = 0;
    for (std::size_t i = 0; i < slices.size(); ++i) {
      const std::uint32_t n = slices[i];
      const std::uint32_t pairs = (n + 1) / 2;
      if (i == 0 || slices[i - 1] != n)
        segments.push_back({0, 8 * pairs * batch, n, pairs, 8, 8 * pairs, 4 * floats,
                            static_cast<std::uint32_t>(places.size())});
      ++segments.back()[0];
      for (std::uint32_t k = 0; k < n; ++k) {
        places.push_back(floats + k);
        strides.push_back(2 * pairs);
      }
      floats += 2 * pairs * batch;
    }
    values = numbers.reals(floats);
    for (float& value : values)
      if (numbers.below(6) == 0) value = kThreshold;  // equal is not above
  }
  [[nodiscard]] std::size_t at(std::size_t neuron, std::uint32_t b) const {
    return places[neuron] + std::size_t{b} * strides[neuron];
  }
};

void check_rule(const std::string& name, models::ListRule rule) {
  static const std::vector<std::vector<std::uint32_t>> kSlices{{10},      {1, 1, 1, 1}, {2, 1},
                                                               {3, 3, 2}, {1},          {8, 8, 8}};
  for_runs(kSeeds, 3, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const Membranes membranes(kSlices[seed % kSlices.size()], 1 + numbers.below(9), numbers);
    const models::ListSpec spec{rule, 1 + numbers.below(6), 0.25};
    CodeletRun run(name, machine);
    std::vector<std::uint32_t> table;
    for (const auto& s : membranes.segments) table.insert(table.end(), s.begin(), s.end());
    const std::vector<float> empty(membranes.values.size(), 0.0F);
    run.region("segment_table", table);
    run.region("source", membranes.values);
    run.region("sent", empty);
    run.region("passed", empty);
    for (const char* region : {"segment_table", "source", "sent", "passed"})
      run.region_argument(region, region);
    run.argument("batch", membranes.batch);
    run.argument("segments", static_cast<std::uint32_t>(membranes.segments.size()));
    run.argument_f32("capacity", static_cast<float>(spec.capacity));
    run.argument_f32("threshold", kThreshold);
    if (rule != models::ListRule::kDense) run.argument_f32("second_threshold", 0.25F);
    run.work.segments = membranes.segments;
    run.run(shift, {"sent", "passed"});
    std::vector<float> sent = empty;
    std::vector<float> passed = empty;
    for (std::uint32_t b = 0; b < membranes.batch; ++b) {
      std::vector<float> sample;
      for (std::size_t n = 0; n < membranes.places.size(); ++n)
        sample.push_back(membranes.values[membranes.at(n, b)]);
      const auto list = models::make_spike_list<float>(spec, kThreshold, sample);
      std::vector<float> mask(sample.size(), 1.0F);
      models::mask_spike_gradient<float>(spec, kThreshold, sample, list, mask);
      for (const std::uint32_t id : list.sent()) sent[membranes.at(id, b)] = 1.0F;
      for (std::size_t n = 0; n < mask.size(); ++n) passed[membranes.at(n, b)] = mask[n];
    }
    expect_same_bits(run.read<float>("sent"), sent, name + " sent");
    expect_same_bits(run.read<float>("passed"), passed, name + " passed");
  });
}

TEST(ListRules, SpikesFirst) { check_rule("list_spikes_first", models::ListRule::kSpikesFirst); }
TEST(ListRules, Listed) { check_rule("list_listed", models::ListRule::kListed); }
TEST(ListRules, Dense) { check_rule("list_dense", models::ListRule::kDense); }

TEST(ListRules, MaskStopsGradients) {
  for_runs(8, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = static_cast<std::uint32_t>(seed % 5) * 7;
    const std::uint32_t step = numbers.below(3);
    const auto masks = numbers.spikes(3 * 2 * pairs, 2);
    const auto gradients = numbers.reals(2 * pairs);
    CodeletRun run("mask_gradient", machine);
    run.region("masks", masks);
    run.region("gradient", gradients);
    run.region("masked", numbers.reals(2 * pairs));
    run.region("counter", std::vector<std::uint32_t>{step});
    run.region_argument("spike_gradient", "gradient");
    run.region_argument("mask_base", "masks");
    run.region_argument("counter", "counter");
    run.region_argument("masked", "masked");
    run.argument("stride", 8 * pairs);
    run.argument("pairs", pairs);
    run.run(shift, {"masked"});
    std::vector<float> wanted = gradients;
    for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] *= masks[step * 2 * pairs + i];
    expect_same_bits(run.read<float>("masked"), wanted, "masked");
  });
}

}  // namespace

}  // namespace bspike::test
