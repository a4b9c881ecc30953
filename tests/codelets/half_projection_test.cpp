// Holds the codelets of projections with weights or gradients in f16 against plain C++ that rounds
// where they do and sums in the same order.
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "tests/codelets/half_numbers.hpp"
#include "tests/codelets/projection_case.hpp"

namespace bspike::test {

namespace {

constexpr std::uint32_t kSeeds = 8;

void add_regions(CodeletRun& run, std::initializer_list<const char*> names) {
  for (const char* name : names) run.region_argument(name, name);
}

// Planes of four neurons.
struct Quads {
  std::uint32_t rows, planes;
  [[nodiscard]] std::size_t weight(std::uint32_t neuron, std::uint32_t row) const {
    return (std::size_t{neuron / 4} * rows + row) * 4 + neuron % 4;
  }
  [[nodiscard]] std::size_t bias(std::uint32_t neuron) const {
    return std::size_t{planes} * rows * 4 + neuron;
  }
  [[nodiscard]] std::size_t size() const { return std::size_t{planes} * (rows + 1) * 4; }
};

void check_spike_forward(const std::string& name, bool half, bool half_sums) {
  for_runs(kSeeds, 2, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t batch = batch_of(seed);
    const Quads quads{1 + numbers.below(20), planes_of(seed)};
    const Lists lists(numbers, quads.rows, batch, 1 + numbers.below(4));
    const auto parameters = rounded_reals(numbers, quads.size());
    CodeletRun run(name, machine);
    typed_region(run, "parameters", parameters, half);
    run.region("current", numbers.reals(4 * quads.planes * batch));
    add_regions(run, {"parameters", "current"});
    lists.add_to(run);
    run.argument("rows", quads.rows);
    run.argument("planes", quads.planes);
    run.argument("batch", batch);
    run.run(shift, {"current"});
    std::vector<float> wanted;
    for (std::uint32_t b = 0; b < batch; ++b)
      for (std::uint32_t n = 0; n < 4 * quads.planes; ++n) {
        float sum = 0.0F + parameters[quads.bias(n)];
        for (std::uint32_t i = 0; i < lists.counts[b]; ++i) {
          sum += parameters[quads.weight(n, lists.ids[b * lists.capacity + i])];
          if (half_sums) sum = rounded(sum);
        }
        wanted.push_back(sum);
      }
    expect_same_bits(run.read<float>("current"), wanted, name);
  });
}

TEST(HalfProjection, SpikeForwardAddsRowsOfFour) {
  check_spike_forward("spike_forward_quads", false, false);
  check_spike_forward("spike_forward_f16", true, false);
  check_spike_forward("spike_forward_f16_sums", true, true);
}

void check_spike_gradient(const std::string& name, bool half) {
  for_runs(kSeeds, 2, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t batch = batch_of(seed);
    const std::uint32_t replicas = 1 + numbers.below(8);
    const std::uint32_t used = std::min(replicas, machine.workers);
    const Quads quads{1 + numbers.below(20), planes_of(seed)};
    const Lists lists(numbers, quads.rows, batch, 1 + numbers.below(4));
    auto wanted = rounded_reals(numbers, quads.size() * replicas);
    const auto current = numbers.reals(4 * quads.planes * batch);
    CodeletRun run(name, machine);
    typed_region(run, "gradient_base", wanted, half);
    run.region("current_gradient", current);
    add_regions(run, {"gradient_base", "current_gradient"});
    lists.add_to(run);
    run.argument("rows", quads.rows);
    run.argument("planes", quads.planes);
    run.argument("batch", batch);
    run.argument("replica_stride", static_cast<std::uint32_t>((half ? 2 : 4) * quads.size()));
    run.argument("replicas", replicas);
    run.argument_f32("scale", 64.0F);
    run.run(shift, {"gradient_base"});
    for (std::uint32_t b = 0; b < batch; ++b)
      for (std::uint32_t n = 0; n < 4 * quads.planes; ++n) {
        const float exact = current[b * 4 * quads.planes + n];
        const float gradient = half ? rounded(64.0F * exact) : exact;
        const auto add = [&](std::size_t place) {
          float& value = wanted[b % used * quads.size() + place];
          value = half ? rounded(value + gradient) : value + gradient;
        };
        for (std::uint32_t i = 0; i < lists.counts[b]; ++i)
          add(quads.weight(n, lists.ids[b * lists.capacity + i]));
        add(quads.bias(n));
      }
    expect_same_bits(read_typed(run, "gradient_base", half), wanted, name);
  });
}

