// Holds the codelets that make, merge and expand spike lists against plain C++.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/codelets/codelet_run.hpp"

namespace bspike::test {

namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kSeeds = 10;

Words ids_below(Numbers& numbers, std::size_t count, std::uint32_t limit) {
  Words result(count);
  for (std::uint32_t& id : result) id = numbers.below(limit);
  return result;
}

Words different_ids(Numbers& numbers, std::size_t count, std::uint32_t limit) {
  Words all(limit);
  for (std::uint32_t i = 0; i < limit; ++i) all[i] = i;
  for (std::uint32_t i = limit; i > 1; --i) std::swap(all[i - 1], all[numbers.below(i)]);
  all.resize(count);
  return all;
}

TEST(SparseLists, SpikeFlagsCompareWithBothThresholds) {
  const std::vector<float> states{0.4F, 0.5F, 0.7F, 1.0F, 1.5F};
  const std::vector<Words> wanted{{0, 0}, {0, 0}, {0, 1}, {0, 1}, {1, 0}};
  for_runs(5, 4, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    CodeletRun run("spike_flags", machine);
    run.region("state", std::vector<float>{states[seed]});
    run.region("threshold", std::vector<float>{1.0F});
    run.region("second_threshold", std::vector<float>{0.5F});
    run.region("flags", Words{7, 7});
    for (const char* name : {"state", "threshold", "second_threshold", "flags"})
      run.region_argument(name, name);
    run.run(shift, {"flags"});
    EXPECT_EQ(run.read<std::uint32_t>("flags"), wanted[seed]);
  });
}

void check_flags_to_list(const TestMachine& machine, const Words& flags, std::uint32_t capacity,
                         std::uint32_t shift) {
  Words wanted;
  std::uint32_t looked_at = 0;
  for (std::uint32_t i = 0; i < flags.size() && wanted.size() < capacity; ++i) {
    ++looked_at;
    if (flags[i] != 0) wanted.push_back(100 + i);
  }
  CodeletRun run("flags_to_list", machine);
  run.region("flags", flags);
  run.region("ids", Words(capacity, 9));
  run.region("count", Words{9});
  for (const char* name : {"flags", "ids", "count"}) run.region_argument(name, name);
  run.argument("neurons", static_cast<std::uint32_t>(flags.size()));
  run.argument("first_neuron", 100);
  run.argument("capacity", capacity);
  run.work.list_counts = {looked_at, static_cast<std::uint32_t>(wanted.size())};
  run.run(shift, {"ids", "count"});
  EXPECT_EQ(run.read<std::uint32_t>("count").front(), wanted.size());
  wanted.resize(capacity, 9);
  EXPECT_EQ(run.read<std::uint32_t>("ids"), wanted);
}

TEST(SparseLists, FlagsToListKeepsOrderAndCapacity) {
  for_runs(2 * kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t neurons = seed % 5 == 0 ? 0 : 1 + numbers.below(40);
    const std::uint32_t capacity = seed % 7 == 1 ? 0 : 1 + numbers.below(12);
    check_flags_to_list(machine, ids_below(numbers, neurons, 2), capacity, shift);
  });
  // Full at the very last flag.
  check_flags_to_list({6, 4095}, {0, 1, 0, 1}, 2, 1);
}

struct Parts {
  std::uint32_t stride_words = 0;
  Words lists, counts;
};

Parts random_parts(Numbers& numbers, std::uint32_t parts) {
  Parts result;
  result.stride_words = 1 + numbers.below(7);
  result.lists = ids_below(numbers, std::size_t{parts} * result.stride_words, 1000);
  result.counts = ids_below(numbers, parts, result.stride_words + 1);
  return result;
}

// Appends lists `first` .. of the parts until the capacity is reached.
void append(const Parts& parts, std::size_t first, std::size_t end, std::size_t capacity,
            Words& to) {
  for (std::size_t part = first; part < end; ++part)
    for (std::uint32_t i = 0; i < parts.counts[part] && to.size() < capacity; ++i)
      to.push_back(parts.lists[part * parts.stride_words + i]);
}

