// Owns the place of tiles on the grid and their release skew.
// Timing: release(tile) = skew_cycles_per_row * row + skew_column_cycles[column], shifted so that
// the earliest tile is at 0. Source: the difference of forward and backward route latencies on the
// C600 splits into such a term [stack], inferred; measured absolute skew is not public.
#include <algorithm>
#include <stdexcept>

#include "arch/exchange/topology.hpp"

namespace bspike::arch {

namespace {

// Tiles of a supertile that share an exchange bus, and how many such pairs a supertile has.
struct SupertileShape {
  std::uint32_t lanes = 1;
  std::uint32_t halves = 1;
};

SupertileShape shape_of(const ChipGeometry& chip) {
  const std::uint32_t lanes = chip.tiles_per_supertile % 2 == 0 ? 2 : 1;
  return {lanes, chip.tiles_per_supertile / lanes};
}

std::int64_t unshifted_skew(const SyncSection& sync, const TilePosition& place) {
  return std::int64_t{sync.skew_cycles_per_row} * place.row +
         sync.skew_column_cycles.at(place.column);
}

}  // namespace

TilePosition position(const Machine& machine, TileId tile) {
  const ChipGeometry& chip = machine.chip;
  if (tile >= chip.tiles) throw std::out_of_range("tile number beyond the chip");
  const SupertileShape shape = shape_of(chip);
  const std::uint32_t pair = tile / shape.lanes;
  const std::uint32_t lane = tile % shape.lanes;
  const std::uint32_t block = pair / chip.rows;  // one half of one column
  const std::uint32_t step = pair % chip.rows;
  TilePosition place;
  place.row = block % 2 == 1 ? chip.rows - 1 - step : step;
  place.column = block / shape.halves;
  place.sub = block % shape.halves + shape.halves * lane;
  place.physical = (place.row * chip.columns + place.column) * chip.tiles_per_supertile + place.sub;
  return place;
}

std::vector<std::uint32_t> release_skew_cycles(const Machine& machine) {
  std::vector<std::int64_t> skews;
  skews.reserve(machine.chip.tiles);
  for (TileId tile = 0; tile < machine.chip.tiles; ++tile)
    skews.push_back(unshifted_skew(machine.sync, position(machine, tile)));
  const std::int64_t earliest = skews.empty() ? 0 : *std::min_element(skews.begin(), skews.end());
  std::vector<std::uint32_t> shifted;
  shifted.reserve(skews.size());
  for (const std::int64_t skew : skews)
    shifted.push_back(static_cast<std::uint32_t>(skew - earliest));
  return shifted;
}

}  // namespace bspike::arch
