// Holds the codelets of poolings against plain C++.
#include <gtest/gtest.h>

#include <bit>

#include "tests/codelets/conv_case.hpp"

namespace bspike::test {

namespace {

using models::PoolKind;

constexpr std::uint32_t kSeeds = 6;
constexpr std::uint32_t kStep = 1;  // of three slots of winners

using Table = std::vector<std::uint16_t>;

void add_shape(const ConvCase& conv, const Table& places, const Table& cells,
               std::uint32_t plane_bytes, float factor, CodeletRun& run) {
  run.region("places", places);
  run.region("cells", cells);
  run.region("planes", conv.plane_words(factor));
  run.region_argument("place_table", "places");
  run.region_argument("window_table", "cells");
  run.region_argument("plane_table", "planes");
  run.argument("plane_bytes", plane_bytes);
  run.argument("planes", conv.planes);
  run.argument("batch", conv.batch);
  run.argument("sample_bytes", 4 * conv.neurons());
  run.argument("positions", static_cast<std::uint32_t>(conv.conv.output().positions()));
  run.argument("cells", static_cast<std::uint32_t>(conv.conv.pool.size.cells()));
}

void add_winners(const ConvCase& conv, const std::vector<std::uint32_t>& winners, CodeletRun& run) {
  run.region("winners", winners);
  run.region("counter", std::vector<std::uint32_t>{kStep});
  run.region_argument("history_base", "winners");
  run.region_argument("counter", "counter");
  run.argument("stride", 4 * conv.batch * conv.neurons());
}

std::vector<std::uint32_t> any_winners(const ConvCase& conv) {
  return std::vector<std::uint32_t>(3u * conv.batch * conv.neurons(), 7);
}

// visit(sample, channel, row and column of the neuron).
template <class VisitFn>
void for_neurons(const ConvCase& conv, const VisitFn& visit) {
  const models::MapShape out = conv.conv.output();
  for (std::uint32_t b = 0; b < conv.batch; ++b)
    for (std::uint32_t channel = 0; channel < conv.conv.channels; ++channel)
      for (std::uint32_t r = 0; r < out.rows; ++r)
        for (std::uint32_t c = 0; c < out.columns; ++c) visit(b, channel, r, c);
}

// visit(row and column in the convolution's map, index of the cell).
template <class VisitFn>
void for_cells(const ConvCase& conv, std::uint32_t row, std::uint32_t column,
               const VisitFn& visit) {
  const models::Extent size = conv.conv.pool.size;
  for (std::uint32_t i = 0; i < size.rows; ++i)
    for (std::uint32_t j = 0; j < size.columns; ++j)
      visit(row * size.rows + i, column * size.columns + j);
}

// A channel that is not there gets the first one's gradient times 0, which may be -0.
void expect_equal(const std::vector<float>& found, const std::vector<float>& wanted) {
  for (std::size_t i = 0; i < wanted.size(); ++i) ASSERT_EQ(found[i], wanted[i]) << i;
}

// Few different values, so that windows have equal ones.
std::vector<float> few_values(Numbers& numbers, std::size_t count) {
  std::vector<float> values(count);
  for (float& value : values) value = 0.5F * static_cast<float>(numbers.below(4)) - 1;
  return values;
}

TEST(Pool, MaxForwardKeepsTheFirstOfTheLargest) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const ConvCase conv(numbers, PoolKind::kMax);
    const auto sums = few_values(numbers, 2u * conv.batch * conv.planes * conv.sums_pairs());
    auto wanted = numbers.reals(conv.batch * conv.neurons());
    auto winners = any_winners(conv);
    CodeletRun run("pool_max_forward", machine);
    run.region("sums", sums);
    run.region("current", wanted);
    run.region("codes", conv.tables.codes);
    run.region_argument("sums", "sums");
    run.region_argument("current", "current");
    run.region_argument("code_table", "codes");
    add_shape(conv, conv.tables.windows, conv.tables.cells, 8 * conv.sums_pairs(), 1, run);
    add_winners(conv, winners, run);
    run.run(shift, {"current", "winners"});
    for_neurons(conv,
                [&](std::uint32_t b, std::uint32_t channel, std::uint32_t r, std::uint32_t c) {
                  const std::uint32_t neuron = conv.neuron_at(b, channel, r, c);
                  std::uint32_t first = 0;
                  bool started = false;
                  for_cells(conv, r, c, [&](std::uint32_t row, std::uint32_t column) {
                    const float sum = sums[conv.sum_at(b, channel, row, column)];
                    const std::uint32_t place = 4 * conv.gradient_at(b, channel, row, column);
                    if (!started) first = place;
                    if (started && !(sum > wanted[neuron])) return;
                    started = true;
                    wanted[neuron] = sum;
                    winners[kStep * conv.batch * conv.neurons() + neuron] = place - first;
                  });
                });
    expect_same_bits(run.read<float>("current"), wanted, "current");
    EXPECT_EQ(run.read<std::uint32_t>("winners"), winners);
  });
}

