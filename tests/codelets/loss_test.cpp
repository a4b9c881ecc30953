// Holds the loss codelets against the equations, over blocks with and without padding.
#include <gtest/gtest.h>

#include <algorithm>

#include "arch/base/fp_math.hpp"
#include "tests/codelets/codelet_run.hpp"

namespace bspike::test {

namespace {

constexpr std::uint32_t kSeeds = 12;
constexpr float kScale = 0.125F;

// Output blocks of slices with so many neurons; padding lanes hold zeros.
struct Outputs {
  std::uint32_t batch;
  std::vector<std::size_t> places;  // of each class of sample 0, in floats
  std::vector<std::uint32_t> strides;
  std::uint32_t floats = 0;
  std::vector<std::array<std::uint32_t, 8>> segments;

  Outputs(const std::vector<std::uint32_t>& slices, std::uint32_t samples) : batch(samples) {
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
  }
  [[nodiscard]] std::size_t at(std::size_t c, std::uint32_t b) const {
    return places[c] + std::size_t{b} * strides[c];
  }
};

std::vector<std::uint32_t> slices_of(std::uint64_t seed) {
  static const std::vector<std::vector<std::uint32_t>> kSlices{
      {10}, {1, 1, 1, 1}, {2, 1}, {3, 3, 2}, {1}, {2, 2, 2, 2, 2}};
  return kSlices[seed % kSlices.size()];
}

struct LossCase {
  Outputs outputs;
  std::uint32_t step;
  bool each_step;
  std::vector<float> source, loss;
  std::vector<std::uint32_t> labels;

  LossCase(Numbers& numbers, std::uint64_t seed, bool each)
      : outputs(slices_of(seed), 1 + numbers.below(9)),
        step(numbers.below(3)),
        each_step(each),
        source(outputs.floats, 0.0F),
        loss(numbers.reals(outputs.batch)) {
    for (std::uint32_t b = 0; b < outputs.batch; ++b) {
      labels.push_back(numbers.below(static_cast<std::uint32_t>(outputs.places.size())));
      for (std::size_t c = 0; c < outputs.places.size(); ++c)
        source[outputs.at(c, b)] = static_cast<float>(numbers.below(each_step ? 2 : 20));
    }
  }

  [[nodiscard]] std::size_t slot() const { return each_step ? step * outputs.floats : 0; }

  void add_to(CodeletRun& run) const {
    std::vector<std::uint32_t> table;
    for (const auto& s : outputs.segments) table.insert(table.end(), s.begin(), s.end());
    run.region("segment_table", table);
    run.region("source", source);
    run.region("labels", labels);
    run.region("loss", loss);
    run.region("gradient", std::vector<float>(outputs.floats * (each_step ? 3 : 1), 0.0F));
    run.region("counter", std::vector<std::uint32_t>{step});
    for (const char* name : {"segment_table", "source", "labels", "loss", "counter"})
      run.region_argument(name, name);
    run.region_argument("gradient_base", "gradient");
    run.argument("gradient_stride", each_step ? 4 * outputs.floats : 0);
    run.argument("batch", outputs.batch);
    run.argument("segments", static_cast<std::uint32_t>(outputs.segments.size()));
    run.work.segments = outputs.segments;
  }

  void cross_entropy(std::uint32_t b, std::vector<float>& gradient,
                     std::vector<float>& losses) const {
    float highest = source[outputs.at(0, b)];
    for (std::size_t c = 0; c < outputs.places.size(); ++c)
      highest = std::max(highest, source[outputs.at(c, b)]);
    float sum = 0;
    std::vector<float> e;
    for (std::size_t c = 0; c < outputs.places.size(); ++c) {
      e.push_back(arch::base::exp_f32(source[outputs.at(c, b)] - highest));
      sum += e.back();
    }
    for (std::size_t c = 0; c < e.size(); ++c)
      gradient[slot() + outputs.at(c, b)] =
          e[c] * (kScale / sum) - (c == labels[b] ? kScale : 0.0F);
    const float own =
        (arch::base::ln_f32(sum) + highest - source[outputs.at(labels[b], b)]) * kScale;
    losses[b] = each_step ? losses[b] + own : own;
  }
};

void check_cross_entropy(const std::string& name, bool each_step) {
  for_runs(kSeeds, 6, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const LossCase loss(numbers, seed, each_step);
    CodeletRun run(name, machine);
    loss.add_to(run);
    run.argument_f32("scale", kScale);
    run.run(shift, {"gradient", "loss"});
    std::vector<float> gradient(run.read<float>("gradient").size(), 0.0F);
    std::vector<float> losses = loss.loss;
    for (std::uint32_t b = 0; b < loss.outputs.batch; ++b) loss.cross_entropy(b, gradient, losses);
    expect_same_bits(run.read<float>("gradient"), gradient, name + " gradient");
    expect_same_bits(run.read<float>("loss"), losses, name + " loss");
  });
}

TEST(Loss, CrossEntropyOfCounts) { check_cross_entropy("ce_count_loss", false); }
TEST(Loss, CrossEntropyOfMembraneSums) { check_cross_entropy("ce_count_membrane_loss", false); }
TEST(Loss, CrossEntropyOfAStepAddsUp) { check_cross_entropy("ce_rate_loss", true); }

TEST(Loss, MeanSquareOfCounts) {
  for_runs(kSeeds, 6, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const LossCase loss(numbers, seed, false);
    CodeletRun run("mse_count_loss", machine);
    loss.add_to(run);
    run.argument_f32("mean_square_scale", kScale);
    run.argument_f32("correct_count", 16.0F);
    run.argument_f32("incorrect_count", 4.0F);
    run.run(shift, {"gradient", "loss"});
    std::vector<float> gradient(loss.outputs.floats, 0.0F);
    std::vector<float> losses(loss.outputs.batch, 0.0F);
    for (std::uint32_t b = 0; b < loss.outputs.batch; ++b) {
      for (std::size_t c = 0; c < loss.outputs.places.size(); ++c) {
        const std::size_t at = loss.outputs.at(c, b);
        const float distance = loss.source[at] - (c == loss.labels[b] ? 16.0F : 4.0F);
        gradient[at] = distance * (2 * kScale);
        losses[b] += distance * distance;
      }
      losses[b] *= kScale;
    }
    expect_same_bits(run.read<float>("gradient"), gradient, "gradient");
    expect_same_bits(run.read<float>("loss"), losses, "loss");
  });
}

}  // namespace

}  // namespace bspike::test
