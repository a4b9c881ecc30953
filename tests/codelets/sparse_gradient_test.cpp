// Holds the codelets that compute along spike lists against plain C++.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/codelets/codelet_run.hpp"

namespace bspike::test {

namespace {

using Words = std::vector<std::uint32_t>;
using Reals = std::vector<float>;

constexpr std::uint32_t kSeeds = 10;
constexpr std::uint32_t kRows = 9;  // presynaptic neurons

// Neurons on a tile, 2 to 10.
std::uint32_t even_number(std::uint64_t seed) {
  return 2 + 2 * static_cast<std::uint32_t>(seed % 5);
}

// Sometimes empty, sometimes longer than the small machine's repeat limit; ids may repeat.
Words random_list(Numbers& numbers, std::uint64_t seed) {
  Words ids(seed % 4 == 3 ? 0 : numbers.below(15));
  for (std::uint32_t& id : ids) id = numbers.below(kRows);
  return ids;
}

void give_list(CodeletRun& run, const Words& ids) {
  const auto count = static_cast<std::uint32_t>(ids.size());
  run.region("ids", ids);
  run.region("count", Words{count});
  run.region_argument("ids", "ids");
  run.region_argument("count", "count");
  run.work.list_counts = {count};
}

void give(CodeletRun& run, const std::string& name, const Reals& values) {
  run.region(name, values);
  run.region_argument(name, name);
}

// The row's length as the form of the codelet takes it: none for two neurons, pairs, or numbers.
void give_row_length(CodeletRun& run, const std::string& codelet, std::uint32_t neurons) {
  if (codelet.ends_with("_scalar")) {
    run.argument("neurons", neurons);
  } else if (!codelet.ends_with("_pair")) {
    run.argument("pairs", neurons / 2);
  }
}

void check_state_update(const std::string& codelet, const TestMachine& machine, std::uint64_t seed,
                        std::uint32_t n, std::uint32_t shift) {
  Numbers numbers(seed);
  const Words ids = random_list(numbers, seed);
  const Reals weights = numbers.reals(kRows * n), alpha = numbers.reals(n), gain = numbers.reals(n),
              threshold = numbers.reals(n);
  Reals state = numbers.reals(n);
  state[0] = threshold[0];  // not above: decays
  CodeletRun run(codelet, machine);
  give(run, "weights", weights);
  give(run, "state", state);
  give_list(run, ids);
  give(run, "alpha", alpha);
  give(run, "gain", gain);
  give(run, "threshold", threshold);
  give_row_length(run, codelet, n);
  run.run(shift, {"state"});
  for (std::uint32_t j = 0; j < n; ++j) {
    float sum = 0.0F;
    for (const std::uint32_t id : ids) sum += weights[id * n + j];
    const float current = gain[j] * sum;
    const float decayed = alpha[j] * state[j];
    state[j] = state[j] > threshold[j] ? current : decayed + current;
  }
  expect_same_bits(run.read<float>("state"), state, "state");
}

TEST(SparseGradients, StateUpdateOfTwoNeurons) {
  for_runs(kSeeds, 7, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    check_state_update("sparse_state_update_pair", machine, seed, 2, shift);
  });
}

TEST(SparseGradients, StateUpdateOfRows) {
  for_runs(kSeeds, 7, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    check_state_update("sparse_state_update", machine, seed, even_number(seed), shift);
  });
}

TEST(SparseGradients, StateUpdateOfOddRows) {
  for_runs(kSeeds, 7, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    check_state_update("sparse_state_update_scalar", machine, seed, even_number(seed) - 1, shift);
  });
}