void give_parts(CodeletRun& run, const Parts& parts, std::uint32_t capacity) {
  run.region("lists", parts.lists);
  run.region("counts", parts.counts);
  run.region("ids", Words(capacity, 9999));
  for (const char* name : {"lists", "counts", "ids"}) run.region_argument(name, name);
  run.argument("list_stride", 4 * parts.stride_words);
  run.argument("capacity", capacity);
  run.work.list_counts = parts.counts;
}

TEST(SparseLists, MergeListsConcatenates) {
  for_runs(kSeeds, 4, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t parts = 1 + numbers.below(7);
    const std::uint32_t capacity = numbers.below(20);
    const Parts given = random_parts(numbers, parts);
    CodeletRun run("merge_lists", machine);
    give_parts(run, given, capacity);
    run.region("count", Words{77});
    run.region_argument("count", "count");
    run.argument("parts", parts);
    run.run(shift, {"ids", "count"});
    Words wanted;
    append(given, 0, parts, capacity, wanted);
    EXPECT_EQ(run.read<std::uint32_t>("count").front(), wanted.size());
    wanted.resize(capacity, 9999);
    EXPECT_EQ(run.read<std::uint32_t>("ids"), wanted);
  });
}

TEST(SparseLists, MergeThresholdsPutsSpikesFirst) {
  for_runs(kSeeds, 4, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t parts = 1 + numbers.below(4);
    const std::uint32_t capacity = numbers.below(20);
    const Parts given = random_parts(numbers, 2 * parts);
    CodeletRun run("merge_thresholds", machine);
    give_parts(run, given, capacity);
    run.region("list_counts", Words{77, 77});
    run.region_argument("list_counts", "list_counts");
    run.argument("parts", parts);
    run.run(shift, {"ids", "list_counts"});
    Words wanted;
    append(given, 0, parts, capacity, wanted);
    const auto spikes = static_cast<std::uint32_t>(wanted.size());
    append(given, parts, 2 * std::size_t{parts}, capacity, wanted);
    const Words counts{spikes, static_cast<std::uint32_t>(wanted.size())};
    EXPECT_EQ(run.read<std::uint32_t>("list_counts"), counts);
    wanted.resize(capacity, 9999);
    EXPECT_EQ(run.read<std::uint32_t>("ids"), wanted);
  });
}

TEST(SparseLists, SparseToDenseWritesOnes) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t count = seed % 4 == 0 ? 0 : numbers.below(11);
    const Words ids = different_ids(numbers, count, 11);
    CodeletRun run("sparse_to_dense", machine);
    run.region("ids", ids);
    run.region("count", Words{count});
    run.region("dense", std::vector<float>(11, 0.0F));
    for (const char* name : {"ids", "count", "dense"}) run.region_argument(name, name);
    run.work.list_counts = {count};
    run.run(shift, {"dense"});
    std::vector<float> wanted(11, 0.0F);
    for (const std::uint32_t id : ids) wanted[id] = 1.0F;
    expect_same_bits(run.read<float>("dense"), wanted, "dense");
  });
}

TEST(SparseLists, DenseToSparseGathersAndClearsTheRest) {
  for_runs(kSeeds, 4, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t capacity = numbers.below(12);
    const std::uint32_t count = numbers.below(capacity + 1);
    const auto dense = numbers.reals(10);
    const Words ids = ids_below(numbers, capacity, 10);
    CodeletRun run("dense_to_sparse", machine);
    run.region("dense", dense);
    run.region("ids", ids);
    run.region("count", Words{count});
    run.region("gradient", numbers.reals(capacity));
    for (const char* name : {"dense", "ids", "count", "gradient"}) run.region_argument(name, name);
    run.argument("capacity", capacity);
    run.work.list_counts = {count};
    run.run(shift, {"gradient"});
    std::vector<float> wanted(capacity, 0.0F);
    for (std::uint32_t i = 0; i < count; ++i) wanted[i] = dense[ids[i]];
    expect_same_bits(run.read<float>("gradient"), wanted, "gradient");
  });
}

}  // namespace

}  // namespace bspike::test