TEST(HalfProjection, SpikeWeightGradientAddsToRowsOfFour) {
  check_spike_gradient("spike_weight_gradient_quads", false);
  check_spike_gradient("spike_weight_gradient_f16", true);
}

// --- Rows ----------------------------------------------------------------------------------------

std::vector<std::uint32_t> block_quads_of(std::uint64_t seed) { return block_pairs_of(seed); }

// Blocks [block][sample][4 quads] and the walk over them.
struct QuadBlocks {
  std::vector<std::uint32_t> quads;
  std::uint32_t batch, rows = 0;
  Segments segments;

  QuadBlocks(std::vector<std::uint32_t> quads_of_blocks, std::uint32_t samples)
      : quads(std::move(quads_of_blocks)), batch(samples) {
    for (std::size_t i = 0; i < quads.size(); ++i) {
      const std::uint32_t q = quads[i];
      if (i == 0 || quads[i - 1] != q)
        segments.push_back({0, 16 * q * batch, 8 * q, q, 16, 8, 4 * rows * batch, 2 * rows});
      ++segments.back()[0];
      rows += 4 * q;
    }
    for (auto& s : segments)
      if (s[0] > s[3])
        for (int k = 0; k < 3; ++k) std::swap(s[k], s[k + 3]);
  }
  // Place of a row's value of a sample.
  [[nodiscard]] std::size_t at(std::uint32_t row, std::uint32_t sample) const {
    std::size_t first = 0, block = 0;
    for (; row >= 4 * quads[block]; row -= 4 * quads[block++])
      first += std::size_t{4} * quads[block] * batch;
    return first + std::size_t{sample} * 4 * quads[block] + row;
  }
};

void check_copy(const std::string& name, bool gathers, bool half_blocks, bool half_rows,
                float scale) {
  for_runs(16, 1, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const QuadBlocks of(block_quads_of(seed / 2), batch_of(seed));
    const std::uint32_t stride = (of.rows + 7) / 8 * 8;  // padding stays as it is
    auto blocks = rounded_reals(numbers, std::size_t{of.rows} * of.batch);
    auto rows = rounded_reals(numbers, std::size_t{stride} * of.batch);
    CodeletRun run(name, machine);
    typed_region(run, "blocks", blocks, half_blocks);
    typed_region(run, "rows", rows, half_rows);
    std::vector<std::uint32_t> table;
    for (const auto& entry : of.segments) table.insert(table.end(), entry.begin(), entry.end());
    run.region("segment_table", table);
    add_regions(run, {"blocks", "rows", "segment_table"});
    run.work.segments = of.segments;
    run.argument("segments", static_cast<std::uint32_t>(of.segments.size()));
    run.argument("batch", of.batch);
    run.argument("row_bytes", stride * (half_rows ? 2 : 4));
    run.argument_f32("scale", scale);
    run.run(shift, {gathers ? "rows" : "blocks"});
    for (std::uint32_t b = 0; b < of.batch; ++b)
      for (std::uint32_t row = 0; row < of.rows; ++row) {
        float& block = blocks[of.at(row, b)];
        float& place = rows[std::size_t{b} * stride + row];
        if (gathers)
          place = half_rows ? rounded(block) : block;
        else
          block = half_blocks && !half_rows ? rounded(scale * place) : place;
      }
    expect_same_bits(read_typed(run, "rows", half_rows), rows, name + " rows");
    expect_same_bits(read_typed(run, "blocks", half_blocks), blocks, name + " blocks");
  });
}

TEST(HalfProjection, RowsAreGatheredAndScattered) {
  check_copy("gather_rows_f32", true, false, false, 1);
  check_copy("gather_rows_f16", true, false, true, 1);
  check_copy("scatter_rows_f32", false, false, false, 1);
  check_copy("scatter_rows_f16", false, true, true, 1);
  check_copy("scatter_rows_narrow", false, true, false, 512);
}

float forward_sum(const std::vector<float>& weights, const std::vector<float>& spikes,
                  std::size_t weight, std::size_t spike, std::uint32_t row, bool half,
                  bool half_sums) {
  const std::uint32_t lanes = half ? 4 : 2;
  std::array<float, 4> sums{};
  for (std::uint32_t r = 0; r < row; ++r) {
    float& sum = sums[r % lanes];
    sum += weights[weight + r] * spikes[spike + r];
    if (half_sums) sum = rounded(sum);
  }
  return half ? (sums[0] + sums[2]) + (sums[1] + sums[3]) : sums[0] + sums[1];
}

