// Holds the codelets of convolutions against plain C++: sums, gradients, and the ways into maps and
// out of them.
#include <gtest/gtest.h>

#include "tests/codelets/conv_case.hpp"

namespace bspike::test {

namespace {

using models::PoolKind;

constexpr std::uint32_t kSeeds = 6;

TEST(Conv, ScatterSpikesAddsAtTheirPlaces) {
  for_runs(kSeeds, 2, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const ConvCase conv(numbers, PoolKind::kNone);
    const auto inputs = static_cast<std::uint32_t>(conv.conv.input.size());
    const std::uint32_t capacity = (inputs + 1) / 2 * 2;
    std::vector<std::uint16_t> ids(conv.batch * capacity);
    std::vector<std::uint32_t> counts(conv.batch);
    std::vector<float> map(conv.batch * conv.source_words(), 0.0F), wanted = map;
    const models::MapShape from = conv.conv.padded(), below = conv.conv.input;
    for (std::uint32_t b = 0; b < conv.batch; ++b) {
      counts[b] = numbers.below(capacity + 1);
      for (std::uint32_t i = 0; i < counts[b]; ++i) {
        const std::uint32_t id = numbers.below(inputs);
        ids[b * capacity + i] = static_cast<std::uint16_t>(id);
        const std::uint32_t row = id / below.columns % below.rows + conv.conv.padding.rows;
        const std::uint32_t column = id % below.columns + conv.conv.padding.columns;
        const auto channel = static_cast<std::uint32_t>(id / below.positions());
        wanted[b * conv.source_words() + (channel * from.rows + row) * from.columns + column] += 1;
      }
    }
    CodeletRun run("scatter_spikes", machine);
    run.region("ids", ids);
    run.region("counts", counts);
    run.region("places", conv.tables.places);
    run.region("map", map);
    for (const char* name : {"ids", "counts", "map"}) run.region_argument(name, name);
    run.region_argument("place_table", "places");
    run.argument("ids_stride", 2 * capacity);
    run.argument("batch", conv.batch);
    run.argument("map_bytes", 4 * conv.source_words());
    run.work.list_counts = counts;
    run.run(shift, {"map"});
    expect_same_bits(run.read<float>("map"), wanted, "map");
  });
}

TEST(Conv, CopyRunsMovesStretchesOfEverySample) {
  for_runs(kSeeds, 2, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t batch = 1 + numbers.below(4), entries = numbers.below(9);
    const auto source = numbers.reals(batch * 100);
    auto wanted = numbers.reals(batch * 120);
    CodeletRun run("copy_runs", machine);
    std::vector<std::uint32_t> words;
    for (std::uint32_t i = 0; i < entries; ++i) {
      const std::uint32_t from = numbers.below(90), count = 1 + numbers.below(10);
      words.insert(words.end(), {4 * from, 400, 48 * i, 480, count});
      run.work.segments.push_back({4 * from, 400, 48 * i, 480, count, 0, 0, 0});
    }
    run.region("table", words);
    run.region("source", source);
    run.region("destination", wanted);
    for (const char* name : {"table", "source", "destination"}) run.region_argument(name, name);
    run.argument("entries", entries);
    run.argument("batch", batch);
    run.run(shift, {"destination"});
    for (std::uint32_t i = 0; i < entries; ++i)
      for (std::uint32_t b = 0; b < batch; ++b)
        for (std::uint32_t k = 0; k < words[5 * i + 4]; ++k)
          wanted[b * 120 + 12 * i + k] = source[b * 100 + words[5 * i] / 4 + k];
    expect_same_bits(run.read<float>("destination"), wanted, "destination");
  });
}

// What several codelets read.
void add_shape(const ConvCase& conv, CodeletRun& run) {
  run.argument("rows", conv.rows());
  run.argument("planes", conv.planes);
  run.argument("batch", conv.batch);
  run.argument("source_bytes", 4 * conv.source_words());
  run.argument("plane_bytes", 8 * conv.gradient_pairs());
}

