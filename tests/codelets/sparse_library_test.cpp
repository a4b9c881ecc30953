// Holds the copies, slices, casts, scalings, sums and draws of the sparse program against plain
// C++.
#include <gtest/gtest.h>

#include <set>

#include "tests/codelets/codelet_run.hpp"

namespace bspike::test {

namespace {

using Words = std::vector<std::uint32_t>;
using Reals = std::vector<float>;

constexpr std::uint32_t kSeeds = 8;

// From none to more than the workers share evenly.
std::uint32_t size_of(std::uint64_t seed) {
  static const Words kSizes{0, 1, 2, 5, 6, 7, 13, 40};
  return kSizes[seed % kSizes.size()];
}

TEST(SparseLibrary, IndexAddWraps) {
  for_runs(1, 1, [](const TestMachine& machine, std::uint64_t, std::uint32_t shift) {
    CodeletRun run("index_add", machine);
    run.region("index", Words{5, 0});
    run.region_argument("source", "index");
    run.region_argument("destination", "index", 4);
    run.argument("addend", static_cast<std::uint32_t>(-1));
    run.run(shift, {"index"});
    EXPECT_EQ(run.read<std::uint32_t>("index"), (Words{5, 4}));
  });
}

// `unit`: words an item; slices of one time step, read or written.
void check_slice(const std::string& codelet, const std::string& items, std::uint32_t unit) {
  for_runs(kSeeds, 3, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t words = size_of(seed) * unit;
    const std::uint32_t step = numbers.below(3);
    const bool writes = codelet.starts_with("update");
    Reals history = numbers.reals(3 * words), slice = numbers.reals(words);
    CodeletRun run(codelet, machine);
    run.region("history", history);
    run.region("index", Words{step});
    run.region("slice", slice);
    run.region_argument(writes ? "destination_base" : "source_base", "history");
    run.region_argument("index", "index");
    run.region_argument(writes ? "source" : "destination", "slice");
    run.argument("stride", 4 * words);
    run.argument(items, size_of(seed));
    run.run(shift, {writes ? "history" : "slice"});
    const auto first = history.begin() + step * words;
    if (writes)
      std::copy(slice.begin(), slice.end(), first);
    else
      std::copy_n(first, words, slice.begin());
    expect_same_bits(run.read<float>("history"), history, "history");
    expect_same_bits(run.read<float>("slice"), slice, "slice");
  });
}

TEST(SparseLibrary, SliceWords) { check_slice("slice_words", "words", 1); }
TEST(SparseLibrary, UpdateWords) { check_slice("update_words", "words", 1); }
TEST(SparseLibrary, SlicePairs) { check_slice("slice_pairs", "pairs", 2); }
TEST(SparseLibrary, UpdatePairs) { check_slice("update_pairs", "pairs", 2); }

void check_copy(const std::string& codelet, const std::string& items, std::uint32_t unit) {
  for_runs(kSeeds, 2, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const Reals source = numbers.reals(size_of(seed) * unit);
    CodeletRun run(codelet, machine);
    run.region("source", source);
    run.region("destination", numbers.reals(source.size()));
    run.region_argument("source", "source");
    run.region_argument("destination", "destination");
    run.argument(items, size_of(seed));
    run.run(shift, {"destination"});
    expect_same_bits(run.read<float>("destination"), source, "destination");
  });
}

TEST(SparseLibrary, CopyWords) { check_copy("copy_words", "words", 1); }
TEST(SparseLibrary, CopyPairs) { check_copy("copy_pairs", "pairs", 2); }

TEST(SparseLibrary, FillZeroWordsClearsItsWordsAlone) {
  for_runs(kSeeds, 1, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    Reals wanted = numbers.reals(size_of(seed) + 2);
    CodeletRun run("fill_zero_words", machine);
    run.region("words", wanted);
    run.region_argument("address", "words", 4);
    run.argument("words", size_of(seed));
    run.run(shift, {"words"});
    std::fill(wanted.begin() + 1, wanted.end() - 1, 0.0F);
    expect_same_bits(run.read<float>("words"), wanted, "words");
  });
}