void check_row_forward(const std::string& name, bool half, bool half_sums) {
  for_runs(kSeeds, 2, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t batch = batch_of(seed), pairs = planes_of(seed);
    const std::uint32_t row = 8 * (1 + numbers.below(6));
    const std::uint32_t stride = 2 * pairs + 2;  // of currents
    const auto weights = rounded_reals(numbers, std::size_t{2} * pairs * row);
    const auto bias = rounded_reals(numbers, 2 * pairs);
    const auto spikes = numbers.spikes(std::size_t{batch} * row, 2);
    auto current = numbers.reals(std::size_t{batch} * stride);
    CodeletRun run(name, machine);
    typed_region(run, "weights", weights, half);
    typed_region(run, "bias", bias, half);
    typed_region(run, "rows", spikes, half);
    run.region("current", current);
    add_regions(run, {"weights", "bias", "rows", "current"});
    run.argument("row_bytes", row * (half ? 2 : 4));
    run.argument("pairs", pairs);
    run.argument("batch", batch);
    run.argument("current_bytes", 4 * stride);
    run.run(shift, {"current"});
    for (std::uint32_t b = 0; b < batch; ++b)
      for (std::uint32_t n = 0; n < 2 * pairs; ++n)
        current[std::size_t{b} * stride + n] =
            forward_sum(weights, spikes, std::size_t{n} * row, std::size_t{b} * row, row, half,
                        half_sums) +
            bias[n];
    expect_same_bits(run.read<float>("current"), current, name);
  });
}

TEST(HalfProjection, RowForwardSumsInLanes) {
  check_row_forward("row_forward_f32", false, false);
  check_row_forward("row_forward_f16", true, false);
  check_row_forward("row_forward_f16_sums", true, true);
}

// Factors [item][term], or [term][item] as gradients of weights have them.
struct Products {
  const char* name;
  bool half_matrix, half_result, adds;
};

void check_products(const Products& kind) {
  for_runs(kSeeds, 2, [&](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t items = batch_of(seed), terms = planes_of(seed) + numbers.below(3);
    const std::uint32_t columns = 8 * (1 + numbers.below(5));
    const auto factors = rounded_reals(numbers, std::size_t{items} * terms);
    const auto matrix = rounded_reals(numbers, std::size_t{terms} * columns);
    auto result = rounded_reals(numbers, std::size_t{items} * columns);
    CodeletRun run(kind.name, machine);
    Halves words;
    for (const float factor : factors) words.insert(words.end(), 2, halves_of({factor})[0]);
    if (kind.half_result)
      run.region("factors", words);
    else
      run.region("factors", factors);
    typed_region(run, "matrix", matrix, kind.half_matrix);
    typed_region(run, "result", result, kind.half_result);
    add_regions(run, {"factors", "matrix", "result"});
    run.argument("items", items);
    run.argument("terms", terms);
    run.argument("groups", columns / (kind.half_result ? 8 : 4));
    run.argument("factor_item", kind.adds ? 4 : 4 * terms);
    run.argument("factor_term", kind.adds ? 4 * items : 4);
    run.argument("matrix_bytes", columns * (kind.half_matrix ? 2 : 4));
    run.argument("result_bytes", columns * (kind.half_result ? 2 : 4));
    run.run(shift, {"result"});
    for (std::uint32_t i = 0; i < items; ++i)
      for (std::uint32_t c = 0; c < columns; ++c) {
        float sum = kind.adds ? result[std::size_t{i} * columns + c] : 0.0F;
        for (std::uint32_t t = 0; t < terms; ++t) {
          const float factor = factors[kind.adds ? t * items + i : i * terms + t];
          const float product = factor * matrix[std::size_t{t} * columns + c];
          sum = kind.half_result ? rounded(sum + rounded(product)) : sum + product;
        }
        result[std::size_t{i} * columns + c] = sum;
      }
    expect_same_bits(read_typed(run, "result", kind.half_result), result, kind.name);
  });
}

TEST(HalfProjection, RowProductsRoundEachProductAndSum) {
  check_products({"row_products_f32", false, false, false});
  check_products({"row_products_f32_add", false, false, true});
  check_products({"row_products_f16_add", true, true, true});
  check_products({"row_products_mixed", true, false, false});
}