TEST(Conv, ForwardAddsWeightTimesSpike) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const ConvCase conv(numbers, PoolKind::kNone);
    const auto parameters = numbers.reals(2u * conv.planes * (conv.rows() + 1));
    const auto source = numbers.reals(conv.batch * conv.source_words());
    CodeletRun run("conv_forward", machine);
    run.region("parameters", parameters);
    run.region("source", source);
    run.region("taps", conv.tables.taps);
    run.region("positions", conv.tables.positions);
    run.region("sums", numbers.reals(2u * conv.batch * conv.planes * conv.sums_pairs()));
    for (const char* name : {"parameters", "source", "sums"}) run.region_argument(name, name);
    run.region_argument("tap_table", "taps");
    run.region_argument("position_table", "positions");
    add_shape(conv, run);
    run.argument("taps", conv.taps());
    run.argument("groups", conv.sums_pairs() / 4);
    run.run(shift, {"sums"});
    const auto found = run.read<float>("sums");
    const models::MapShape map = conv.conv.map();
    for (std::uint32_t b = 0; b < conv.batch; ++b)
      for (std::uint32_t channel = 0; channel < 2 * conv.planes; ++channel)
        for (std::uint32_t r = 0; r < map.rows; ++r)
          for (std::uint32_t c = 0; c < map.columns; ++c) {
            const std::uint32_t plane = channel / 2, lane = channel % 2;
            float sum = parameters[2 * (conv.planes * conv.rows() + plane) + lane];
            for (std::uint32_t tap = 0; tap < conv.taps(); ++tap)
              sum += source[conv.source_at(b, tap, r, c)] *
                     parameters[2 * (plane * conv.rows() + tap) + lane];
            ASSERT_EQ(found[conv.sum_at(b, channel, r, c)], sum) << channel << " " << r << " " << c;
          }
  });
}

TEST(Conv, WeightGradientAddsOverPositionsAndSamples) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const ConvCase conv(numbers, PoolKind::kNone);
    const auto before = numbers.reals(2u * conv.planes * conv.rows());
    const auto source = numbers.reals(conv.batch * conv.source_words());
    const auto gradient = conv.gradient_map(numbers);
    CodeletRun run("conv_weight_gradient", machine);
    run.region("gradient", before);
    run.region("source", source);
    run.region("map_gradient", gradient);
    run.region("taps", conv.tables.taps);
    run.region("meetings", conv.tables.meetings);
    for (const char* name : {"gradient", "source", "map_gradient"}) run.region_argument(name, name);
    run.region_argument("tap_table", "taps");
    run.region_argument("position_table", "meetings");
    add_shape(conv, run);
    run.argument("tap_groups", conv.rows() / 4);
    run.argument("positions", static_cast<std::uint32_t>(conv.conv.map().positions()));
    run.run(shift, {"gradient"});
    const auto found = run.read<float>("gradient");
    const models::MapShape map = conv.conv.map();
    for (std::uint32_t channel = 0; channel < conv.conv.channels; ++channel)
      for (std::uint32_t tap = 0; tap < conv.taps(); ++tap) {
        const std::uint32_t place = 2 * (channel / 2 * conv.rows() + tap) + channel % 2;
        float sum = before[place];
        for (std::uint32_t b = 0; b < conv.batch; ++b)
          for (std::uint32_t r = 0; r < map.rows; ++r)
            for (std::uint32_t c = 0; c < map.columns; ++c)
              sum += source[conv.source_at(b, tap, r, c)] *
                     gradient[conv.gradient_at(b, channel, r, c)];
        ASSERT_EQ(found[place], sum) << channel << " " << tap;
      }
  });
}

