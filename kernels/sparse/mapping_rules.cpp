// Owns the rules of mapping_rules.hpp. Sources: the published program's own placement, as
// docs/sparse_step.md says; stage counts of reductions from [poplibs].
#include "kernels/sparse/mapping_rules.hpp"

#include <algorithm>
#include <cmath>

namespace bspike::kernels::sparse {
namespace {

constexpr std::uint32_t kNeuronsAWorker = 64;
constexpr std::uint32_t kListWorkers = 6;  // of a list-building tile
constexpr std::uint32_t kWorthATile = 2;   // workers left over that get a tile more

// tiles^0.8: the only root taken, by sqrt alone so that hosts agree. x^0.8 = exp2(0.8 log2 x) is
// found as the y with y^5 = x^4, by bisection.
double power_four_fifths(double x) {
  const double target = x * x * x * x;
  double low = 0;
  double high = x + 1;
  for (int i = 0; i < 100; ++i) {
    const double y = (low + high) / 2;
    (y * y * y * y * y < target ? low : high) = y;
  }
  return (low + high) / 2;
}

}  // namespace

Sliceable sliceable(std::uint32_t words, std::uint32_t chip_tiles) {
  const auto per_tile = static_cast<std::uint32_t>(divide_up(words, chip_tiles));
  return {words, std::max(1u, per_tile)};
}

Share even_share(std::uint32_t items, std::uint32_t parts, std::uint32_t index) {
  const std::uint32_t base = items / parts;
  const std::uint32_t longer = items % parts;
  return {index * base + std::min(index, longer), base + (index < longer ? 1 : 0)};
}

Share floor_share(std::uint32_t items, std::uint32_t parts, std::uint32_t index) {
  const auto at = [&](std::uint64_t part) {
    return static_cast<std::uint32_t>(part * items / parts);
  };
  const std::uint32_t first = at(index);
  return {first, at(std::uint64_t{index} + 1) - first};
}

std::uint32_t list_spread(std::uint32_t neurons) {
  const std::uint32_t workers = (neurons + kNeuronsAWorker / 2) / kNeuronsAWorker;
  const std::uint32_t extra = workers % kListWorkers >= kWorthATile ? 1 : 0;
  return std::max(1u, workers / kListWorkers + extra);
}

std::uint32_t spread_tile(std::uint64_t job, std::uint64_t jobs, std::uint32_t tiles) {
  return static_cast<std::uint32_t>(job * tiles / jobs);
}

JobRange jobs_of_tile(std::uint32_t tile, std::uint64_t jobs, std::uint32_t tiles) {
  return {divide_up(tile * jobs, tiles), divide_up((std::uint64_t{tile} + 1) * jobs, tiles)};
}

Groups reduction_groups(std::uint32_t layer_tiles, std::uint32_t batch) {
  const std::uint32_t size = std::max(1u, batch / 2);
  return {size, std::max(1u, layer_tiles / size), layer_tiles};
}

std::vector<std::uint32_t> reduction_tiles(std::span<const ReductionLoad> loads,
                                           std::uint32_t usable_tiles) {
  std::vector<double> weights;
  double sum = 0;
  for (const ReductionLoad& load : loads) {
    weights.push_back(power_four_fifths(load.tiles) * load.capacity);
    sum += weights.back();
  }
  std::vector<std::uint32_t> result;
  for (const double weight : weights) {
    const double share = std::floor(usable_tiles * (weight / sum));
    result.push_back(std::max(1u, static_cast<std::uint32_t>(share)));
  }
  return result;
}

std::uint32_t stage_chunk(std::uint32_t groups) {
  std::uint32_t root = 1;
  while (root * root < groups) ++root;
  return root;
}

}  // namespace bspike::kernels::sparse
