// Holds the elementwise codelets of recurrence, of losses that look once, of trained numbers and of
// population codes against their equations.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/codelets/codelet_run.hpp"

namespace bspike::test {

namespace {

constexpr std::uint32_t kSeeds = 7;

std::uint32_t pairs_of(std::uint64_t seed) {
  return std::vector<std::uint32_t>{0, 1, 2, 6, 7, 12, 31}[seed % 7];
}

void add_counter(CodeletRun& run, std::uint32_t step) {
  run.region("counter", std::vector<std::uint32_t>{step});
  run.region_argument("counter", "counter");
}

TEST(LearningCodelets, MultiplyAddReadsAStepOfTheHistory) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = pairs_of(seed), step = numbers.below(3);
    CodeletRun run("multiply_add", machine);
    const auto base = numbers.reals(2 * pairs), factor = numbers.reals(2 * pairs);
    const auto other = numbers.reals(6 * pairs);
    run.region("base", base);
    run.region("factor", factor);
    run.region("other_base", other);
    run.region("sum", numbers.reals(2 * pairs));
    for (const char* name : {"base", "factor", "other_base", "sum"})
      run.region_argument(name, name);
    add_counter(run, step);
    run.argument("pairs", pairs);
    run.argument("stride", 8 * pairs);
    run.run(shift, {"sum"});
    std::vector<float> wanted(2 * pairs);
    for (std::size_t i = 0; i < wanted.size(); ++i)
      wanted[i] = base[i] + factor[i] * other[step * 2 * pairs + i];
    expect_same_bits(run.read<float>("sum"), wanted, "sum");
  });
}

TEST(LearningCodelets, KeepHighestTakesTheFirstStepAndThenWhatIsLarger) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = pairs_of(seed), step = numbers.below(3);
    CodeletRun run("keep_highest", machine);
    const auto history = numbers.reals(8 * pairs);
    auto highest = numbers.reals(2 * pairs);
    std::vector<float> steps(2 * pairs, 9.0F);
    if (pairs > 0) highest[0] = history[(step + 1) * 2 * pairs];  // equal: the earlier step stays
    run.region("history_base", history);
    run.region("highest", highest);
    run.region("steps", steps);
    for (const char* name : {"history_base", "highest", "steps"}) run.region_argument(name, name);
    add_counter(run, step);
    run.argument("pairs", pairs);
    run.argument("stride", 8 * pairs);
    run.run(shift, {"highest", "steps"});
    for (std::size_t i = 0; i < highest.size(); ++i) {
      const float membrane = history[(step + 1) * 2 * pairs + i];
      if (step != 0 && !(membrane > highest[i])) continue;
      highest[i] = membrane;
      steps[i] = static_cast<float>(step);
    }
    expect_same_bits(run.read<float>("highest"), highest, "highest");
    expect_same_bits(run.read<float>("steps"), steps, "steps");
  });
}

// Steps 0 to 3 in turn: spikes at 1 and 2, at 0, never, at 3.
TEST(LearningCodelets, KeepFirstSpikeKeepsTheLastStepWhereThereIsNone) {
  const std::vector<std::vector<float>> spikes{
      {0, 1, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {0, 0, 0, 1}};
  std::vector<float> steps{7, 8, 9, 10};
  for (std::uint32_t step = 0; step < 4; ++step) {
    CodeletRun run("keep_first_spike", {6, 4095});
    run.region("spikes", spikes[step]);
    run.region("steps", steps);
    run.region_argument("spikes", "spikes");
    run.region_argument("steps", "steps");
    add_counter(run, step);
    run.argument("pairs", 2);
    run.argument_f32("last_step", 3.0F);
    run.run(0, {"steps"});
    steps = run.read<float>("steps");
  }
  expect_same_bits(steps, {1, 0, 3, 3}, "steps");
}

TEST(LearningCodelets, PickStepLetsOneStepThrough) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t pairs = pairs_of(seed);
    CodeletRun run("pick_step", machine);
    const auto gradient = numbers.reals(2 * pairs);
    std::vector<float> steps, wanted;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      steps.push_back(static_cast<float>(numbers.below(3)));
      wanted.push_back(steps[i] == 2 ? gradient[i] : 0.0F);
    }
    run.region("gradient", gradient);
    run.region("steps", steps);
    run.region("picked", numbers.reals(2 * pairs));
    for (const char* name : {"gradient", "steps", "picked"}) run.region_argument(name, name);
    add_counter(run, 2);
    run.argument("pairs", pairs);
    run.run(shift, {"picked"});
    expect_same_bits(run.read<float>("picked"), wanted, "picked");
  });
}

// Records of three pairs of words; the number is the second pair's value.
struct Records {
  std::uint32_t planes, batch;
  bool shared;
  std::vector<float> value, records;