TEST(Conv, BiasGradientAddsOverNeuronsAndSamples) {
  for_runs(kSeeds, 2, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const ConvCase conv(numbers, PoolKind::kSum);
    const auto before = numbers.reals(conv.conv.channels);
    const auto gradient = numbers.reals(conv.batch * conv.neurons());
    CodeletRun run("conv_bias_gradient", machine);
    run.region("bias_gradient", before);
    run.region("current_gradient", gradient);
    for (const char* name : {"bias_gradient", "current_gradient"}) run.region_argument(name, name);
    run.argument("channels", conv.conv.channels);
    run.argument("batch", conv.batch);
    run.argument("sample_bytes", 4 * conv.neurons());
    run.argument("positions", static_cast<std::uint32_t>(conv.conv.output().positions()));
    run.argument_f32("factor", 4);
    run.run(shift, {"bias_gradient"});
    std::vector<float> wanted = before;
    for (std::uint32_t channel = 0; channel < conv.conv.channels; ++channel) {
      float sum = 0;
      for (std::uint32_t b = 0; b < conv.batch; ++b)
        for (std::uint32_t q = 0; q < conv.conv.output().positions(); ++q)
          sum += gradient[conv.neuron_at(b, channel, 0, q)];
      wanted[channel] += 4 * sum;
    }
    expect_same_bits(run.read<float>("bias_gradient"), wanted, "bias_gradient");
  });
}

// The place of the sum that weight (r, c) brings a neuron below, or nothing: along one axis.
bool meets(std::uint32_t place, std::uint32_t padding, std::uint32_t tap, std::uint32_t stride,
           std::uint32_t steps, std::uint32_t& step) {
  if (place + padding < tap || (place + padding - tap) % stride != 0) return false;
  step = (place + padding - tap) / stride;
  return step < steps;
}

// Both lanes of what reaches a neuron below; positions that nothing meets add 0.
float input_gradient(const ConvCase& conv, const std::vector<float>& parameters,
                     const std::vector<float>& gradient, std::uint32_t sample,
                     std::uint32_t channel, std::uint32_t row, std::uint32_t column) {
  const models::Convolution& shape = conv.conv;
  const auto cells = static_cast<std::uint32_t>(shape.kernel.cells());
  float lanes[2] = {0, 0};
  for (std::uint32_t plane = 0; plane < conv.planes; ++plane)
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
      std::uint32_t down = 0, across = 0;
      if (!meets(row, shape.padding.rows, cell / shape.kernel.columns, shape.stride.rows,
                 shape.map().rows, down) ||
          !meets(column, shape.padding.columns, cell % shape.kernel.columns, shape.stride.columns,
                 shape.map().columns, across))
        continue;
      for (std::uint32_t lane = 0; lane < 2; ++lane)
        lanes[lane] += gradient[conv.gradient_at(sample, 2 * plane + lane, down, across)] *
                       parameters[2 * (plane * conv.rows() + channel * cells + cell) + lane];
    }
  return lanes[0] + lanes[1];
}

TEST(Conv, InputGradientAddsOverChannelsAndKernel) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const ConvCase conv(numbers, PoolKind::kNone);
    if (!conv.goes_down) return;
    const auto parameters = numbers.reals(2u * conv.planes * (conv.rows() + 1));
    const auto gradient = conv.gradient_map(numbers);
    const models::MapShape below = conv.conv.input;
    const auto groups = static_cast<std::uint32_t>((below.positions() + 3) / 4);
    CodeletRun run("conv_input_gradient", machine);
    run.region("parameters", parameters);
    run.region("map_gradient", gradient);
    run.region("taps", conv.tables.back_taps);
    run.region("positions", conv.tables.back_positions);
    run.region("result", numbers.reals(std::size_t{4} * groups * below.channels * conv.batch));
    for (const char* name : {"parameters", "map_gradient", "result"})
      run.region_argument(name, name);
    run.region_argument("tap_table", "taps");
    run.region_argument("position_table", "positions");
    add_shape(conv, run);
    run.argument("taps", static_cast<std::uint32_t>(conv.conv.kernel.cells()));
    run.argument("channels", below.channels);
    run.argument("groups", groups);
    run.run(shift, {"result"});
    const auto found = run.read<float>("result");
    for (std::uint32_t b = 0; b < conv.batch; ++b)
      for (std::uint32_t channel = 0; channel < below.channels; ++channel)
        for (std::uint32_t r = 0; r < below.rows; ++r)
          for (std::uint32_t c = 0; c < below.columns; ++c)
            ASSERT_EQ(found[(b * below.channels + channel) * 4 * groups + r * below.columns + c],
                      input_gradient(conv, parameters, gradient, b, channel, r, c));
  });
}

}  // namespace

}  // namespace bspike::test
