// Owns the names in a trace: its processes, tracks, parts of a tile's time, and counters, each with
// the sentence that the file's legend says.
// Contract: a track's number is unique in the file and not 0; tile N has the track
// kFirstTileTrack + N.
#pragma once

#include <cstdint>
#include <span>

namespace bspike::sim {

enum class TraceProcess : std::uint8_t { kChip = 1, kHost = 2, kTiles = 3 };

enum class TraceTrack : std::uint8_t {
  kRun,
  kSteps,
  kPhases,
  kLayers,
  kSupersteps,
  kCriticalPath,
  kHostTransfers,
  kHostTime,
};

enum class TilePart : std::uint8_t { kCompute, kWait, kSync, kExchange };

enum class TraceCounter : std::uint8_t { kExchangeBytes, kTiles, kCriticalTile };

struct TraceName {
  const char* name;
  const char* sentence;
};

struct TrackRow {
  TraceTrack track;
  TraceProcess process;
  std::uint32_t number;  // "tid"
  TraceName name;
};

struct CounterRow {
  TraceCounter counter;
  const char* unit;  // the key of its value
  TraceName name;
};

inline constexpr std::uint32_t kFirstTileTrack = 1000;

[[nodiscard]] TraceName name_of(TraceProcess process);
[[nodiscard]] TraceName name_of(TilePart part);
[[nodiscard]] std::span<const TrackRow> trace_tracks();      // in order of TraceTrack
[[nodiscard]] std::span<const TilePart> tile_parts();        // in order of TilePart
[[nodiscard]] std::span<const CounterRow> trace_counters();  // in order of TraceCounter

}  // namespace bspike::sim