TEST(HalfProjection, InputRowsRoundEachProductAndSum) {
  for_runs(kSeeds, 2, [](const TestMachine& machine, std::uint64_t seed, std::uint32_t shift) {
    Numbers numbers(seed);
    const std::uint32_t batch = batch_of(seed), pairs = planes_of(seed);
    const std::uint32_t columns = 8 * (1 + numbers.below(9));
    const auto factors = rounded_reals(numbers, std::size_t{batch} * 2 * pairs);
    const auto matrix = rounded_reals(numbers, std::size_t{2} * pairs * columns);
    Halves words;
    for (const float factor : factors) words.insert(words.end(), 2, halves_of({factor})[0]);
    CodeletRun run("input_rows_f16", machine);
    run.region("factors", words);
    run.region("matrix", halves_of(matrix));
    run.region("result", halves_of(numbers.reals(std::size_t{batch} * columns)));
    add_regions(run, {"factors", "matrix", "result"});
    run.argument("batch", batch);
    run.argument("pairs", pairs);
    run.argument("groups", columns / 8);
    run.argument("factor_bytes", 8 * pairs);
    run.argument("matrix_bytes", 2 * columns);
    run.argument("result_bytes", 2 * columns);
    run.run(shift, {"result"});
    std::vector<float> wanted;
    for (std::uint32_t b = 0; b < batch; ++b)
      for (std::uint32_t c = 0; c < columns; ++c) {
        float sum = rounded(factors[std::size_t{b} * 2 * pairs] * matrix[c]);
        for (std::uint32_t n = 1; n < 2 * pairs; ++n)
          sum = rounded(sum + rounded(factors[std::size_t{b} * 2 * pairs + n] *
                                      matrix[std::size_t{n} * columns + c]));
        wanted.push_back(sum);
      }
    expect_same_bits(floats_of(run.read<std::uint16_t>("result")), wanted, "result");
  });
}

// --- What rounds where it overflows: 65504 is the largest f16, 65520 half way to the next --------

TEST(HalfProjection, SumsInF16OverflowToInfinityAndStayThere) {
  CodeletRun run("spike_forward_f16_sums", {6, 4095});
  // Rows of four neurons: 65504 + 16 is a tie, and rounds to the even neighbour, infinity.
  run.region("parameters", halves_of({65504, 65504, -65504, 1,      // row 0
                                      16, 15, -16, 0.00048828125F,  // row 1
                                      -65504, 0, 1, 0,              // row 2
                                      0, 0, 0, 0}));                // bias
  run.region("ids", std::vector<std::uint16_t>{0, 1, 2, 0});
  run.region("counts", std::vector<std::uint32_t>{3});
  run.region("current", std::vector<float>(4));
  for (const char* name : {"parameters", "ids", "counts", "current"})
    run.region_argument(name, name);
  run.argument("rows", 3);
  run.argument("planes", 1);
  run.argument("ids_stride", 8);
  run.argument("batch", 1);
  run.work.list_counts = {3};
  run.run(0, {"current"});
  const float infinity = std::numeric_limits<float>::infinity();
  // 1 + 2^-11 lies half way between 1 and its neighbour, and rounds to even.
  expect_same_bits(run.read<float>("current"), {infinity, 65504, -infinity, 1}, "current");
}

TEST(HalfProjection, SumsInF32OfF16WeightsDoNotOverflow) {
  CodeletRun run("row_forward_f16", {6, 4095});
  run.region("weights", halves_of({65504, 65504, 65504, 65504, 65504, 0, 0, 0,  //
                                   0.0000000596046448F, 0, 0, 0, 0.0000000596046448F, 0, 0, 0}));
  run.region("bias", halves_of({1, -0.00006103515625F}));
  run.region("rows", halves_of({1, 1, 1, 1, 1, 1, 1, 1}));
  run.region("current", std::vector<float>(2));
  for (const char* name : {"weights", "bias", "rows", "current"}) run.region_argument(name, name);
  run.argument("row_bytes", 16);
  run.argument("pairs", 1);
  run.argument("batch", 1);
  run.argument("current_bytes", 8);
  run.run(0, {"current"});
  // Twice 2^-24, the smallest subnormal, less 2^-14, the smallest normal number.
  expect_same_bits(run.read<float>("current"), {5 * 65504.0F + 1, -0.000060915946960449219F},
                   "current");
}

}  // namespace

}  // namespace bspike::test