  Records(Numbers& numbers, std::uint64_t seed)
      : planes(std::vector<std::uint32_t>{1, 2, 5, 7, 13}[seed % 5]),
        batch(1 + numbers.below(4)),
        shared(seed % 2 == 0),
        value(numbers.reals(shared ? 2 : 2 * planes)),
        records(numbers.reals(6ull * planes * batch)) {
    value[0] = 1.5F;
    for (float& number : value) number *= 1.5F;
  }
  [[nodiscard]] float number(std::size_t neuron) const {
    return value[shared ? neuron % 2 : neuron];
  }
  [[nodiscard]] std::size_t at(std::size_t sample, std::size_t neuron) const {
    return (sample * planes + neuron / 2) * 6 + 2 + neuron % 2;
  }
  void add_to(CodeletRun& run) const {
    run.region("value", value);
    run.region("records", records);
    run.region_argument("value", "value");
    run.region_argument("records", "records", 8);
    run.argument("record_bytes", 24);
    run.argument("value_stride", shared ? 0 : 8);
    run.argument("planes", planes);
    run.argument("batch", batch);
    run.argument_f32("low", 0.0F);
    run.argument_f32("high", 1.0F);
  }
};

TEST(LearningCodelets, SpreadNumberClipsIntoEverySamplesRecord) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const Records given(numbers, seed);
    CodeletRun run("spread_number", machine);
    given.add_to(run);
    run.run(shift, {"records"});
    auto wanted = given.records;
    for (std::size_t b = 0; b < given.batch; ++b)
      for (std::size_t n = 0; n < 2 * given.planes; ++n)
        wanted[given.at(b, n)] = std::clamp(given.number(n), 0.0F, 1.0F);
    expect_same_bits(run.read<float>("records"), wanted, "records");
  });
}

TEST(LearningCodelets, NumberGradientIsZeroOutsideTheLimits) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const Records given(numbers, seed);
    CodeletRun run("number_gradient", machine);
    given.add_to(run);
    run.region("gradient", numbers.reals(2 * given.planes));
    run.region_argument("gradient", "gradient");
    run.run(shift, {"gradient"});
    std::vector<float> wanted(2 * given.planes, 0.0F);
    for (std::size_t n = 0; n < wanted.size(); ++n) {
      for (std::size_t b = 0; b < given.batch; ++b) wanted[n] += given.records[given.at(b, n)];
      if (given.number(n) < 0 || given.number(n) > 1) wanted[n] = 0;
    }
    expect_same_bits(run.read<float>("gradient"), wanted, "gradient");
  });
}

TEST(LearningCodelets, SumLanesAddsBothLanes) {
  CodeletRun run("sum_lanes", {6, 2});
  run.region("source", std::vector<float>{1, 10, 2, 20, 3, 30});
  run.region("destination", std::vector<float>(2, 9.0F));
  run.region_argument("source", "source");
  run.region_argument("destination", "destination");
  run.argument("pairs", 3);
  run.run(0, {"destination"});
  expect_same_bits(run.read<float>("destination"), {66, 66}, "destination");
}

// Six outputs in blocks of 4 and 2 neurons, two samples, three classes of two neurons.
struct Population {
  std::vector<std::array<std::uint32_t, 8>> segments{{1, 32, 4, 2, 8, 16, 0, 0},
                                                     {1, 16, 2, 1, 8, 8, 32, 4}};
  void add_to(CodeletRun& run, const std::vector<float>& outputs,
              const std::vector<float>& classes) const {
    std::vector<std::uint32_t> table;
    for (const auto& segment : segments) table.insert(table.end(), segment.begin(), segment.end());
    run.region("segment_table", table);
    run.region("source", outputs);
    run.region("classes", classes);
    for (const char* name : {"segment_table", "source", "classes"}) run.region_argument(name, name);
    run.argument("batch", 2);
    run.argument("segments", 2);
    run.argument("class_stride", 16);
    run.argument("block", 2);
    run.work.segments = segments;
  }
};

TEST(LearningCodelets, PopulationCodeSumsAndSpreadsBlocks) {
  const Population population;
  const std::vector<float> outputs{1, 2, 3, 4, 10, 20, 30, 40, 5, 6, 50, 60};
  for (const std::uint32_t workers : {1U, 6U}) {
    CodeletRun sum("sum_classes", {workers, 4095});
    population.add_to(sum, outputs, std::vector<float>(8, 0.0F));
    sum.run(0, {"classes"});
    expect_same_bits(sum.read<float>("classes"), {3, 7, 11, 0, 30, 70, 110, 0}, "classes");
    CodeletRun spread("spread_classes", {workers, 4095});
    population.add_to(spread, outputs, {1, 2, 3, 9, 4, 5, 6, 9});
    spread.run(0, {"source"});
    expect_same_bits(spread.read<float>("source"), {1, 1, 2, 2, 4, 4, 5, 5, 3, 3, 6, 6}, "outputs");
  }
}

}  // namespace

}  // namespace bspike::test
