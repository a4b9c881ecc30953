// Owns the arithmetic of the sparse program's mapping: which tile holds which words, jobs and
// groups. docs/sparse_step.md, "Where things lie". Contract: pure functions of sizes; every item is
// on one tile.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arch/machine/machine.hpp"

namespace bspike::kernels::sparse {

using arch::TileId;

[[nodiscard]] constexpr std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
  return (a + b - 1) / b;
}

// Words in order, `per_tile` of them on each tile from tile 0 on.
struct Sliceable {
  std::uint32_t words = 0;
  std::uint32_t per_tile = 1;

  [[nodiscard]] std::uint32_t tiles() const {
    return static_cast<std::uint32_t>(divide_up(words, per_tile));
  }
  [[nodiscard]] TileId tile_of(std::uint32_t word) const { return word / per_tile; }
  [[nodiscard]] std::uint32_t words_on(TileId tile) const {
    const std::uint32_t first = tile * per_tile;
    return first >= words ? 0 : (words - first < per_tile ? words - first : per_tile);
  }
};
[[nodiscard]] Sliceable sliceable(std::uint32_t words, std::uint32_t chip_tiles);

// A run of items.
struct Share {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};
// Part `index` of `items` in `parts`, as even as they go, the longer ones first.
[[nodiscard]] Share even_share(std::uint32_t items, std::uint32_t parts, std::uint32_t index);
// Items floor(index * items / parts) up to the next part's first.
[[nodiscard]] Share floor_share(std::uint32_t items, std::uint32_t parts, std::uint32_t index);

// Tiles that build the list of one sample and threshold of a layer of so many neurons.
[[nodiscard]] std::uint32_t list_spread(std::uint32_t neurons);

// Job `job` of `jobs` spread over `tiles`: which of them.
[[nodiscard]] std::uint32_t spread_tile(std::uint64_t job, std::uint64_t jobs, std::uint32_t tiles);
// The jobs that spread_tile gives to one tile.
struct JobRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};
[[nodiscard]] JobRange jobs_of_tile(std::uint32_t tile, std::uint64_t jobs, std::uint32_t tiles);

// A layer's tiles in groups of consecutive ones; the last group takes the remainder.
struct Groups {
  std::uint32_t size = 1;
  std::uint32_t count = 1;
  std::uint32_t tiles = 0;

  [[nodiscard]] std::uint32_t first(std::uint32_t group) const { return group * size; }
  [[nodiscard]] std::uint32_t members(std::uint32_t group) const {
    return group + 1 == count ? tiles - first(group) : size;
  }
};
[[nodiscard]] Groups reduction_groups(std::uint32_t layer_tiles, std::uint32_t batch);

// How much B8 has to do for a layer.
struct ReductionLoad {
  std::uint32_t tiles = 0;     // of the layer
  std::uint32_t capacity = 0;  // of the list below
};
// Tiles of each layer's jobs, in proportion to tiles^0.8 * capacity; one at least.
[[nodiscard]] std::vector<std::uint32_t> reduction_tiles(std::span<const ReductionLoad> loads,
                                                         std::uint32_t usable_tiles);

// Groups are summed in one stage below so many.
inline constexpr std::uint32_t kTwoStageGroups = 16;
// How many groups a job of the first of two stages sums.
[[nodiscard]] std::uint32_t stage_chunk(std::uint32_t groups);

}  // namespace bspike::kernels::sparse
