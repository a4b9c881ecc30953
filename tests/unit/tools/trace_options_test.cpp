// Tests what may be said of a trace on the command line.
#include "tools/driver/trace_options.hpp"

#include <gtest/gtest.h>

namespace bspike::tools {
namespace {

TEST(TraceOptions, NoFileIsNoTrace) { EXPECT_FALSE(read_trace_options({}).has_value()); }

TEST(TraceOptions, AloneAFileIsEnough) {
  const auto request = read_trace_options({.file = "t.json.gz"});
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->file, "t.json.gz");
  EXPECT_TRUE(request->tiles.empty());
  EXPECT_FALSE(request->begin || request->end);
  EXPECT_EQ(request->limit_bytes, 200'000'000u);
}

TEST(TraceOptions, TilesAreNumbersAndRanges) {
  const auto request = read_trace_options({.file = "t", .tiles = "0-15,700,3-3"});
  ASSERT_EQ(request->tiles.size(), 3u);
  EXPECT_EQ(request->tiles[0].first, 0u);
  EXPECT_EQ(request->tiles[0].last, 15u);
  EXPECT_EQ(request->tiles[1].first, 700u);
  EXPECT_EQ(request->tiles[1].last, 700u);
  EXPECT_EQ(request->tiles[2].first, 3u);
}

TEST(TraceOptions, TimesAreCyclesOrSecondsAndMayBeOpen) {
  const auto both = read_trace_options({.file = "t", .time = "5000cycles..20us"});
  EXPECT_EQ(both->begin->cycle_on(1e9), 5000);
  EXPECT_DOUBLE_EQ(both->end->cycle_on(1.85e9), 37000);
  EXPECT_FALSE(read_trace_options({.file = "t", .time = "..1.5ms"})->begin.has_value());
  EXPECT_FALSE(read_trace_options({.file = "t", .time = "1s.."})->end.has_value());
}

TEST(TraceOptions, LimitsAreInMultiplesOf1000Or1024) {
  EXPECT_EQ(read_trace_options({.file = "t", .limit = "64MiB"})->limit_bytes, 67'108'864u);
  EXPECT_EQ(read_trace_options({.file = "t", .limit = "1.5GB"})->limit_bytes, 1'500'000'000u);
}

}  // namespace
}  // namespace bspike::tools