// `count` names how the row's length is given, `width` numbers to one of it.
void check_scale_rows(const std::string& codelet, const std::string& count, std::uint32_t width) {
  for_runs(kSeeds, 2, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t rows = size_of(seed), length = 1 + numbers.below(4);
    Reals data = numbers.reals(rows * width * length);
    const Reals factors = numbers.reals(width * length);
    CodeletRun run(codelet, machine);
    run.region("data", data);
    run.region("factors", factors);
    run.region_argument("data", "data");
    run.region_argument("factors", "factors");
    run.argument("rows", rows);
    run.argument(count, length);
    run.run(shift, {"data"});
    for (std::size_t i = 0; i < data.size(); ++i) data[i] *= factors[i % (width * length)];
    expect_same_bits(run.read<float>("data"), data, "data");
  });
}

TEST(SparseLibrary, ScaleRowsMultipliesEachRow) { check_scale_rows("scale_rows", "pairs", 2); }

TEST(SparseLibrary, ScaleRowsMultipliesEachRowOfOddLength) {
  check_scale_rows("scale_rows_scalar", "columns", 1);
}

// Back and forth; `in_place`: source and destination are one buffer.
void check_casts(bool in_place) {
  for_runs(kSeeds, 2, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    Words whole(size_of(seed));
    for (std::uint32_t& value : whole) value = numbers.below(1u << 24);
    if (!whole.empty()) whole.front() = (1u << 24) - 1;
    const Reals as_float(whole.begin(), whole.end());
    const std::string target = in_place ? "source" : "destination";
    for (const bool to_float : {true, false}) {
      CodeletRun run(to_float ? "cast_to_float" : "cast_to_unsigned", machine);
      if (to_float)
        run.region("source", whole);
      else
        run.region("source", as_float);
      if (!in_place) run.region("destination", numbers.reals(whole.size()));
      run.region_argument("source", "source");
      run.region_argument("destination", target);
      run.argument("words", size_of(seed));
      run.run(shift, {target});
      if (to_float)
        expect_same_bits(run.read<float>(target), as_float, "floats");
      else
        EXPECT_EQ(run.read<std::uint32_t>(target), whole);
    }
  });
}

TEST(SparseLibrary, CastsKeepWholeNumbers) { check_casts(false); }
TEST(SparseLibrary, CastsMayWorkInPlace) { check_casts(true); }

TEST(SparseLibrary, ReduceWordsSumsInBlockOrder) {
  for_runs(kSeeds, 2, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t words = size_of(seed), blocks = 1 + numbers.below(9);
    const Reals source = numbers.reals((words + 1) * blocks);
    CodeletRun run("reduce_words", machine);
    run.region("source", source);
    run.region("destination", numbers.reals(words));
    run.region_argument("source", "source");
    run.region_argument("destination", "destination");
    run.argument("words", words);
    run.argument("blocks", blocks);
    run.argument("block_stride", 4 * (words + 1));
    run.run(shift, {"destination"});
    Reals wanted(words, 0.0F);
    for (std::uint32_t block = 0; block < blocks; ++block)
      for (std::uint32_t i = 0; i < words; ++i) wanted[i] += source[block * (words + 1) + i];
    expect_same_bits(run.read<float>("destination"), wanted, "destination");
  });
}

Words drawn(const TestMachine& machine, std::uint32_t seed, std::uint32_t index,
            std::uint32_t words) {
  CodeletRun run("draw_uniform", machine);
  run.region("words", Words(words, 0));
  run.region("index", Words{index});
  run.region_argument("destination", "words");
  run.region_argument("index", "index");
  run.argument("words", words);
  run.argument("seed", seed);
  run.run(0, {"words"});
  return run.read<std::uint32_t>("words");
}

TEST(SparseLibrary, DrawsDependOnSeedIndexAndPlaceAlone) {
  const Words one = drawn({6, 4095}, 3, 7, 20);
  EXPECT_EQ(drawn({1, 4095}, 3, 7, 20), one);
  EXPECT_EQ(drawn({3, 4095}, 3, 7, 20), one);
  EXPECT_EQ(std::set<std::uint32_t>(one.begin(), one.end()).size(), one.size());
  EXPECT_NE(drawn({6, 4095}, 4, 7, 20), one);
  EXPECT_NE(drawn({6, 4095}, 3, 8, 20), one);
}

}  // namespace

}  // namespace bspike::test