// A list's gradient at neurons `first` .. first + count - 1 of a layer.
struct StateCase {
  StateCase(std::uint64_t seed, std::uint32_t own, std::uint32_t begin)
      : numbers(seed), first(begin), count(own) {
    for (std::uint32_t id = 0; id < kRows; ++id)
      if (seed % 5 != 2 && numbers.below(3) > 0) ids.push_back(id);
    std::reverse(ids.begin(), ids.end());
    membrane = numbers.reals(count);
    threshold = numbers.reals(count);
    state_gradient = numbers.reals(count);
    spike_gradient = numbers.reals(ids.size());
  }
  Numbers numbers;
  std::uint32_t first, count, hits = 0;
  Words ids;
  Reals membrane, threshold, state_gradient, spike_gradient;

  void give_to(CodeletRun& run) const {
    give(run, "membrane", membrane);
    give(run, "threshold", threshold);
    give(run, "state_gradient", state_gradient);
    give(run, "spike_gradient", spike_gradient);
    give_list(run, ids);
    run.argument_f32("slope", 10.0F);
  }
  void add_gradients() {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const std::uint32_t local = ids[i] - first;
      if (local >= count) continue;
      ++hits;
      const float scaled = 10.0F * std::fabs(membrane[local] - threshold[local]);
      const float shape = scaled + 1.0F;
      const float surrogate = 1.0F / (shape * shape);
      const float product = spike_gradient[i] * surrogate;
      state_gradient[local] += product;
    }
  }
};

TEST(SparseGradients, StateGradientOfASample) {
  for_runs(kSeeds, 6, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    StateCase at(seed, kRows, 0);
    CodeletRun run("state_gradient_sample", machine);
    at.give_to(run);
    run.run(shift, {"state_gradient"});
    at.add_gradients();
    expect_same_bits(run.read<float>("state_gradient"), at.state_gradient, "state_gradient");
  });
}

TEST(SparseGradients, DoublePrecisionTakesLongerAlone) {
  for_runs(kSeeds, 6, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    StateCase at(seed, kRows, 0);
    CodeletRun run("state_gradient_sample_double", machine);
    at.give_to(run);
    run.argument("double_trips", static_cast<std::uint32_t>(seed % 3) * 4);
    run.run(shift, {"state_gradient"});
    at.add_gradients();
    expect_same_bits(run.read<float>("state_gradient"), at.state_gradient, "state_gradient");
  });
}

TEST(SparseGradients, StateGradientOfATileTakesItsOwnNeurons) {
  for_runs(kSeeds, 6, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    StateCase at(seed, 2, static_cast<std::uint32_t>(seed % (kRows - 1)));
    CodeletRun run("state_gradient_tile", machine);
    at.give_to(run);
    run.argument("first_neuron", at.first);
    run.argument("neurons", at.count);
    at.add_gradients();
    run.work.list_counts.push_back(at.hits);
    run.run(shift, {"state_gradient"});
    expect_same_bits(run.read<float>("state_gradient"), at.state_gradient, "state_gradient");
  });
}

void check_weight_gradient(const std::string& codelet, const TestMachine& machine,
                           std::uint64_t seed, std::uint32_t n, std::uint32_t shift) {
  Numbers numbers(seed);
  const bool scalar = codelet.ends_with("_scalar");  // of one sample or more
  const std::uint32_t samples = numbers.below(5) + (scalar ? 1 : 0), capacity = 15, step = 2;
  Reals gradient = numbers.reals(kRows * n);
  const Reals current = numbers.reals(samples * n);
  Words ids(samples * capacity), counts(samples * step, 99);
  CodeletRun run(codelet, machine);
  give(run, "gradient", gradient);
  give(run, "current_gradient", current);
  for (std::uint32_t b = 0; b < samples; ++b) {
    const Words list = random_list(numbers, seed + b);
    std::copy(list.begin(), list.end(), ids.begin() + b * capacity);
    counts[b * step] = static_cast<std::uint32_t>(list.size());
    run.work.list_counts.push_back(counts[b * step]);
    for (const std::uint32_t id : list)
      for (std::uint32_t j = 0; j < n; ++j) gradient[id * n + j] += current[b * n + j];
  }
  run.region("ids", ids);
  run.region("counts", counts);
  run.region_argument("ids", "ids");
  run.region_argument("counts", "counts");
  run.argument("ids_stride", 4 * capacity);
  run.argument("count_stride", 4 * step);
  run.argument("samples", samples);
  give_row_length(run, codelet, n);
  run.run(shift, {"gradient"});
  expect_same_bits(run.read<float>("gradient"), gradient, "gradient");
}

