// Owns the tables of a trace's names.
#include <array>

#include "sim/trace/trace_names.hpp"

namespace bspike::sim {

namespace {

constexpr std::array kTracks = {
    TrackRow{TraceTrack::kRun,
             TraceProcess::kChip,
             11,
             {"run", "the whole run: totals.cycles of the report"}},
    TrackRow{TraceTrack::kSteps,
             TraceProcess::kChip,
             12,
             {"steps", "setup and training steps along the critical path"}},
    TrackRow{TraceTrack::kPhases,
             TraceProcess::kChip,
             13,
             {"phases", "supersteps that follow on in one phase; sums are by_phase of the report"}},
    TrackRow{TraceTrack::kLayers,
             TraceProcess::kChip,
             14,
             {"layers", "supersteps that follow on in one layer; sums are by_layer of the report"}},
    TrackRow{TraceTrack::kSupersteps,
             TraceProcess::kChip,
             15,
             {"supersteps", "one span a superstep, named by its kind; the rows of supersteps.csv"}},
    TrackRow{TraceTrack::kCriticalPath,
             TraceProcess::kChip,
             16,
             {"critical path",
              "compute, sync and exchange of the critical tiles; sums are phases of the report"}},
    TrackRow{TraceTrack::kHostTransfers,
             TraceProcess::kChip,
             17,
             {"host transfers",
              "when a transfer happens on the device's clock, which stands still meanwhile"}},
    TrackRow{
        TraceTrack::kHostTime,
        TraceProcess::kHost,
        21,
        {"host time",
         "rendezvous, transfers and awaited calls end to end on a clock of their own, which is "
         "not the device's; the sum is totals.host_seconds of the report"}},
};

constexpr std::array kParts = {TilePart::kCompute, TilePart::kWait, TilePart::kSync,
                               TilePart::kExchange};

constexpr std::array kCounters = {
    CounterRow{TraceCounter::kExchangeBytes,
               "bytes",
               {"exchange bytes", "bytes that tiles send in the superstep that begins here"}},
    CounterRow{TraceCounter::kTiles,
               "tiles",
               {"tiles", "tiles that compute or exchange in the superstep that begins here"}},
    CounterRow{TraceCounter::kCriticalTile,
               "tile",
               {"critical tile", "the last tile to arrive at the superstep's barrier"}},
};

}  // namespace

TraceName name_of(TraceProcess process) {
  switch (process) {
    case TraceProcess::kChip:
      return {"chip", "what the report sums up, along the critical path, on the device's clock"};
    case TraceProcess::kHost:
      return {"host", "host time, on a clock of its own"};
    case TraceProcess::kTiles:
      return {"tiles", "where the time of each chosen tile goes, on the device's clock"};
  }
  return {};
}

TraceName name_of(TilePart part) {
  switch (part) {
    case TilePart::kCompute:
      return {"compute", "from the tile's own ready cycle to its arrival at the barrier"};
    case TilePart::kWait:
      return {"wait", "from its own arrival to the last tile's arrival"};
    case TilePart::kSync:
      return {"sync", "from the last arrival to its own release: barrier and skew"};
    case TilePart::kExchange:
      return {"exchange", "from its own release to the last word that it sends or receives"};
  }
  return {};
}

std::span<const TrackRow> trace_tracks() { return kTracks; }
std::span<const TilePart> tile_parts() { return kParts; }
std::span<const CounterRow> trace_counters() { return kCounters; }

}  // namespace bspike::sim
