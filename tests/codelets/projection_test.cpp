// Holds the projection codelets against plain C++ that sums in the same order.
#include <gtest/gtest.h>

#include "tests/codelets/projection_case.hpp"

namespace bspike::test {

namespace {

constexpr std::uint32_t kSeeds = 16;

void add_parameters(CodeletRun& run, const Projection& projection, std::uint32_t batch) {
  run.argument("rows", projection.rows);
  run.argument("planes", projection.planes);
  run.argument("batch", batch);
}

void add_blocks(CodeletRun& run, const Blocks& blocks) {
  std::vector<std::uint32_t> table;
  for (const auto& entry : blocks.segments) table.insert(table.end(), entry.begin(), entry.end());
  run.region("segment_table", table);
  run.region_argument("segment_table", "segment_table");
  run.argument("segments", static_cast<std::uint32_t>(blocks.segments.size()));
  run.work.segments = blocks.segments;
}

TEST(Projection, SpikeForwardAddsListedRows) {
  for_runs(kSeeds, 5, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t batch = batch_of(seed);
    const Projection p(numbers, 1 + numbers.below(20), planes_of(seed));
    const Lists lists(numbers, p.rows, batch, 1 + numbers.below(4));
    CodeletRun run("spike_forward", machine);
    add_parameters(run, p, batch);
    lists.add_to(run);
    run.region("parameters", p.parameters);
    run.region("current", numbers.reals(2 * p.planes * batch));
    run.region_argument("parameters", "parameters");
    run.region_argument("current", "current");
    run.run(shift, {"current"});
    std::vector<float> wanted;
    for (std::uint32_t b = 0; b < batch; ++b)
      for (std::uint32_t n = 0; n < 2 * p.planes; ++n) {
        float sum = 0.0F + p.parameters[p.bias(n / 2, n % 2)];
        for (std::uint32_t i = 0; i < lists.counts[b]; ++i)
          sum += p.parameters[p.weight(n / 2, lists.ids[b * lists.capacity + i], n % 2)];
        wanted.push_back(sum);
      }
    expect_same_bits(run.read<float>("current"), wanted, "current");
  });
}

TEST(Projection, SpikeWeightGradientAddsToReplicas) {
  for_runs(kSeeds, 4, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t batch = batch_of(seed);
    const std::uint32_t replicas = 1 + numbers.below(8);
    const std::uint32_t used = std::min(replicas, machine.workers);
    const Projection p(numbers, 1 + numbers.below(20), planes_of(seed));
    const Lists lists(numbers, p.rows, batch, 1 + numbers.below(4));
    CodeletRun run("spike_weight_gradient", machine);
    add_parameters(run, p, batch);
    lists.add_to(run);
    auto wanted = numbers.reals(p.parameters.size() * replicas);
    const auto current = numbers.reals(2 * p.planes * batch);
    run.region("gradient", wanted);
    run.region("current", current);
    run.region_argument("gradient_base", "gradient");
    run.region_argument("current_gradient", "current");
    run.argument("replica_stride", static_cast<std::uint32_t>(4 * p.parameters.size()));
    run.argument("replicas", replicas);
    run.run(shift, {"gradient"});
    for (std::uint32_t b = 0; b < batch; ++b)
      for (std::uint32_t n = 0; n < 2 * p.planes; ++n) {
        const std::size_t replica = b % used * p.parameters.size();
        const float gradient = current[b * 2 * p.planes + n];
        wanted[replica + p.bias(n / 2, n % 2)] += gradient;
        for (std::uint32_t i = 0; i < lists.counts[b]; ++i)
          wanted[replica + p.weight(n / 2, lists.ids[b * lists.capacity + i], n % 2)] += gradient;
      }
    expect_same_bits(run.read<float>("gradient"), wanted, "gradient");
  });
}

TEST(Projection, BiasGradientSumsSamples) {
  for_runs(kSeeds, 2, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t batch = batch_of(seed);
    const std::uint32_t neurons = 2 * planes_of(seed);
    CodeletRun run("bias_gradient", machine);
    auto wanted = numbers.reals(neurons);
    const auto current = numbers.reals(neurons * batch);
    run.region("bias", wanted);
    run.region("current", current);
    run.region_argument("bias_gradient", "bias");
    run.region_argument("current_gradient", "current");
    run.argument("planes", neurons / 2);
    run.argument("batch", batch);
    run.run(shift, {"bias"});
    for (std::uint32_t b = 0; b < batch; ++b)
      for (std::uint32_t n = 0; n < neurons; ++n) wanted[n] += current[b * neurons + n];
    expect_same_bits(run.read<float>("bias"), wanted, "bias");
  });
}

