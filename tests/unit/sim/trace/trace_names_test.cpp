// Tests that whatever the enums of a trace hold is in its tables, named once, and told in the page
// on how to read a trace.
#include "sim/trace/trace_names.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace bspike::sim {
namespace {

// One more than the last value: the switch has no default, so a new value does not compile without
// a place here.
constexpr std::size_t place_of(TraceTrack track) {
  switch (track) {
    case TraceTrack::kRun:
      return 0;
    case TraceTrack::kSteps:
      return 1;
    case TraceTrack::kPhases:
      return 2;
    case TraceTrack::kLayers:
      return 3;
    case TraceTrack::kSupersteps:
      return 4;
    case TraceTrack::kCriticalPath:
      return 5;
    case TraceTrack::kHostTransfers:
      return 6;
    case TraceTrack::kHostTime:
      return 7;
  }
  return 8;
}
constexpr std::size_t kTracks = 8;

constexpr std::size_t place_of(TilePart part) {
  switch (part) {
    case TilePart::kCompute:
      return 0;
    case TilePart::kWait:
      return 1;
    case TilePart::kSync:
      return 2;
    case TilePart::kExchange:
      return 3;
  }
  return 4;
}
constexpr std::size_t kParts = 4;

constexpr std::size_t place_of(TraceCounter counter) {
  switch (counter) {
    case TraceCounter::kExchangeBytes:
      return 0;
    case TraceCounter::kTiles:
      return 1;
    case TraceCounter::kCriticalTile:
      return 2;
  }
  return 3;
}
constexpr std::size_t kCounters = 3;

std::string page() {
  std::ostringstream text;
  text << std::ifstream(BSPIKE_SOURCE_DIR "/docs/trace.md").rdbuf();
  return text.str();
}

void expect_told(const TraceName& name) {
  EXPECT_NE(std::string(name.sentence), "");
  EXPECT_NE(page().find("`" + std::string(name.name) + "`"), std::string::npos) << name.name;
}

TEST(TraceNames, EveryTrackHasItsRowAndIsTold) {
  ASSERT_EQ(trace_tracks().size(), kTracks);
  std::set<std::string> names;
  std::set<std::uint32_t> numbers;
  for (std::size_t i = 0; i < kTracks; ++i) {
    const TrackRow& row = trace_tracks()[i];
    EXPECT_EQ(place_of(row.track), i);
    EXPECT_TRUE(names.insert(row.name.name).second);
    EXPECT_TRUE(numbers.insert(row.number).second);
    EXPECT_GT(row.number, 0u);
    EXPECT_LT(row.number, kFirstTileTrack);
    expect_told(row.name);
  }
}

TEST(TraceNames, EveryPartOfATileHasItsNameAndIsTold) {
  ASSERT_EQ(tile_parts().size(), kParts);
  for (std::size_t i = 0; i < kParts; ++i) {
    EXPECT_EQ(place_of(tile_parts()[i]), i);
    expect_told(name_of(tile_parts()[i]));
  }
}

TEST(TraceNames, EveryCounterHasItsRowAndIsTold) {
  ASSERT_EQ(trace_counters().size(), kCounters);
  for (std::size_t i = 0; i < kCounters; ++i) {
    EXPECT_EQ(place_of(trace_counters()[i].counter), i);
    expect_told(trace_counters()[i].name);
  }
}

TEST(TraceNames, EveryProcessHasItsNameAndIsTold) {
  for (const TraceProcess process :
       {TraceProcess::kChip, TraceProcess::kHost, TraceProcess::kTiles})
    expect_told(name_of(process));
}

}  // namespace
}  // namespace bspike::sim