TEST(Pool, MaxBackwardReachesTheWinnerAlone) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const ConvCase conv(numbers, PoolKind::kMax);
    const auto gradient = numbers.reals(conv.batch * conv.neurons());
    auto winners = any_winners(conv);
    auto wanted = conv.gradient_map(numbers);
    const auto before = wanted;
    for_neurons(conv, [&](std::uint32_t b, std::uint32_t channel, std::uint32_t r,
                          std::uint32_t c) {
      const std::uint32_t neuron = conv.neuron_at(b, channel, r, c);
      std::uint32_t chosen = numbers.below(static_cast<std::uint32_t>(conv.conv.pool.size.cells()));
      std::uint32_t first = 0, index = 0;
      for_cells(conv, r, c, [&](std::uint32_t row, std::uint32_t column) {
        const std::uint32_t place = conv.gradient_at(b, channel, row, column);
        if (index == 0) first = place;
        wanted[place] = index == chosen ? gradient[neuron] : 0;
        if (index++ == chosen)
          winners[kStep * conv.batch * conv.neurons() + neuron] = 4 * (place - first);
      });
    });
    CodeletRun run("pool_max_backward", machine);
    run.region("map_gradient", before);
    run.region("current_gradient", gradient);
    run.region_argument("map_gradient", "map_gradient");
    run.region_argument("current_gradient", "current_gradient");
    add_shape(conv, conv.tables.gradient_windows, conv.tables.gradient_cells,
              8 * conv.gradient_pairs(), 1, run);
    add_winners(conv, winners, run);
    run.run(shift, {"map_gradient"});
    expect_equal(run.read<float>("map_gradient"), wanted);
  });
}

TEST(Pool, SumForwardAddsAndScales) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const ConvCase conv(numbers, PoolKind::kAverage);
    const auto sums = numbers.reals(2u * conv.batch * conv.planes * conv.sums_pairs());
    auto wanted = numbers.reals(conv.batch * conv.neurons());
    CodeletRun run("pool_sum_forward", machine);
    run.region("sums", sums);
    run.region("current", wanted);
    run.region_argument("sums", "sums");
    run.region_argument("current", "current");
    run.argument_f32("factor", 0.25F);
    add_shape(conv, conv.tables.windows, conv.tables.cells, 8 * conv.sums_pairs(), 0.25F, run);
    run.run(shift, {"current"});
    for_neurons(conv,
                [&](std::uint32_t b, std::uint32_t channel, std::uint32_t r, std::uint32_t c) {
                  float sum = -0.0F;
                  for_cells(conv, r, c, [&](std::uint32_t row, std::uint32_t column) {
                    sum += sums[conv.sum_at(b, channel, row, column)];
                  });
                  wanted[conv.neuron_at(b, channel, r, c)] = sum * 0.25F;
                });
    expect_same_bits(run.read<float>("current"), wanted, "current");
  });
}

TEST(Pool, SumBackwardReachesEveryCell) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const ConvCase conv(numbers, PoolKind::kSum);
    const auto gradient = numbers.reals(conv.batch * conv.neurons());
    auto wanted = conv.gradient_map(numbers);
    CodeletRun run("pool_sum_backward", machine);
    run.region("map_gradient", wanted);
    run.region("current_gradient", gradient);
    run.region_argument("map_gradient", "map_gradient");
    run.region_argument("current_gradient", "current_gradient");
    add_shape(conv, conv.tables.gradient_windows, conv.tables.gradient_cells,
              8 * conv.gradient_pairs(), 0.5F, run);
    run.run(shift, {"map_gradient"});
    for_neurons(conv,
                [&](std::uint32_t b, std::uint32_t channel, std::uint32_t r, std::uint32_t c) {
                  for_cells(conv, r, c, [&](std::uint32_t row, std::uint32_t column) {
                    wanted[conv.gradient_at(b, channel, row, column)] =
                        0.5F * gradient[conv.neuron_at(b, channel, r, c)];
                  });
                });
    expect_equal(run.read<float>("map_gradient"), wanted);
  });
}

}  // namespace

}  // namespace bspike::test