// Rows in the order of the codelet's walk.
std::vector<std::uint32_t> walk(const Blocks& blocks) {
  std::vector<std::uint32_t> rows;
  for (const auto& s : blocks.segments)
    for (std::uint32_t outer = 0; outer < s[0]; ++outer)
      for (std::uint32_t inner = 0; inner < s[3]; ++inner) {
        const std::uint32_t row = (s[7] + outer * s[2] + inner * s[5]) / 8;
        rows.push_back(row);
        rows.push_back(row + 1);
      }
  return rows;
}

TEST(Projection, DenseForwardSumsAllRows) {
  for_runs(kSeeds, 5, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t batch = batch_of(seed);
    const Blocks blocks(block_pairs_of(seed / 2), batch);
    const Projection p(numbers, blocks.rows, planes_of(seed));
    CodeletRun run("dense_forward", machine);
    add_parameters(run, p, batch);
    add_blocks(run, blocks);
    const auto spikes = numbers.spikes(blocks.floats, 2);
    run.region("parameters", p.parameters);
    run.region("source", spikes);
    run.region("current", numbers.reals(2 * p.planes * batch));
    for (const char* name : {"parameters", "source", "current"}) run.region_argument(name, name);
    run.run(shift, {"current"});
    std::vector<float> wanted;
    for (std::uint32_t b = 0; b < batch; ++b)
      for (std::uint32_t n = 0; n < 2 * p.planes; ++n) {
        float sum = p.parameters[p.bias(n / 2, n % 2)];
        for (const std::uint32_t row : walk(blocks))
          sum += spikes[blocks.at(row, b)] * p.parameters[p.weight(n / 2, row, n % 2)];
        wanted.push_back(sum);
      }
    expect_same_bits(run.read<float>("current"), wanted, "current");
  });
}

TEST(Projection, DenseWeightGradientSumsSamples) {
  for_runs(kSeeds, 4, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t batch = batch_of(seed);
    const Blocks blocks(block_pairs_of(seed / 2), batch);
    const Projection p(numbers, blocks.rows, planes_of(seed));
    CodeletRun run("dense_weight_gradient", machine);
    add_parameters(run, p, batch);
    add_blocks(run, blocks);
    auto wanted = p.parameters;
    const auto spikes = numbers.spikes(blocks.floats, 2);
    const auto current = numbers.reals(2 * p.planes * batch);
    run.region("gradient", wanted);
    run.region("source", spikes);
    run.region("current_gradient", current);
    for (const char* name : {"gradient", "source", "current_gradient"})
      run.region_argument(name, name);
    run.run(shift, {"gradient"});
    for (std::uint32_t b = 0; b < batch; ++b)
      for (std::uint32_t n = 0; n < 2 * p.planes; ++n)
        for (std::uint32_t row = 0; row < p.rows; ++row)
          wanted[p.weight(n / 2, row, n % 2)] +=
              spikes[blocks.at(row, b)] * current[b * 2 * p.planes + n];
    expect_same_bits(run.read<float>("gradient"), wanted, "gradient");
  });
}

TEST(Projection, DenseInputGradientSumsNeurons) {
  for_runs(kSeeds, 4, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t batch = batch_of(seed);
    const Blocks blocks(block_pairs_of(seed / 2), batch);
    const Projection p(numbers, blocks.rows, planes_of(seed));
    CodeletRun run("dense_input_gradient", machine);
    add_parameters(run, p, batch);
    add_blocks(run, blocks);
    const auto current = numbers.reals(2 * p.planes * batch);
    run.region("parameters", p.parameters);
    run.region("current_gradient", current);
    run.region("partials", numbers.reals(blocks.floats));
    for (const char* name : {"parameters", "current_gradient", "partials"})
      run.region_argument(name, name);
    run.run(shift, {"partials"});
    std::vector<float> wanted(blocks.floats);
    for (std::uint32_t b = 0; b < batch; ++b)
      for (std::uint32_t row = 0; row < p.rows; ++row)
        for (std::uint32_t plane = 0; plane < p.planes; ++plane) {
          const auto product = [&](std::uint32_t lane) {
            return p.parameters[p.weight(plane, row, lane)] *
                   current[b * 2 * p.planes + 2 * plane + lane];
          };
          float& partial = wanted[blocks.at(row, b)];
          const float sum = product(0) + product(1);
          partial = plane == 0 ? sum : partial + sum;
        }
    expect_same_bits(run.read<float>("partials"), wanted, "partials");
  });
}

}  // namespace

}  // namespace bspike::test