TEST(SparseGradients, WeightGradientOfTwoNeurons) {
  for_runs(kSeeds, 4, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    check_weight_gradient("sparse_weight_gradient_pair", machine, seed, 2, shift);
  });
}

TEST(SparseGradients, WeightGradientOfRows) {
  for_runs(kSeeds, 4, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    check_weight_gradient("sparse_weight_gradient", machine, seed, even_number(seed), shift);
  });
}

// From one neuron, which keeps five of six workers idle, to more than there are workers.
TEST(SparseGradients, WeightGradientOfOddRows) {
  for_runs(kSeeds, 4, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    check_weight_gradient("sparse_weight_gradient_scalar", machine, seed, even_number(seed) - 1,
                          shift);
  });
}

// In order: all in one sum, or even and odd neurons summed apart.
float row_product(const float* row, const Reals& current, bool apart) {
  float sums[2] = {0, 0};
  for (std::size_t j = 0; j < current.size(); ++j) {
    const float product = row[j] * current[j];
    sums[apart ? j % 2 : 0] += product;
  }
  return sums[0] + sums[1];
}

void check_input_gradient(const std::string& codelet, const TestMachine& machine,
                          std::uint64_t seed, std::uint32_t n, std::uint32_t shift) {
  Numbers numbers(seed);
  const Words ids = random_list(numbers, seed);
  const Reals weights = numbers.reals(kRows * n), current = numbers.reals(n);
  Reals gradient = numbers.reals(ids.size() + 1);
  CodeletRun run(codelet, machine);
  give(run, "weights", weights);
  give(run, "current_gradient", current);
  give_list(run, ids);
  give(run, "gradient", gradient);
  give_row_length(run, codelet, n);
  run.run(shift, {"gradient"});
  for (std::size_t i = 0; i < ids.size(); ++i)
    gradient[i] = row_product(weights.data() + std::size_t{ids[i]} * n, current, n % 2 == 0);
  expect_same_bits(run.read<float>("gradient"), gradient, "gradient");
}

TEST(SparseGradients, InputGradientOfTwoNeurons) {
  for_runs(kSeeds, 5, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    check_input_gradient("sparse_input_gradient_pair", machine, seed, 2, shift);
  });
}

TEST(SparseGradients, InputGradientOfRows) {
  for_runs(kSeeds, 5, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    check_input_gradient("sparse_input_gradient", machine, seed, even_number(seed), shift);
  });
}

TEST(SparseGradients, InputGradientOfOddRows) {
  for_runs(kSeeds, 5, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    check_input_gradient("sparse_input_gradient_scalar", machine, seed, even_number(seed) - 1,
                         shift);
  });
}

TEST(SparseGradients, ReduceGroupSumsListedSlotsAlone) {
  for_runs(kSeeds, 3, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t members = 1 + numbers.below(12);
    const auto count = static_cast<std::uint32_t>(seed % 3);
    const Reals partials = numbers.reals(members);
    CodeletRun run("reduce_group", machine);
    give(run, "partials", partials);
    run.region("count", Words{count});
    run.region_argument("count", "count");
    give(run, "result", {42.0F});
    run.argument("members", members);
    run.argument("slot", 1);
    run.work.list_counts = {count};
    run.run(shift, {"result"});
    float sum = 0.0F;
    for (const float partial : partials) sum += partial;
    expect_same_bits(run.read<float>("result"), {count == 2 ? sum : 42.0F}, "result");
  });
}

}  // namespace

}  // namespace bspike::test
