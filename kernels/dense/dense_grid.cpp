// Owns the estimate behind the choice of a grid: passes, words received, partial sums. It is for
// comparing grids, not for reports.
#include "kernels/dense/dense_grid.hpp"

#include <algorithm>
#include <limits>

namespace bspike::kernels::dense {
namespace {

// Cycles of a pass beside its rows: the weights' load and launch, entry and exit of the workers.
constexpr std::uint64_t kPassCycles = 54, kPassSlots = 30, kRowSlots = 8;
// A further exchange with its barrier.
constexpr std::uint64_t kRoundCycles = 300;

struct Cut {
  std::uint64_t samples = 0, inputs = 0, outputs = 0;  // blocks of the largest part
};

std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

std::uint64_t passes_cycles(const GridCosts& costs, std::uint64_t passes, std::uint64_t rows) {
  const std::uint64_t slots = kPassSlots + kRowSlots * ceil_div(rows, costs.workers);
  return passes * (kPassCycles + costs.issue_period * slots);
}

// Operands in, passes, partial sums of `parts` tiles: sent, summed and gathered.
std::uint64_t product_cycles(const GridCosts& costs, const Cut& cut, std::uint64_t parts) {
  const std::uint64_t rows = cut.samples * kBlock;
  const std::uint64_t halves = kBlock / costs.inputs_a_pass;
  const std::uint64_t words_in = rows * cut.inputs * kBlock / (halves == 2 ? 1 : 2);
  const std::uint64_t sums = rows * cut.outputs * kBlock;
  std::uint64_t cycles = words_in + passes_cycles(costs, cut.inputs * cut.outputs * halves, rows);
  if (parts > 1) cycles += 2 * sums + kRoundCycles;
  return cycles + sums;
}

std::uint64_t gradient_cycles(const GridCosts& costs, const Cut& cut) {
  const std::uint64_t passes = cut.samples * cut.outputs * (kBlock / costs.inputs_a_pass);
  return cut.samples * cut.inputs * kBlock * kBlock +
         passes_cycles(costs, passes, cut.inputs * kBlock);
}

std::uint64_t step_cycles(const GridCosts& costs, const Cut& cut, std::uint64_t input_parts,
                          std::uint64_t output_parts) {
  std::uint64_t cycles = product_cycles(costs, cut, input_parts);
  if (!costs.training) return cycles;
  cycles += product_cycles(costs, {cut.samples, cut.outputs, cut.inputs}, output_parts);
  return cycles + gradient_cycles(costs, cut);
}

}  // namespace

std::vector<Range> split_blocks(std::uint32_t blocks, std::uint32_t parts) {
  std::vector<Range> result;
  std::uint32_t next = 0;
  for (std::uint32_t i = 0; i < parts; ++i) {
    const std::uint32_t count = blocks / parts + (i < blocks % parts ? 1 : 0);
    result.push_back({next, count});
    next += count;
  }
  return result;
}

std::vector<Range> split_samples(std::uint32_t samples, std::uint32_t unit, std::uint32_t parts) {
  const std::uint32_t units = (samples + unit - 1) / unit;
  std::vector<Range> result = split_blocks(units, std::clamp(parts, 1U, units));
  for (Range& part : result) {
    const std::uint32_t end = std::min(samples, part.end() * unit);
    part.first *= unit;
    part.count = end - part.first;
  }
  return result;
}

Range common_range(const Range& a, const Range& b) {
  const std::uint32_t first = std::max(a.first, b.first);
  return {first, std::max(first, std::min(a.end(), b.end())) - first};
}

Grid choose_grid(const ProductSize& size, std::uint32_t tiles, const GridCosts& costs) {
  const std::uint32_t samples = blocks_in(size.samples), inputs = blocks_in(size.inputs),
                      outputs = blocks_in(size.outputs);
  std::uint64_t best = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t best_tiles = 0;
  Grid grid;
  for (std::uint32_t s = 1; s <= std::min(samples, tiles); ++s) {
    for (std::uint32_t i = 1; i <= std::min(inputs, tiles / s); ++i) {
      for (std::uint32_t o = 1; o <= std::min(outputs, tiles / (s * i)); ++o) {
        const Cut cut{ceil_div(samples, s), ceil_div(inputs, i), ceil_div(outputs, o)};
        const std::uint64_t cycles = step_cycles(costs, cut, i, o);
        const std::uint64_t used = std::uint64_t{s} * i * o;
        if (cycles > best || (cycles == best && used >= best_tiles)) continue;
        best = cycles;
        best_tiles = used;
        grid = {split_blocks(samples, s), split_blocks(inputs, i), split_blocks(outputs, o)};
      }
    }
  }
  return grid;
}

}  // namespace bspike::kernels::dense
