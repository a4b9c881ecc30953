// Owns the writing down of phases.
#include "sim/work_record.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace bspike::sim {

namespace {

std::uint32_t narrow(std::uint64_t count) {
  if (count > std::numeric_limits<std::uint32_t>::max())
    throw std::length_error("a tile's work in one superstep is too long to record");
  return static_cast<std::uint32_t>(count);
}

}  // namespace

void RecordingClock::repeat_trip(std::span<const arch::TileId> tiles) {
  auto& sets = record_.repeat_tiles;
  const auto found = std::find_if(sets.begin(), sets.end(), [&](const auto& set) {
    return std::equal(set.begin(), set.end(), tiles.begin(), tiles.end());
  });
  const auto index = static_cast<std::uint32_t>(found - sets.begin());
  if (found == sets.end()) sets.emplace_back(tiles.begin(), tiles.end());
  record_.phases.push_back({RecordedPhase::Kind::kRepeatTrip, index});
  clock_.repeat_trip(tiles);
}

void RecordingClock::compute(const ComputePhase& phase) {
  RecordedCompute compute{phase.record, {}};
  compute.counts.reserve(phase.counts.size());
  for (const ComputeCounts& counts : phase.counts)
    compute.counts.push_back({narrow(counts.launch_cycles), narrow(counts.critical_slots)});
  record_.phases.push_back(
      {RecordedPhase::Kind::kCompute, static_cast<std::uint32_t>(record_.computes.size())});
  record_.computes.push_back(std::move(compute));
  clock_.compute(phase);
}

void RecordingClock::exchange(std::uint32_t plan) {
  record_.phases.push_back({RecordedPhase::Kind::kExchange, plan});
  clock_.exchange(plan);
}

}  // namespace bspike::sim
